import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { notesEn } from '../texts/en/notes.ts'
import { notesNb } from '../texts/nb/notes.ts'

const texts = { en: { notes: notesEn }, nb: { notes: notesNb } } as const

/** Gives everything below the texts of notes. */
export function NoteTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

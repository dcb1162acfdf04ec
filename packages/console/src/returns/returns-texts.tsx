import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { returnsEn } from '../texts/en/returns.ts'
import { returnsNb } from '../texts/nb/returns.ts'

const texts = { en: { returns: returnsEn }, nb: { returns: returnsNb } } as const

/** Gives the dialogs and the card of returns their texts. */
export function ReturnsTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

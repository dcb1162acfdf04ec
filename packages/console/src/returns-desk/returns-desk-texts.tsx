import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { returnsDeskEn } from '../texts/en/returns-desk.ts'
import { returnsDeskNb } from '../texts/nb/returns-desk.ts'

const texts = { en: { returnsDesk: returnsDeskEn }, nb: { returnsDesk: returnsDeskNb } } as const

/** Gives everything below the texts of the returns desk. */
export function ReturnsDeskTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

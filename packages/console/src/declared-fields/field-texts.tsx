import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { fieldsEn } from '../texts/en/fields.ts'
import { fieldsNb } from '../texts/nb/fields.ts'

const texts = { en: { fields: fieldsEn }, nb: { fields: fieldsNb } } as const

/** Gives everything below the texts of declared fields. */
export function FieldTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

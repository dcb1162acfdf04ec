import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { customersEn } from '../texts/en/customers.ts'
import { customersNb } from '../texts/nb/customers.ts'

const texts = { en: { customers: customersEn }, nb: { customers: customersNb } } as const

/** Gives everything below the texts of the pages of customers. */
export function CustomersTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

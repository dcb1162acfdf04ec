import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { orderEn } from '../texts/order-en.ts'
import { orderNb } from '../texts/order-nb.ts'

const texts = { en: { order: orderEn }, nb: { order: orderNb } } as const

/** Gives everything below the texts of pages about one order. */
export function OrderTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

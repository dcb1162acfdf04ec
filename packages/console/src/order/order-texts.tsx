import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { orderEn } from '../texts/en/order.ts'
import { orderNb } from '../texts/nb/order.ts'

const texts = { en: { order: orderEn }, nb: { order: orderNb } } as const

/** Gives everything below the texts of pages about one order. */
export function OrderTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

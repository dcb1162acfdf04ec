import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { newOrderEn } from '../texts/en/new-order.ts'
import { newOrderNb } from '../texts/nb/new-order.ts'

const texts = { en: { newOrder: newOrderEn }, nb: { newOrder: newOrderNb } } as const

/** Gives everything below the texts of the page on which an order is written. */
export function NewOrderTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

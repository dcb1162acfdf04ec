import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { orderEn } from '../texts/en/order.ts'
import { returnsEn } from '../texts/en/returns.ts'
import { returnsDeskEn } from '../texts/en/returns-desk.ts'
import { orderNb } from '../texts/nb/order.ts'
import { returnsNb } from '../texts/nb/returns.ts'
import { returnsDeskNb } from '../texts/nb/returns-desk.ts'

const texts = {
  en: { returnsDesk: returnsDeskEn, returns: returnsEn, order: orderEn },
  nb: { returnsDesk: returnsDeskNb, returns: returnsNb, order: orderNb },
} as const

/** Gives everything below the texts of the returns desk and of what it shows of orders. */
export function ReturnsDeskTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

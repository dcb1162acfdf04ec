import type { documentsEn } from './documents-en.ts'
import type { Texts } from './en.ts'
import type { moneyEn } from './money-en.ts'
import type { shippingEn } from './shipping-en.ts'
import type { stockEn } from './stock-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      documents: typeof documentsEn
      money: typeof moneyEn
      shipping: typeof shippingEn
      stock: typeof stockEn
      work: typeof workEn
    }
  }
}

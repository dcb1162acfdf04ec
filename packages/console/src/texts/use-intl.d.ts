import type { editOrderEn } from './edit-order-en.ts'
import type { Texts } from './en.ts'
import type { holdsEn } from './holds-en.ts'
import type { moneyEn } from './money-en.ts'
import type { returnsEn } from './returns-en.ts'
import type { stockEn } from './stock-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      editOrder: typeof editOrderEn
      holds: typeof holdsEn
      money: typeof moneyEn
      returns: typeof returnsEn
      stock: typeof stockEn
      work: typeof workEn
    }
  }
}

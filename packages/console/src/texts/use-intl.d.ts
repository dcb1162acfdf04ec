import type { bulkEn } from './bulk-en.ts'
import type { Texts } from './en.ts'
import type { moneyEn } from './money-en.ts'
import type { stockEn } from './stock-en.ts'
import type { viewsEn } from './views-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      bulk: typeof bulkEn
      money: typeof moneyEn
      stock: typeof stockEn
      views: typeof viewsEn
      work: typeof workEn
    }
  }
}

import type { configurationEn } from './configuration-en.ts'
import type { Texts } from './en.ts'
import type { flowEn } from './flow-en.ts'
import type { homeEn } from './home-en.ts'
import type { moneyEn } from './money-en.ts'
import type { stockEn } from './stock-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      configuration: typeof configurationEn
      flow: typeof flowEn
      home: typeof homeEn
      money: typeof moneyEn
      stock: typeof stockEn
      work: typeof workEn
    }
  }
}

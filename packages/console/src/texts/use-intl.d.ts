import type { Texts } from './en.ts'
import type { liveEn } from './live-en.ts'
import type { moneyEn } from './money-en.ts'
import type { stockEn } from './stock-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & { live: typeof liveEn; money: typeof moneyEn; stock: typeof stockEn; work: typeof workEn }
  }
}

import type { Texts } from './en.ts'
import type { moneyEn } from './money-en.ts'
import type { signInFailureEn } from './sign-in-failure-en.ts'
import type { stockEn } from './stock-en.ts'
import type { workEn } from './work-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      money: typeof moneyEn
      signInFailure: typeof signInFailureEn
      stock: typeof stockEn
      work: typeof workEn
    }
  }
}

import type { Texts } from './en.ts'
import type { stockEn } from './stock-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & { stock: typeof stockEn }
  }
}

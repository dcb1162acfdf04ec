import type { bulkEn } from './bulk-en.ts'
import type { catalogueEn } from './catalogue-en.ts'
import type { configurationEn } from './configuration-en.ts'
import type { documentsEn } from './documents-en.ts'
import type { editOrderEn } from './edit-order-en.ts'
import type { Texts } from './en.ts'
import type { flowEn } from './flow-en.ts'
import type { holdsEn } from './holds-en.ts'
import type { homeEn } from './home-en.ts'
import type { liveEn } from './live-en.ts'
import type { moneyEn } from './money-en.ts'
import type { orderEn } from './order-en.ts'
import type { returnsEn } from './returns-en.ts'
import type { shippingEn } from './shipping-en.ts'
import type { signInFailureEn } from './sign-in-failure-en.ts'
import type { stockEn } from './stock-en.ts'
import type { versionsEn } from './versions-en.ts'
import type { viewsEn } from './views-en.ts'
import type { workEn } from './work-en.ts'
import type { workflowPictureEn } from './workflow-picture-en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      bulk: typeof bulkEn
      catalogue: typeof catalogueEn
      configuration: typeof configurationEn
      documents: typeof documentsEn
      editOrder: typeof editOrderEn
      flow: typeof flowEn
      holds: typeof holdsEn
      home: typeof homeEn
      live: typeof liveEn
      money: typeof moneyEn
      order: typeof orderEn
      returns: typeof returnsEn
      shipping: typeof shippingEn
      signInFailure: typeof signInFailureEn
      stock: typeof stockEn
      versions: typeof versionsEn
      views: typeof viewsEn
      work: typeof workEn
      workflowPicture: typeof workflowPictureEn
    }
  }
}

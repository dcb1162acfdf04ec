import type { accountEn } from './en/account.ts'
import type { auditEn } from './en/audit.ts'
import type { bulkEn } from './en/bulk.ts'
import type { catalogueEn } from './en/catalogue/catalogue.ts'
import type { configurationEn } from './en/configuration.ts'
import type { Texts } from './en/console.ts'
import type { customersEn } from './en/customers.ts'
import type { documentsEn } from './en/documents.ts'
import type { editLinesEn } from './en/edit-lines.ts'
import type { editOrderEn } from './en/edit-order.ts'
import type { fieldsEn } from './en/fields.ts'
import type { flowEn } from './en/flow.ts'
import type { holdsEn } from './en/holds.ts'
import type { homeEn } from './en/home.ts'
import type { importsEn } from './en/imports.ts'
import type { liveEn } from './en/live.ts'
import type { messagesEn } from './en/messages.ts'
import type { moneyEn } from './en/money.ts'
import type { newOrderEn } from './en/new-order.ts'
import type { notesEn } from './en/notes.ts'
import type { orderEn } from './en/order.ts'
import type { ordersEn } from './en/orders.ts'
import type { paletteEn } from './en/palette.ts'
import type { paymentsEn } from './en/payments.ts'
import type { placesEn } from './en/places.ts'
import type { refundRequestsEn } from './en/refund-requests.ts'
import type { reportsEn } from './en/reports.ts'
import type { returnsEn } from './en/returns.ts'
import type { returnsDeskEn } from './en/returns-desk.ts'
import type { shippingEn } from './en/shipping.ts'
import type { shortcutsEn } from './en/shortcuts.ts'
import type { signInFailureEn } from './en/sign-in-failure.ts'
import type { staffNotificationsEn } from './en/staff-notifications.ts'
import type { stockEn } from './en/stock.ts'
import type { storedEn } from './en/stored.ts'
import type { subscriptionsEn } from './en/subscriptions.ts'
import type { versionsEn } from './en/versions.ts'
import type { viewsEn } from './en/views.ts'
import type { warehouseEn } from './en/warehouse.ts'
import type { workEn } from './en/work.ts'
import type { workflowPictureEn } from './en/workflow-picture.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts & {
      account: typeof accountEn
      audit: typeof auditEn
      bulk: typeof bulkEn
      catalogue: typeof catalogueEn
      configuration: typeof configurationEn
      customers: typeof customersEn
      documents: typeof documentsEn
      editLines: typeof editLinesEn
      editOrder: typeof editOrderEn
      flow: typeof flowEn
      fields: typeof fieldsEn
      holds: typeof holdsEn
      home: typeof homeEn
      imports: typeof importsEn
      live: typeof liveEn
      messages: typeof messagesEn
      money: typeof moneyEn
      newOrder: typeof newOrderEn
      notes: typeof notesEn
      order: typeof orderEn
      orders: typeof ordersEn
      palette: typeof paletteEn
      payments: typeof paymentsEn
      places: typeof placesEn
      reports: typeof reportsEn
      returns: typeof returnsEn
      refundRequests: typeof refundRequestsEn
      returnsDesk: typeof returnsDeskEn
      shipping: typeof shippingEn
      shortcuts: typeof shortcutsEn
      signInFailure: typeof signInFailureEn
      staffNotifications: typeof staffNotificationsEn
      stock: typeof stockEn
      stored: typeof storedEn
      subscriptions: typeof subscriptionsEn
      versions: typeof versionsEn
      views: typeof viewsEn
      warehouse: typeof warehouseEn
      work: typeof workEn
      workflowPicture: typeof workflowPictureEn
    }
  }
}

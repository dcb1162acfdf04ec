import { documentTemplates } from '../orders/document-template.ts'

/**
 * The occasions on which a workflow step writes to the customer
 * (documents-and-notifications.md#notifications).
 */
export const notificationTemplates = [
  'order-confirmation',
  'shipped',
  'completed',
  'cancelled',
  'ready-for-pickup',
  'return',
  'payment-link',
] as const
export type NotificationTemplate = (typeof notificationTemplates)[number]

/** The messages with a built-in text (templates.md#template-names). */
export const builtInMessages = [...notificationTemplates, 'lines-cancelled', 'comment', 'invoice'] as const

/** The documents whose texts and blocks a template decides (templates.md#document-templates). */
export const templatedDocuments = [...documentTemplates, 'packing-slip', 'credit-note'] as const
export type TemplatedDocument = (typeof templatedDocuments)[number]

/** What a template makes: one part of a message, or a document. */
export const templateParts = ['subject', 'text', 'html', 'sms', 'pdf'] as const
export type TemplatePart = (typeof templateParts)[number]

/** The layout of every notification that has no template of its own. */
export const BASE_MESSAGE = 'message'
/** The folder of pieces that templates render. */
export const PARTIALS = 'partials'
/** In the place of a language: for every language without a template of its own. */
export const ANY_LANGUAGE = 'any'

/** The blocks that a document template places, by document (templates.md#document-templates). */
export const documentBlocks: Readonly<Record<TemplatedDocument, readonly string[]>> = {
  'order-confirmation': ['lines', 'totals', 'payments', 'comment'],
  invoice: ['lines', 'totals', 'payments', 'comment'],
  receipt: ['lines', 'totals', 'payments', 'comment'],
  'delivery-note': ['lines', 'comment'],
  'pick-list': ['lines', 'comment'],
  'packing-slip': ['lines', 'comment'],
  'credit-note': ['lines', 'totals'],
}

/** The templates that `GetOrderAsPdf` knows (documents-and-notifications.md#pdf-documents). */
export const documentTemplates = ['order-confirmation', 'delivery-note', 'invoice', 'receipt', 'pick-list'] as const
export type DocumentTemplate = (typeof documentTemplates)[number]

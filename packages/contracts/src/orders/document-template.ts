/** The templates that `GetOrderAsPdf` knows (4-decisions K.7). */
export const documentTemplates = ['order-confirmation', 'delivery-note', 'invoice', 'receipt', 'pick-list'] as const
export type DocumentTemplate = (typeof documentTemplates)[number]

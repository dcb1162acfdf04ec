import { Type } from '@sinclair/typebox'
import { described, Word } from '../../primitives.ts'
import { defineRoute, ErrorBody } from '../../route.ts'
import { documentTemplates } from '../document-template.ts'
import { OrderId } from './order-params.ts'

const getOrderAsPdfBase = {
  method: 'GET',
  summary: 'Makes a PDF of an order.',
  description:
    `\`templateFile\` is one of ${documentTemplates.join(', ')}, in any letter case, with or without a file extension; another one is ` +
    '404 `TemplateNotFound`. The PDF is in the language of the market. Deleted orders have PDFs too. 429 when too many are being made.',
  tags: ['Documents'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    templateFile: Type.String({ minLength: 1, description: 'What the PDF shows.' }),
    shipmentId: Type.Optional(Type.String({ description: 'Limits the PDF to this shipment; unknown: 404.' })),
  }),
  responses: { 200: Type.String({ contentMediaType: 'application/pdf', description: 'The PDF.' }) },
  headers: ['Content-Disposition', 'Cache-Control'],
  rateLimit: 'pdf',
  filesForAll: 'masked',
} as const

export const getOrderAsPdf = defineRoute({
  ...getOrderAsPdfBase,
  url: '/api/Orders/GetOrderAsPdf/:orderId',
  operationId: 'getOrderAsPdf',
  audit: 'Print',
})
export const getAsPdf = defineRoute({
  ...getOrderAsPdfBase,
  url: '/api/Orders/GetAsPdf/:orderId',
  operationId: 'getAsPdf',
  audit: 'Print',
})

export const getOrderAsset = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Assets/:assetId',
  operationId: 'getOrderAsset',
  summary: 'Returns a file that the service keeps for an order.',
  description:
    "The address is `url` in the entry of the order's `assets`: the credit note of a return form, with `purpose` CreditNote and the " +
    'form as `parentId`. A document stays as it was when it was made. Assets that are kept elsewhere are 404 here.',
  tags: ['Documents'],
  access: ['OrderRead'],
  params: Type.Object({
    orderId: OrderId,
    assetId: described(Type.String(), "The `assetId` of the entry among the order's `assets`."),
  }),
  responses: { 200: Type.String({ contentMediaType: 'application/pdf', description: 'The PDF.' }) },
  headers: ['Content-Disposition', 'Cache-Control'],
})

export const getPaymentInvoice = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Payments/:paymentId/Invoice',
  operationId: 'getPaymentInvoice',
  summary: 'Makes the electronic invoice of a payment, or the credit note of a refund.',
  description:
    'UBL 2.1 by EN 16931 and Peppol BIS Billing 3: an invoice for an `Invoiced` payment, a credit note for a `Credit` that has an ' +
    'invoice. The amounts are those that the payment was booked with. 404 for other payments; 409 `InvoiceIncomplete` names what is missing.',
  tags: ['Documents'],
  access: ['OrderRead'],
  audit: 'Print',
  params: Type.Object({ orderId: OrderId, paymentId: described(Type.String(), 'The `id` of the payment.') }),
  query: Type.Object({ format: described(Type.Optional(Word(['ubl'])), 'The format of the document; there is one.') }),
  responses: { 200: Type.String({ contentMediaType: 'application/xml', description: 'The document.' }), 409: ErrorBody },
  headers: ['Content-Disposition', 'Cache-Control'],
})

/** Every route that makes documents of orders, or returns stored ones. */
export const documentsRoutes = [getOrderAsPdf, getAsPdf, getOrderAsset, getPaymentInvoice] as const

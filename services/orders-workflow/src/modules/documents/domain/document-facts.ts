import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { DocumentModel } from './document-blocks.ts'
import { type DocumentContext, orderName, showsPrices } from './document-context.ts'
import { invoicedPayments, kidNumbers, paymentDay } from './document-payments.ts'
import { printable } from './document-text.ts'

type Facts = DocumentModel['facts']
type Fact = readonly [label: string, value: string | null | undefined]

const FACT_MAX = 60

/** The numbers and dates of the document. Unknown ones are left out. */
export function documentFacts(context: DocumentContext): Facts {
  const kid: Fact = [context.words.kid, showsPrices(context) ? kidNumbers(context).join(', ') : null]
  const facts = [...invoiceFacts(context), ...orderFacts(context), kid, ...shippingFacts(context)]
  return facts.map(([label, value]) => ({ label, value: printable(value, FACT_MAX) })).filter(({ value }) => value !== '')
}

function orderFacts({ order, store, words, format, template }: DocumentContext): Fact[] {
  const { created, requestedDeliveryDate } = order
  const isForCustomer = template !== 'pick-list'
  return [
    [words.orderNumber, orderName(order)],
    [words.orderDate, format.day(created)],
    [words.store, store?.name ?? order.storeId],
    [words.customerNumber, order.customerNumber],
    [words.customerReference, isForCustomer ? order.customerReference : null],
    [words.requisition, isForCustomer ? order.customerRequisition : null],
    [words.purchaseOrder, isForCustomer ? order.orderForm.purchaseOrderId : null],
    [words.salesPerson, isForCustomer ? order.salesPersonName : null],
    [words.requestedDelivery, requestedDeliveryDate && format.day(requestedDeliveryDate)],
  ]
}

/**
 * Number, date and due date of each invoice in scope. The invoice date is the day of the invoiced
 * payment (postings.md#invoice-data); without one, the day when the order was completed, else
 * created: reprinting never changes it.
 */
function invoiceFacts(context: DocumentContext): Fact[] {
  const { order, template, words, format } = context
  if (template !== 'invoice') return []
  const invoiced = invoicedPayments(context)
  return (invoiced.length === 0 ? [null] : invoiced).flatMap((payment): Fact[] => {
    const day = (payment && paymentDay(payment)) ?? order.completed ?? order.created
    return [
      [words.invoiceNumber, payment?.invoiceId],
      [words.invoiceDate, format.day(day)],
      [words.dueDate, order.paymentTermsNet === null ? null : format.dayAfter(day, order.paymentTermsNet)],
    ]
  })
}

/** The value of the shipment in scope, or the one that all shipments share. */
function shippingFacts({ order, shipment, template, words }: DocumentContext): Fact[] {
  const shipments = shipment === null ? order.orderForm.shipments : [shipment]
  const shared = (field: keyof Shipment) => {
    const values = new Set(shipments.map((one) => one[field]))
    return values.size === 1 ? ([...values][0] as string | null) : null
  }
  const only = shipments.length === 1 ? shipments[0] : null
  return [
    [words.shipment, shipment?.shipmentId],
    [words.shippingMethod, shared('shippingMethodName')],
    [words.trackingNumber, only?.shipmentTrackingNumber],
    [words.warehouse, template === 'pick-list' ? shared('warehouseCode') : null],
  ]
}

/** The barcodes: the order, and on documents with prices the number that the bank needs. */
export function documentBarcodes(context: DocumentContext): DocumentModel['barcodes'] {
  const { order, words } = context
  const kids = showsPrices(context) ? kidNumbers(context) : []
  return [{ label: words.orderNumber, text: orderName(order) }, ...kids.map((text) => ({ label: words.kid, text }))]
}

import type { Invoice, InvoiceService } from '@e-invoice-eu/core'
import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { create } from 'content-disposition'
import { orderCurrency, orderTotalsContext } from '../../order/rules/context/order-context.ts'
import { buildInvoiceData, paymentInvoiceId } from '../../order/rules/payments/payment-events.ts'
import { findRefundedForm } from '../../order/rules/payments/payment-scope.ts'
import { withMissingAllocations } from '../../order/rules/payments/published-allocations.ts'
import type { OrderKey } from '../../order/store/order-queries.ts'
import { loadOrders } from '../../order/store/order-store.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { invoiceParts } from './domain/invoice-parts.ts'
import { findInvoiceProblems, type InvoiceSource, ublDocument } from './domain/ubl-document.ts'

export type PaymentInvoice = { xml: string; disposition: string }

/**
 * The electronic invoice of an `Invoiced` payment, or the credit note of a refund of one, of a
 * deleted order too (invoices.md#electronic-invoices). Raises `NotFound`, and `InvoiceIncomplete`
 * with everything that is missing.
 */
export async function getPaymentInvoice(
  deps: Pick<OrderDeps, 'inTransaction' | 'config'>,
  { orderId, paymentId, isInScope }: OrderKey & { paymentId: string },
): Promise<PaymentInvoice> {
  const unknown = () => new DomainError('NotFound', `Order "${orderId}" has no payment "${paymentId}" with an invoice.`)
  const stored = (await deps.inTransaction((tx) => loadOrders(tx, [orderId]))).get(orderId)
  if (stored === undefined || !isInScope(stored.order.storeId)) throw unknown()
  const { order, allocations } = stored
  const payment = order.orderForm.payments.find(({ id }) => id === paymentId)
  if (payment === undefined || !hasInvoice(order, payment)) throw unknown()
  const totals = orderTotalsContext(order, deps.config(), null)
  const allocation = withMissingAllocations(order, allocations, totals).find((one) => one.paymentId === paymentId)
  if (allocation === undefined) throw unknown()
  const source = invoiceSource(deps, { order, payment, parts: invoiceParts(order, allocation.breakdown) })
  assertComplete(findInvoiceProblems(source))
  const number = source.payment.transactionType === 'Credit' ? source.invoice.creditNoteNumber : source.invoiceId
  const fileName = `invoice-${number?.replaceAll(/[^\w.-]+/g, '-')}.xml`
  return { xml: await writeUbl(source), disposition: create(fileName, { type: 'attachment' }) }
}

function hasInvoice(order: Order, payment: Payment): boolean {
  const { transactionType } = payment
  return transactionType === 'Invoiced' || (transactionType === 'Credit' && paymentInvoiceId(order, payment) !== null)
}

function invoiceSource(
  { config }: Pick<OrderDeps, 'config'>,
  { order, payment, parts }: Pick<InvoiceSource, 'order' | 'payment' | 'parts'>,
): InvoiceSource {
  const { settings, stores } = config()
  const store = stores.find(({ id }) => id === order.storeId)
  const issuer = settings.documents.issuers.find(({ companyCode }) => companyCode === store?.accountingCompanyCode)
  const timeZone = store?.timeZone ?? settings.accounting.timeZone
  const instant = payment.paidDate ?? payment.created ?? order.created
  return {
    ...{ order, payment, parts },
    invoiceId: paymentInvoiceId(order, payment),
    invoice: { ...buildInvoiceData(order, payment), creditNoteNumber: electronicCreditNote(order, payment) },
    seller: issuer?.electronic ? { ...issuer.electronic, name: issuer.name } : null,
    currency: orderCurrency(order, config()),
    day: new Date(instant ?? 0).toLocaleDateString('en-CA', { timeZone }),
  }
}

/**
 * Documents have numbers of their own: of several refunds of one return form, each of another
 * invoice, those after the first add which one they are (invoices.md#credit-note-numbers).
 */
function electronicCreditNote(order: Order, payment: Payment): string | null {
  const { creditNoteNumber } = buildInvoiceData(order, payment)
  const form = findRefundedForm(order, payment)
  if (form === undefined || creditNoteNumber === null) return creditNoteNumber
  const ids = new Set(form.payments.map(({ id }) => id))
  const refunds = order.orderForm.payments.filter((one) => ids.has(one.id) && hasInvoice(order, one))
  const place = refunds.findIndex(({ id }) => id === payment.id)
  return place > 0 ? `${creditNoteNumber}-${place + 1}` : creditNoteNumber
}

let loaded: Promise<InvoiceService> | undefined

/** Most processes write no electronic invoice, and the library is large. */
async function loadService(): Promise<InvoiceService> {
  const core = await import('@e-invoice-eu/core')
  const silent = () => undefined
  return new core.InvoiceService({ log: silent, warn: silent, error: silent })
}

/**
 * The library refuses by its schema what UBL and the code lists do not allow, such as a country.
 */
async function writeUbl(source: InvoiceSource): Promise<string> {
  loaded ??= loadService()
  const service = await loaded
  try {
    return (await service.generate(ublDocument(source) as unknown as Invoice, { format: 'UBL', lang: 'en' })) as string
  } catch (error) {
    const { errors } = error as { errors?: { instancePath: string; message?: string }[] }
    if (errors === undefined) throw error
    throw incomplete(
      Object.fromEntries(errors.map(({ instancePath, message }) => [instancePath.slice(1), [message ?? 'is not valid']])),
    )
  }
}

function assertComplete(problems: ErrorTexts): void {
  if (Object.keys(problems).length > 0) throw incomplete(problems)
}

function incomplete(errors: ErrorTexts): DomainError {
  const [[path, [text]] = ['', ['']]] = Object.entries(errors) as [string, string[]][]
  return new DomainError('InvoiceIncomplete', `The invoice cannot be made: ${path} ${text}.`, { errors })
}

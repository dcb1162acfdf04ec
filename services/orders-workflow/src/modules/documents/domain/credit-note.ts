import { completer } from '@open-oms/contracts/complete'
import { invariant } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { type Minor, minus, negated, sum, toMinor } from '@open-oms/money/minor'
import { orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { inPackageOrder } from '../../../order/rules/packages/package-lines.ts'
import type { AllocatedPayment } from '../../../order/rules/payments/paid-parts.ts'
import { reducesReceivable } from '../../../order/rules/payments/published-allocations.ts'
import { creditedPart } from '../../../order/rules/totals/credited-parts.ts'
import { creditsOfForms } from '../../../order/rules/totals/form-credits.ts'
import { isEffective } from '../../../order/rules/totals/payment-totals.ts'
import { type TaxRateAmount, toVatRows } from './document-amounts.ts'
import {
  type DocumentLayout,
  type DocumentModel,
  type DocumentSums,
  type DocumentTable,
  documentRow,
  laidOut,
} from './document-blocks.ts'
import { type DocumentConfig, type DocumentContext, documentContext, orderName } from './document-context.ts'
import { documentLocale } from './document-format.ts'
import { lineName, packageName, rateText } from './document-goods.ts'
import { documentIssuer } from './document-model.ts'
import { withVatTable } from './document-money.ts'
import { documentParties } from './document-parties.ts'
import { creditedInvoices } from './document-payments.ts'
import { printable, printableLines } from './document-text.ts'

export type CreditNoteRequest = {
  returnId: string
  /** The number of the credit note. */
  number: string
  config: DocumentConfig
  layout: DocumentLayout
  /** What each payment of the order pays for. */
  allocations: readonly AllocatedPayment[]
  /** ISO 8601 UTC. */
  now: string
}

/** A file of an order to store: its entry in the order's assets, and its content. */
export type OrderFile = { asset: Asset; model: DocumentModel }

const completeAsset = completer(Asset)

/**
 * The credit note of a return form (documents-and-notifications.md#order-files): the form's lines,
 * further credits and charges, by tax rate. Pure. The amounts are those of the form as it was last
 * saved.
 */
export function creditNoteFile(
  order: Order,
  { returnId, number, config, layout, allocations, now }: CreditNoteRequest,
): OrderFile {
  const form = order.returnOrderForms.find((candidate) => candidate.returnId === returnId)
  invariant(form !== undefined, `the order has return form "${returnId}"`)
  const context = documentContext({ order, template: 'invoice', shipmentId: null, config, layout })
  const { market, words } = context
  const model: DocumentModel = {
    source: { template: 'credit-note', orderIds: [order.id] },
    language: documentLocale(market),
    title: layout.title ?? words.creditNote,
    subject: printable(number, 60),
    created: now,
    ...documentIssuer(context, layout.footer),
    facts: creditNoteFacts(context, form, { number, now, invoices: creditedInvoices(order, form, allocations) }),
    barcodes: [{ label: words.creditNoteNumber, text: number }],
    parties: documentParties(context),
    blocks: laidOut(layout, {
      lines: () => [linesTable(context, form)],
      totals: () => [withVatTable(toVatRows(creditTaxParts(context, form)), creditNoteSums(context, form), context)],
    }),
    pagePattern: words.page,
  }
  return { asset: toCreditNoteAsset(order, { returnId, number, title: model.title, now }), model }
}

type CreditNoteName = { returnId: string; number: string; title: string; now: string }

function toCreditNoteAsset(order: Order, { returnId, number, title, now }: CreditNoteName): Asset {
  const assetId = `credit-note-${returnId}`
  return completeAsset({
    assetId,
    assetType: 'Document',
    contentType: 'application/pdf',
    created: now,
    fileName: `credit-note-${number.replace(/[^\w.-]+/g, '-')}.pdf`,
    modified: now,
    name: `${title} ${number}`,
    parentId: returnId,
    purpose: 'CreditNote',
    url: `/api/Orders/${encodeURIComponent(order.id)}/Assets/${encodeURIComponent(assetId)}`,
  })
}

function creditNoteFacts(
  { order, store, words, format }: DocumentContext,
  form: ReturnOrderForm,
  { number, now, invoices }: { number: string; now: string; invoices: readonly string[] },
) {
  const facts = [
    [words.creditNoteNumber, number],
    [words.date, format.day(now)],
    [words.returnNumber, form.rmaNumber],
    [words.orderNumber, orderName(order)],
    ...invoices.map((invoice) => [words.invoiceNumber, invoice] as const),
    [words.store, store?.name ?? order.storeId],
    [words.customerNumber, order.customerNumber],
    [words.customerReference, order.customerReference],
  ] as const
  return facts.map(([label, value]) => ({ label, value: printable(value, 60) })).filter(({ value }) => value !== '')
}

function linesTable({ order, words, format, currency, terms }: DocumentContext, form: ReturnOrderForm): DocumentTable {
  const row = (line: OrderLine) => {
    const name = lineName(line)
    const quantity = `${format.quantity(line.quantity)} ${printable(line.unit, 10)}`.trim()
    const amount = format.amount(toMinor(line.extendedPrice, terms.exponent))
    const cells = [printable(line.code, 60), name, quantity, rateText(line, { format, terms }), amount]
    const whole = packageName(line, order.orderForm.lineItems)
    return documentRow(cells, {
      details: printableLines([whole === null ? null : `${words.partOf} ${whole}`, line.returnReason]),
      isIndented: whole !== null,
    })
  }
  return {
    type: 'table',
    heading: null,
    lines: [],
    columns: [
      { kind: 'code', label: words.code },
      { kind: 'name', label: words.name },
      { kind: 'quantity', label: words.quantity },
      { kind: 'rate', label: words.vat },
      { kind: 'amount', label: `${words.amount} ${currency}` },
    ],
    rows: inPackageOrder(form.lineItems).map(row),
    emptyText: words.noLines,
  }
}

type CreditAmounts = Record<'goods' | 'shipping' | 'handling' | 'rounding' | 'charges' | 'total' | 'tax', Minor>

/**
 * The credit of a form. Charges count up to the credit: a form whose charges exceed its credit has
 * a total of 0.
 */
function creditAmounts(form: ReturnOrderForm, exponent: number): CreditAmounts {
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const parts = { goods: minor(form.subTotal), shipping: minor(form.shippingTotal), handling: minor(form.handlingTotal) }
  const rounding = minor(form.grossRoundoff)
  const total = minor(form.total)
  const charges = minus(sum([parts.goods, parts.shipping, parts.handling, rounding]), total)
  return { ...parts, rounding, charges, total, tax: minor(form.taxTotal) }
}

function creditNoteSums({ order, words, format, terms }: DocumentContext, form: ReturnOrderForm): DocumentSums {
  const credited = creditAmounts(form, terms.exponent)
  const reductions = form.payments.filter((payment) => isEffective(payment) && reducesReceivable(order, payment))
  const reduced = sum(reductions.map(({ amount }) => toMinor(amount, terms.exponent)))
  const refunded = minus(toMinor(form.creditPaymentTotal, terms.exponent), reduced)
  const plain = (label: string, amount: Minor) => ({ label, value: format.amount(amount), isStrong: false })
  const parts = [
    plain(words.goods, credited.goods),
    ...(credited.shipping === 0 ? [] : [plain(words.shipping, credited.shipping)]),
    ...(credited.handling === 0 ? [] : [plain(words.handling, credited.handling)]),
    ...(credited.rounding === 0 ? [] : [plain(words.rounding, credited.rounding)]),
    ...(credited.charges === 0 ? [] : [plain(words.returnCharges, negated(credited.charges))]),
  ]
  return {
    type: 'sums',
    rows: [
      ...(parts.length === 1 ? [] : parts),
      { label: words.totalCredited, value: format.money(credited.total), isStrong: true },
      plain(words.ofWhichVat, credited.tax),
      plain(words.totalExclVat, minus(credited.total, credited.tax)),
      ...(reduced === 0 ? [] : [plain(words.invoiceReduced, reduced)]),
      ...(refunded === 0 ? [] : [plain(words.Credit, refunded)]),
    ],
  }
}

/**
 * The parts of a form's total with their tax, after its charges; they sum to the total without gift
 * cards and tips, and to its tax.
 */
function creditTaxParts({ order, config, terms }: DocumentContext, form: ReturnOrderForm): TaxRateAmount[] {
  const credits = creditsOfForms(order, { ...orderTotalsContext(order, config, null), terms }).get(form) ?? []
  const shown = credits.filter(({ rate, part }) => rate !== null || part === creditedPart.rounding)
  return shown.map(({ rate, amount, tax }) => ({ rate, gross: amount, vat: tax }))
}

/** The order with a file among its assets; it replaces an earlier one with its id. */
export function withAsset(order: Order, asset: Asset): Order {
  return { ...order, assets: [...order.assets.filter(({ assetId }) => assetId !== asset.assetId), asset] }
}

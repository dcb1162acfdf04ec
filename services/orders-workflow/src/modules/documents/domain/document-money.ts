import { type Minor, minus, negated, sum, toMinor } from '@open-oms/money/minor'
import { isOrderDiscount } from '../../../order/rules/discounts/order-discounts.ts'
import { documentTotals, type VatRow, vatRows } from './document-amounts.ts'
import { type DocumentBlock, type DocumentSums, type DocumentTable, documentRow } from './document-blocks.ts'
import type { DocumentContext } from './document-context.ts'
import { amountDue, documentBalance, paymentDay, paymentsInScope, signedAmount } from './document-payments.ts'
import { printable, printableLines } from './document-text.ts'

type Sum = DocumentSums['rows'][number]

/** Totals and VAT table of a document with prices. */
export function totalsBlock(context: DocumentContext): DocumentBlock {
  return withVatTable(vatRows(context), totalSums(context), context)
}

type TableContext = Pick<DocumentContext, 'words' | 'format' | 'currency'>

/** Sums with their VAT table; without it where nothing is taxed. */
export function withVatTable(rows: readonly VatRow[], sums: DocumentSums, context: TableContext): DocumentBlock {
  return rows.length === 0 ? sums : { type: 'pair', table: vatTable(rows, context), sums }
}

/** Payments and the amount due, of a document with prices. */
export function paymentBlocks(context: DocumentContext): DocumentBlock[] {
  const table = paymentTable(context)
  const sums = balanceSums(context)
  if (table.rows.length > 0) return [{ type: 'pair', table, sums }]
  return sums.rows.length > 0 ? [sums] : []
}

function totalSums(context: DocumentContext): DocumentSums {
  const { words, format } = context
  const totals = documentTotals(context)
  const parts: [string, Minor][] = [
    [words.goods, totals.goods],
    [discountLabel(context), negated(totals.orderDiscount)],
    [words.shipping, totals.shipping],
    [words.shippingDiscount, negated(totals.shippingDiscount)],
    [words.handling, totals.handling],
    [words.rounding, totals.rounding],
  ]
  const shown = parts.filter(([, amount], index) => index === 0 || amount !== 0)
  const plain = ([label, amount]: [string, Minor]): Sum => ({ label, value: format.amount(amount), isStrong: false })
  const total: Sum = { label: words.total, value: format.money(totals.total), isStrong: true }
  const net = minus(totals.total, totals.returned)
  return {
    type: 'sums',
    rows: [
      ...(shown.length === 1 ? [] : shown.map(plain)),
      total,
      plain([words.ofWhichVat, totals.tax]),
      plain([words.totalExclVat, minus(totals.total, totals.tax)]),
      ...(totals.returned === 0
        ? []
        : [
            plain([words.returned, negated(totals.returned)]),
            { label: words.netTotal, value: format.money(net), isStrong: true },
          ]),
    ],
  }
}

/** The discounts of the order by their names, where they have any. */
function discountLabel({ order, words }: DocumentContext): string {
  const given = order.orderForm.discounts.filter((discount) => isOrderDiscount(discount) && discount.discountAmount > 0)
  const names = printableLines(given.map(({ discountName, discountCode }) => discountName || discountCode))
  return printable([words.discount, names.join(', ')].filter((text) => text !== '').join(': '), 60)
}

/** The VAT table of these rows, with their sum. */
function vatTable(rows: readonly VatRow[], { words, format, currency }: TableContext): DocumentTable {
  const cells = ({ net, vat, gross }: Record<'net' | 'vat' | 'gross', Minor>) => [net, vat, gross].map(format.amount)
  const whole = {
    net: sum(rows.map(({ net }) => net)),
    vat: sum(rows.map(({ vat }) => vat)),
    gross: sum(rows.map(({ gross }) => gross)),
  }
  return {
    type: 'table',
    heading: words.vatTable,
    lines: [],
    columns: [
      { kind: 'kind', label: words.rate },
      { kind: 'amount', label: words.net },
      { kind: 'amount', label: words.vat },
      { kind: 'amount', label: `${words.gross} ${currency}` },
    ],
    rows: [
      ...rows.map((row) => documentRow([row.rate === null ? words.rounding : format.percent(row.rate), ...cells(row)])),
      documentRow([words.total, ...cells(whole)], { isStrong: true }),
    ],
    emptyText: '',
  }
}

/** Confirmations show reserved money too; invoices and receipts only moved money. */
function paymentTable(context: DocumentContext): DocumentTable {
  const { template, terms, words, format, currency } = context
  const isMoved = (type: string | null) => type !== 'Authorization' && type !== 'Void'
  const payments = paymentsInScope(context).filter(
    ({ transactionType }) => template === 'order-confirmation' || isMoved(transactionType),
  )
  return {
    type: 'table',
    heading: words.payments,
    lines: [],
    columns: [
      { kind: 'date', label: words.date },
      { kind: 'method', label: words.method },
      { kind: 'kind', label: words.kind },
      { kind: 'amount', label: `${words.amount} ${currency}` },
    ],
    rows: payments.map((payment) => {
      const { transactionType, paymentMethodName } = payment
      const day = paymentDay(payment)
      return documentRow([
        day === null ? '' : format.day(day),
        printable(paymentMethodName, 40),
        transactionType === null ? '' : words[transactionType],
        format.amount(signedAmount(payment, terms.exponent)),
      ])
    }),
    emptyText: '',
  }
}

/**
 * The paid and the remaining amount. The remaining amount of a shipment cannot be derived from
 * payments of the order.
 */
function balanceSums(context: DocumentContext): DocumentSums {
  const { template, words, format, order, shipment, terms } = context
  const { paid } = documentBalance(context)
  const due = amountDue(context)
  const remaining = shipment === null ? toMinor(order.remainingPayment, terms.exponent) : null
  const row = (label: string, amount: Minor | null, isStrong = false): Sum[] =>
    amount === null ? [] : [{ label, value: format.money(amount), isStrong }]
  if (template === 'invoice')
    return { type: 'sums', rows: [...row(words.paid, paid || null), ...row(words.amountDue, due, true)] }
  if (template === 'receipt')
    return { type: 'sums', rows: [...row(words.paid, paid, true), ...row(words.remaining, remaining || null)] }
  return { type: 'sums', rows: row(words.remaining, remaining, true) }
}

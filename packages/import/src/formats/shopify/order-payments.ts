import { Decimal } from '@open-oms/money/decimal'
import type { CsvRow } from '../../reading/read-csv.ts'
import { type Cells, dateIn, textIn } from '../ready-made.ts'

/** What an order of the file says of its money. */
export type PaidOrder = { total: number; outstanding: number; refunded: number }

const captured = new Set(['paid', 'partially_paid', 'partially_refunded', 'refunded'])

/**
 * The payments of an order by its `Financial Status`: an authorisation of the total, a capture of
 * what is not outstanding, and a credit of what was refunded
 * (docs/reference/import-formats.md#shopify-orders).
 */
export function toPayments(cells: Cells, row: CsvRow, { total, outstanding, refunded }: PaidOrder): Record<string, unknown>[] {
  const state = (textIn(row, 'Financial Status') ?? '').toLowerCase()
  const theirs = textIn(row, 'Payment Method') ?? 'Shopify'
  const reference =
    textIn(row, 'Payment ID') ?? textIn(row, 'Payment Reference') ?? `shopify-${textIn(row, 'Id') ?? textIn(row, 'Name')}`
  const created =
    dateIn(cells, row, { column: 'Paid at', path: 'orderForm.payments' }) ??
    dateIn(cells, row, { column: 'Created at', path: 'created' })
  const payment = (transactionType: string, amount: number) =>
    amount <= 0
      ? []
      : [
          {
            transactionType,
            amount,
            created,
            status: 'Processed',
            paymentMethodName: cells.word('paymentMethods', theirs, theirs),
            transactionId: reference,
          },
        ]
  if (state === 'authorized') return payment('Authorization', total)
  if (!captured.has(state)) return []
  return [...payment('Capture', new Decimal(total).minus(outstanding).toNumber()), ...payment('Credit', refunded)]
}

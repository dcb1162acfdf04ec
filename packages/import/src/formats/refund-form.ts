import type { Item } from '../reading/read-item.ts'

/**
 * The return form of what was refunded of an order whose export does not say what came back:
 * without lines, in a status of returns, so that the order owes nothing
 * (docs/reference/import-formats.md#refunds).
 */
export function refundForms(payments: readonly Item[], status: string): Item[] {
  const credits = payments.filter(({ transactionType }) => transactionType === 'Credit')
  return credits.map((credit, index) => ({
    returnId: String(index + 1),
    status,
    created: credit.created,
    grossRoundoff: credit.amount,
    creditAmount: credit.amount,
    lineItems: [],
    payments: [credit],
  }))
}

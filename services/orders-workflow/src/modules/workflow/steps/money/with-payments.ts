import type { Payment } from '@open-oms/contracts/orders/payment'

/**
 * The payments with some more, each identified by its id alone: a provider may use one transaction
 * id twice. A late response replaces the failure of its request; a late timeout replaces neither a
 * response nor an earlier one, so that an order that waits for a provider has no new version.
 */
export function withPayments(existing: readonly Payment[], added: readonly Payment[]): Payment[] {
  const responded = new Set(existing.filter(({ status }) => status !== 'Failed').map(({ id }) => id))
  const unheard = new Set(existing.filter(isUnheard).map(({ id }) => id))
  const news = added.filter(
    (payment) => payment.status !== 'Failed' || !(responded.has(payment.id) || (isUnheard(payment) && unheard.has(payment.id))),
  )
  const replaced = new Set(news.map(({ id }) => id))
  return [...existing.filter(({ id }) => !replaced.has(id)), ...news]
}

/** A request without a response (payments.md#capture-idempotency). */
function isUnheard({ status, transactionId }: Payment): boolean {
  return status === 'Failed' && !transactionId
}

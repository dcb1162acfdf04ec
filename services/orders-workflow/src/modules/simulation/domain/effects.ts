import type { Order } from '@open-oms/contracts/orders/order'

/** What a replayed request led to, without ids and times that differ by chance. */
export type Effects = {
  /** Why it was refused; null: it was not. */
  refused: string | null
  status: readonly string[]
  steps: readonly string[]
  money: readonly string[]
  stock: readonly string[]
  messages: readonly string[]
  postings: readonly string[]
}

export const aspects = ['refused', 'status', 'steps', 'money', 'stock', 'messages', 'postings'] as const
export type Aspect = (typeof aspects)[number]

export type Difference = { aspect: Aspect; before: string[]; after: string[] }

/**
 * Where two outcomes differ: of lists what only one of them has, in its order. A refusal is all
 * that there is to say of it.
 */
export function diffEffects(before: Effects, after: Effects): Difference[] {
  if (before.refused !== null && after.refused !== null)
    return before.refused === after.refused ? [] : [{ aspect: 'refused', before: [before.refused], after: [after.refused] }]
  if (before.refused !== null || after.refused !== null)
    return [{ aspect: 'refused', before: [before.refused ?? 'accepted'], after: [after.refused ?? 'accepted'] }]
  return aspects.flatMap((aspect): Difference[] => {
    if (aspect === 'refused') return []
    const [a, b] = [before[aspect], after[aspect]]
    if (JSON.stringify(a) === JSON.stringify(b)) return []
    const [onlyBefore, onlyAfter] = [without(a, b), without(b, a)]
    const isOrderOnly = onlyBefore.length + onlyAfter.length === 0
    return [{ aspect, before: isOrderOnly ? [...a] : onlyBefore, after: isOrderOnly ? [...b] : onlyAfter }]
  })
}

/** The items of a list that another one has not, or less often. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return items.filter((item) => {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/** The statuses of an order and its parts. */
export function describeStatuses(order: Order): string[] {
  return [
    `order ${order.status}`,
    ...order.orderForm.shipments.map(
      ({ shipmentId, orderStatus, status }) => `shipment ${shipmentId} ${orderStatus} (${status ?? '-'})`,
    ),
    ...order.returnOrderForms.map(({ returnId, status }) => `return ${returnId} ${status}`),
    ...(order.completed === null ? [] : ['completed']),
  ]
}

/** The payments that an order has got. */
export function newPayments(before: Order, after: Order): string[] {
  const known = new Set(before.orderForm.payments.map(({ id }) => id))
  return after.orderForm.payments
    .filter(({ id }) => !known.has(id))
    .map(
      ({ transactionType, status, amount, paymentMethodName }) => `${transactionType} ${amount} ${paymentMethodName} ${status}`,
    )
}

/** A text without ids of this replay. */
export function withoutChance(text: string, orderId: string): string {
  return text.replaceAll(orderId, '<order>').replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
}

import type { AuditAct } from '@open-oms/contracts/audit/audit-acts'
import type { Order } from '@open-oms/contracts/orders/order'

/** What the audit log has of a change of an order (audit.md#acts). */
export type AuditedChange = { act: AuditAct; details: Readonly<Record<string, string | number | null>> }

type Before = Pick<Order, 'status' | 'orderForm' | 'holds'>

const DELETED = 'Deleted'

/**
 * What of a change is for the audit log: refunds, holds placed and released, prices and discounts
 * that were set by hand, deletion and restoration. A new order has nothing of it: what it was
 * created with is its first version.
 */
export function auditedChanges(before: Before | null, order: Order): AuditedChange[] {
  if (before === null) return []
  return [
    ...holdChanges(before, order),
    ...(before.orderForm === order.orderForm ? [] : [...refunds(before, order), ...priceOverrides(before, order)]),
    ...(before.status !== DELETED && order.status === DELETED ? [change('Deletion', { status: before.status })] : []),
    ...(before.status === DELETED && order.status !== DELETED ? [change('Restoration', { status: order.status })] : []),
  ]
}

function change(act: AuditAct, details: AuditedChange['details']): AuditedChange {
  return { act, details }
}

function holdChanges({ holds: former = [] }: Before, { holds = [] }: Order): AuditedChange[] {
  if (former === holds) return []
  const known = new Map(former.map((hold) => [hold.id, hold]))
  return holds.flatMap((hold) => {
    const before = known.get(hold.id)
    const details = { reason: hold.reasonCode, rule: hold.rule, hold: hold.id }
    const placed = before === undefined ? [change('Hold', details)] : []
    const isReleased = hold.released !== null && (before === undefined || before.released === null)
    return isReleased ? [...placed, change('HoldRelease', { ...details, cause: hold.releaseCause })] : placed
  })
}

function refunds(before: Before, { orderForm }: Order): AuditedChange[] {
  if (before.orderForm.payments === orderForm.payments) return []
  const known = new Map(before.orderForm.payments.map((payment) => [payment.id, payment.status]))
  return orderForm.payments
    .filter(({ id, status, transactionType }) => transactionType === 'Credit' && known.get(id) !== status)
    .map(({ id, amount, paymentMethodName, status }) =>
      change('Refund', { amount, method: paymentMethodName, status, payment: id }),
    )
}

/** One for all lines: a repricing of a large order is one act. */
function priceOverrides(before: Before, order: Order): AuditedChange[] {
  const known = new Map(before.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const lines = order.orderForm.lineItems.flatMap((line) => {
    const former = known.get(line.lineItemId)
    if (former === undefined || former === line) return []
    const price = former.placedPrice === line.placedPrice ? [] : [`${former.placedPrice} → ${line.placedPrice}`]
    const discount = givenDiscounts(former.orderLineDiscounts) === givenDiscounts(line.orderLineDiscounts) ? [] : ['discount']
    return price.length + discount.length === 0 ? [] : [`${line.code ?? line.lineItemId}: ${[...price, ...discount].join(', ')}`]
  })
  const discounts = manualDiscounts(before) === manualDiscounts(order) ? null : 'changed'
  if (lines.length === 0 && discounts === null) return []
  return [change('PriceOverride', { lines: lines.length, changes: lines.join('; ') || null, discounts })]
}

/** The discounts on the order that a person gave. */
function manualDiscounts({ orderForm: { discounts } }: Pick<Order, 'orderForm'>): string {
  return givenDiscounts(discounts.filter(({ discountType }) => discountType === 'Manual'))
}

type GivenDiscount = { discountId: string | null; discountValue: number; rewardType: string | null }

/** What was given, as a text to compare; what it took off is calculated. */
function givenDiscounts(discounts: readonly GivenDiscount[]): string {
  return JSON.stringify(discounts.map(({ discountId, discountValue, rewardType }) => [discountId, discountValue, rewardType]))
}

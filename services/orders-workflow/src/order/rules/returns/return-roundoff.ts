import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, smaller, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { restOfQuantity } from '@open-oms/money/quantities'
import { type OrderConfig, orderTotalsContext } from '../context/order-context.ts'
import { canceledReturnStatuses, isStatusIn } from '../context/return-type.ts'
import { formCharges } from '../totals/form-charges.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { isPaidBack } from '../totals/return-totals.ts'

type RoundoffContext = { before: Order; config: OrderConfig; exponent: number }

/**
 * The order with the rounding of a return form that states none (returns.md#rounding-in-returns);
 * the same order when the form keeps what it has. `before` is the stored order: a form that states
 * a rounding, or takes the goods that it took, keeps its own.
 */
export function withReturnRoundoff(order: Order, returnId: string | null, { before, config, exponent }: RoundoffContext): Order {
  const isCanceled = isStatusIn(canceledReturnStatuses(config.orderTypes))
  const form = order.returnOrderForms.find((one) => one.returnId === returnId)
  const earlier = before.returnOrderForms.find((one) => one.returnId === returnId)
  if (form === undefined || isCanceled(form.status) || (earlier !== undefined && isPaidBack(earlier))) return order
  const roundoffIn = (of: Order, previous: Order) => {
    const bare = { ...of, returnOrderForms: withRoundoff(of.returnOrderForms, returnId, null) }
    return formRoundoff(calculateTotals(bare, orderTotalsContext(bare, config, previous)), { returnId, exponent, isCanceled })
  }
  const isKept =
    earlier === undefined || isCanceled(earlier.status)
      ? form.grossRoundoff !== (earlier?.grossRoundoff ?? null)
      : form.grossRoundoff !== earlier.grossRoundoff ||
        hasSameGoods(earlier, form) ||
        isStated(earlier, roundoffIn(before, before))
  if (isKept) return order
  const grossRoundoff = roundoffIn(order, before)
  if (grossRoundoff === form.grossRoundoff) return order
  return { ...order, returnOrderForms: withRoundoff(order.returnOrderForms, returnId, grossRoundoff) }
}

/** Whether a form has another rounding than its goods give it. */
function isStated({ grossRoundoff }: ReturnOrderForm, own: number | null): boolean {
  return grossRoundoff !== null && grossRoundoff !== own
}

function withRoundoff(
  forms: readonly ReturnOrderForm[],
  returnId: string | null,
  grossRoundoff: number | null,
): ReturnOrderForm[] {
  return forms.map((form) => (form.returnId === returnId ? { ...form, grossRoundoff } : form))
}

function hasSameGoods(a: ReturnOrderForm, b: ReturnOrderForm): boolean {
  const serializeGoods = ({ lineItems }: ReturnOrderForm) =>
    JSON.stringify(lineItems.map(({ lineItemId, quantity }) => [lineItemId, quantity]))
  return serializeGoods(a) === serializeGoods(b)
}

type Form = { returnId: string | null; exponent: number; isCanceled: (status: string | null) => boolean }

/**
 * What a form rounds: what the other forms leave of the order's rounding when it takes the last
 * goods; before that as much of a rounding in the customer's favour as keeps the net total from
 * falling below zero. Expects calculated totals without it.
 */
function formRoundoff(order: Order, { returnId, exponent, isCanceled }: Form): number | null {
  const form = order.returnOrderForms.find((one) => one.returnId === returnId)
  if (form === undefined || form.lineItems.length === 0 || form.subTotal === 0) return null
  const others = order.returnOrderForms.filter((one) => one !== form && !isCanceled(one.status))
  const taken = sum(others.map(({ grossRoundoff }) => toMinor(grossRoundoff ?? 0, exponent)))
  const left = minus(formCharges(order.orderForm, exponent).rounding, taken)
  const own = isAllReturned(order) ? left : favourIn(toMinor(order.netTotal, exponent), left)
  return own === 0 ? null : toAmount(own, exponent)
}

function favourIn(netTotal: Minor, left: Minor): Minor {
  return larger(smaller(left, ZERO), smaller(netTotal, ZERO))
}

function isAllReturned({ orderForm: { lineItems } }: Order): boolean {
  return lineItems.every((line) => restOfQuantity(line.quantity, line.canceledQuantity, line.returnQuantity) <= 0)
}

import { InvariantViolated, invalid } from '@open-oms/contracts/errors'
import { mirrored, ofForm, ofLine, ofOrder, ofShipment } from '@open-oms/contracts/orders/calculated-fields'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { finalOrder } from '../../../order/rules/calculated-order.ts'
import { at } from '../../../order/rules/context/totals-context.ts'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'

/**
 * The calculated order with the sent amounts in place of the calculated ones, for a tenant that
 * takes the amounts of another system unchanged (orders.md#order-import). Amounts that were not
 * sent stay calculated. Refuses an order whose amounts then do not add up: the invariants hold on
 * every write (money.md#money-invariants). Raises `ValidationFailed`, and `QuantityNotAvailable` as
 * every write does.
 */
export function withImportedAmounts(calculated: Order, sent: OrderInput): Order {
  const form = sent.orderForm ?? {}
  const mirrors = { ...picked(sent, mirrored), ...picked(form, mirrored) }
  const lines = importedEach(calculated.orderForm.lineItems, form.lineItems, withLineAmounts)
  const whole = new Map(lines.map((line) => [line.lineItemId, line]))
  const order: Order = {
    ...calculated,
    ...mirrors,
    ...picked(sent, mirrored),
    ...picked(sent, ofOrder),
    returnOrderForms: importedEach(calculated.returnOrderForms, sent.returnOrderForms, withReturnAmounts),
    orderForm: {
      ...calculated.orderForm,
      ...mirrors,
      ...picked(form, ofForm),
      lineItems: lines,
      shipments: importedEach(calculated.orderForm.shipments, form.shipments, (shipment, from) =>
        withShipmentAmounts(shipment, from, whole),
      ),
    },
  }
  assertAddsUp(order)
  return order
}

function assertAddsUp(order: Order): void {
  try {
    at('orderForm', () => finalOrder(order))
  } catch (error) {
    if (!(error instanceof InvariantViolated)) throw error
    throw invalid('orderForm', `has amounts that do not add up: ${error.what}`)
  }
}

function picked<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Record<K, never>> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])) as never
}

/** Lists keep their order from the input to the order. */
function importedEach<T, S>(items: readonly T[], sent: readonly S[] = [], keep: (item: T, sent: S) => T): T[] {
  return items.map((item, index) => {
    const from = sent[index]
    return from === undefined ? item : keep(item, from)
  })
}

function withLineAmounts(line: OrderLine, sent: InputOf<OrderLine>): OrderLine {
  return { ...line, ...picked(sent, [...ofLine, 'discounted']) }
}

/** A shipment that was sent without lines holds them all, with their amounts. */
function withShipmentAmounts(
  shipment: Shipment,
  sent: InputOf<Shipment>,
  whole: ReadonlyMap<string | null, OrderLine>,
): Shipment {
  const hasAll = (sent.lineItems ?? []).length === 0
  const withAmounts = (copy: OrderLine) => {
    const line = whole.get(copy.lineItemId)
    return line === undefined ? copy : { ...copy, ...picked(line, [...ofLine, 'discounted']) }
  }
  const lineItems = hasAll
    ? shipment.lineItems.map(withAmounts)
    : importedEach(shipment.lineItems, sent.lineItems, withLineAmounts)
  return { ...shipment, ...picked(sent, [...ofShipment, 'shippingDiscountAmount']), lineItems }
}

function withReturnAmounts(form: ReturnOrderForm, sent: InputOf<ReturnOrderForm>): ReturnOrderForm {
  const lineItems = importedEach(form.lineItems, sent.lineItems, withLineAmounts)
  return { ...form, ...picked(sent, mirrored), ...picked(sent, ofForm), lineItems }
}

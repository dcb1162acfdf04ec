import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { parted } from '../../../order/rules/shipments/shipment-parts.ts'
import { collectShortages, type LineUpdate, type Shortages } from './line-updates-input.ts'

/** What becomes of the lines of a shipment. */
export type MovedGoods = {
  /** What stays in the shipment. */
  rest: OrderLine[]
  /** What goes to the new shipment that is targeted. */
  targeted: OrderLine[]
  splitOff: OrderLine[]
  reallocated: OrderLine[]
}

export type GoodsMove = {
  updates: readonly LineUpdate[]
  /**
   * True: what is delivered, cancelled and made ready goes to a new shipment; else the amounts are
   * those of this one (lines.md#targeted-shipment).
   */
  isTargetNew: boolean
  now: string
}

type GoodsMoveContext = GoodsMove & { shipment: Shipment; shortages: Shortages }

/**
 * What becomes of the lines of a shipment by the updates of a request
 * (quantities.md#quantities-of-a-line-update, lines.md#targeted-shipment). Raises
 * `QuantityNotAvailable` naming every amount that the shipment does not hold.
 */
export function moveGoods(shipment: Shipment, move: GoodsMove): MovedGoods {
  const shortages = collectShortages(move.updates)
  const goods: MovedGoods = { rest: [], targeted: [], splitOff: [], reallocated: [] }
  const held = new Map(move.updates.map((update) => [update.lineItemId, update]))
  const moving = { ...move, shipment, shortages }
  for (const copy of shipment.lineItems) {
    const update = held.get(copy.lineItemId)
    if (update === undefined) goods.rest.push(copy)
    else moveLine(copy, update, { ...moving, goods })
    held.delete(copy.lineItemId)
  }
  for (const update of held.values()) refuseAll(update, moving)
  shortages.throwIfAny()
  return goods
}

const amounts = ['delivered', 'canceled', 'ready', 'split', 'reallocate'] as const

function refuseAll(update: LineUpdate, { shipment, shortages }: GoodsMoveContext): void {
  for (const amount of amounts)
    if (update[amount] > 0)
      shortages.add(update, amount, `is ${update[amount]}, but shipment "${shipment.shipmentId}" has none of the line`)
}

function moveLine(copy: OrderLine, update: LineUpdate, moving: GoodsMoveContext & { goods: MovedGoods }): void {
  const { isTargetNew, goods, now } = moving
  const own = isTargetNew ? copy : withAmounts(copy, update, now)
  const targeted = isTargetNew ? sumOfQuantities([Math.max(update.delivered, update.ready), update.canceled, update.along]) : 0
  if (isShort(own, { ...update, targeted }, { ...moving, update })) return
  let rest: OrderLine | null = own
  const take = (quantity: number, into: OrderLine[], change: (part: OrderLine) => OrderLine) => {
    if (quantity === 0 || rest === null) return
    const { rest: left, part } = parted(rest, quantity)
    rest = left
    into.push(change(part))
  }
  take(targeted, goods.targeted, (part) => withAmounts(part, update, now))
  take(update.split, goods.splitOff, (part) => part)
  take(update.reallocate, goods.reallocated, (part) => part)
  if (rest !== null) goods.rest.push(rest)
}

/**
 * The copy with the amounts that the request gives it; what is delivered or cancelled now is dated.
 */
function withAmounts(copy: OrderLine, { delivered, canceled, ready }: LineUpdate, now: string): OrderLine {
  const changed = { ...copy }
  if (ready > 0) changed.readyForPickupQuantity = ready
  if (delivered > 0 && delivered !== copy.deliveredQuantity) {
    changed.deliveredQuantity = delivered
    changed.deliveredDate = now
  }
  if (canceled > 0 && canceled !== copy.canceledQuantity) {
    changed.canceledQuantity = canceled
    changed.canceledDate = now
  }
  return changed
}

/**
 * Notes what the shipment does not hold of the line; `own` is the copy with the amounts that it is
 * to have.
 */
function isShort(
  own: OrderLine,
  { targeted, split, reallocate }: { targeted: number; split: number; reallocate: number },
  moving: GoodsMoveContext & { update: LineUpdate },
): boolean {
  const { shipment, shortages, update } = moving
  const open = openQuantity(own)
  const name = `shipment "${shipment.shipmentId}"`
  if (open < 0 || targeted > open) {
    const amount = update.delivered > 0 ? 'delivered' : update.canceled > 0 ? 'canceled' : 'ready'
    shortages.add(update, amount, `is more than ${name} holds: ${formatAvailable(own, open < 0 ? own.quantity : open)}`)
    return true
  }
  const free = restOfQuantity(open, targeted)
  if (sumOfQuantities([split, reallocate]) > free) {
    shortages.add(update, split > 0 ? 'split' : 'reallocate', `is more than ${name} has left to move: ${free}`)
    return true
  }
  const rest = restOfQuantity(own.quantity, own.canceledQuantity, split, reallocate)
  if (targeted === 0 && update.ready > 0 && update.ready > rest) {
    shortages.add(update, 'ready', `is more than ${name} holds: ${rest}`)
    return true
  }
  return false
}

function formatAvailable({ quantity }: OrderLine, available: number): string {
  return available === quantity ? `${quantity}` : `${available} of ${quantity}`
}

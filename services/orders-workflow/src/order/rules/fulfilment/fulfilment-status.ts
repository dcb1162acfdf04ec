import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { FulfilmentStatus } from '@open-oms/contracts/orders/order-states'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { toUnits } from '@open-oms/money/quantities'
import { canceledStatusNames, deliveredStatusNames } from '../context/return-type.ts'
import { withShipment } from '../shipments/shipment-lines.ts'
import { SENT } from '../shipments/shipment-status.ts'

/** Quantities of an order's goods in thousandths: open, delivered or on their way, and returned. */
type GoodsUnits = { open: number; left: number; returned: number; canceled: number }

/**
 * How much of an order has left and has not come back (shipments.md#fulfilment-status). The
 * quantities decide; a delivered or cancelled status settles what is open.
 */
export function deriveFulfilmentStatus(order: Order, type: OrderType): FulfilmentStatus {
  const isCanceled = canceledStatusNames(type).includes(order.status)
  const isDelivered = deliveredStatusNames(type).includes(order.status)
  const units = goodsUnits(order)
  const open = isCanceled || isDelivered ? 0 : units.open
  const left = units.left + (isDelivered ? units.open : 0)
  if (left === 0) return open === 0 && (isCanceled || units.canceled > 0) ? 'Cancelled' : 'Unfulfilled'
  if (units.returned > 0) return units.returned >= left && open === 0 ? 'Returned' : 'PartiallyReturned'
  return open > 0 ? 'PartiallyFulfilled' : 'Fulfilled'
}

function goodsUnits(order: Order): GoodsUnits {
  const { lineItems, shipments } = withShipment(order).orderForm
  const goods = physicalGoods(lineItems)
  const ids = new Set(goods.map(({ lineItemId }) => lineItemId))
  const units: GoodsUnits = { open: 0, left: 0, returned: 0, canceled: 0 }
  for (const shipment of shipments)
    for (const copy of shipment.lineItems) if (ids.has(copy.lineItemId)) addCopy(units, copy, shipment)
  for (const { returnQuantity } of goods) units.returned += toUnits(returnQuantity)
  return units
}

function addCopy(units: GoodsUnits, { quantity, canceledQuantity, deliveredQuantity }: OrderLine, { status }: Shipment): void {
  const active = toUnits(quantity) - toUnits(canceledQuantity)
  const left = SENT.has(status) ? active : toUnits(deliveredQuantity)
  const isCanceled = status === 'Cancelled'
  units.left += left
  units.open += isCanceled ? 0 : active - left
  units.canceled += toUnits(canceledQuantity) + (isCanceled ? active - left : 0)
}

/** Product types, in lower case, of lines without goods. */
const SERVICES: ReadonlySet<string> = new Set(['fee', 'tip'])

/**
 * The lines whose goods are sent: components instead of their package, neither virtual products nor
 * fees nor tips. In an order of nothing else those count.
 */
function physicalGoods(lines: readonly OrderLine[]): OrderLine[] {
  const unpacked = lines.filter((line) => !line.isPackageBrokeDown)
  const goods = unpacked.filter((line) => !line.isVirtualProduct && !SERVICES.has((line.productType ?? '').toLowerCase()))
  return goods.length > 0 ? goods : unpacked
}

import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { withShipment } from '../../../../order/rules/shipments/shipment-lines.ts'
import { isCanceledShipment } from '../../../../order/rules/shipments/shipment-status.ts'
import { withReservations } from '../../../../order/rules/stock/inventory-ledger.ts'
import { orderStockLines } from '../../../../order/rules/stock/inventory-lines.ts'
import { moveAlong, reserveAll } from '../../../../order/rules/stock/inventory-reservations.ts'
import { allocate } from '../../../inventory/domain/inventory-allocation.ts'
import type { StockStep } from '../step-definition.ts'

/**
 * Chooses a warehouse for the shipments in scope that have none. What is reserved moves to where
 * the goods are now, and what the order could not get reserved is reserved there, as far as there
 * is stock (workflow-steps.md#stock-steps).
 */
export const allocateToWarehouse: StockStep = {
  kind: 'stock',
  names: ['AllocateToWarehouse'],
  properties: {},
  reference: {
    does: 'Chooses a warehouse of the store for shipments without one; reservations move with it',
    conditions: ['the shipment has no warehouse'],
    connectorKinds: [],
    warnings: ['no warehouse has all that a shipment needs'],
    errors: [],
    section: 'stock-steps',
    example: { within: { orderType: 'Online', status: 'InProgress' } },
  },
  knowsReservationIntents: true,
  places: (_order, lines, { warehouses }) => ({
    existing: lines.flatMap(({ skuId }) => warehouses.map((warehouseCode) => ({ skuId, warehouseCode }))),
    made: [],
  }),
  move(order, stock, { run, warehouses, isReserving, handlingTypeOf }) {
    const { order: allocated, unplaced } = allocate(order, stock, { warehouses, shipmentId: run.shipmentId })
    const placed = { ...stock, lines: orderStockLines(allocated, warehouses) }
    moveAlong(placed)
    const wanted = new Set(activeShipmentIds(allocated, handlingTypeOf(order)).filter(isReserving))
    reserveAll(
      placed,
      placed.lines.filter(({ shipmentId }) => wanted.has(shipmentId)),
    )
    const outcome = withReservations(allocated, placed)
    if (unplaced.length === 0) return { order: outcome, actionStatus: 'Success' }
    const shipments = unplaced.slice(0, 5).map((id) => `"${id}"`)
    const message = `No warehouse of the store has all that is needed for shipment ${shipments.join(', ')}.`
    return { order: outcome, actionStatus: 'Warning', message }
  },
}

/** Those that are not cancelled. */
function activeShipmentIds(order: Order, type: OrderType): string[] {
  const { shipments } = withShipment(order).orderForm
  return shipments.filter((shipment) => !isCanceledShipment(shipment, type)).map(({ shipmentId }) => shipmentId)
}

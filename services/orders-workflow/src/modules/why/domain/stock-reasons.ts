import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { PlannedAction } from '@open-oms/contracts/why/write-reasons'
import { fromUnits, restOfQuantity, toUnits } from '@open-oms/money/quantities'
import { isStockLine, orderStockLines, type StockLine } from '../../../order/rules/stock/inventory-lines.ts'
import { isReserving } from '../../../order/rules/stock/reservation-intents.ts'
import { reservingSteps } from './explained-steps.ts'
import {
  type Explainers,
  evidence,
  type Facts,
  firstReason,
  isNotCollected,
  type LevelFacts,
  type Reason,
  statusCall,
  statusOfOrder,
} from './facts.ts'
import { aboutLine, itemName } from './line-reasons.ts'

/** A line of which not all open units are reserved, or that is reserved beyond the stock. */
type Shortage = {
  line: OrderLine
  /** The first part of it that has not left. */
  part: StockLine
  open: number
  /** What of the open units is not reserved. */
  missing: number
  level: LevelFacts | undefined
  isVisible: boolean
}

/**
 * The parts of an order that wait for goods from stock: not those that have left. None where the
 * type has no step that reserves (inventory.md#reservations).
 */
export function waitingParts({ order, type, warehouses }: Pick<Facts, 'order' | 'type' | 'warehouses'>): StockLine[] {
  const reserves = type?.orderStatuses.some(({ workflowSteps }) =>
    workflowSteps.some(({ name, active }) => active && isReserving(name)),
  )
  if (reserves !== true || type?.disableWorkflow === true) return []
  return orderStockLines(order, warehouses).filter(
    ({ held, canceled, delivered, isSent }) => !isSent && held > canceled + delivered,
  )
}

/** Why goods of the order, or of some of its lines, are not there: a reason for each line. */
export function stockReasons(facts: Facts, lines: readonly OrderLine[] = facts.order.orderForm.lineItems): Reason[] {
  if (statusOfOrder(facts)?.isCanceledStatus === true || isNotCollected(facts)) return []
  const parts = Map.groupBy(waitingParts(facts), ({ lineItemId }) => lineItemId)
  return lines.filter(isStockLine).flatMap((line) => {
    const own = parts.get(line.lineItemId ?? '') ?? []
    return own.length === 0 ? [] : shortageReason(lineShortage(line, own, facts), facts)
  })
}

function lineShortage(line: OrderLine, parts: readonly StockLine[], { levels, visibleWarehouses }: Facts): Shortage {
  const [part] = parts as [StockLine, ...StockLine[]]
  const open = fromUnits(parts.reduce((units, { held, canceled, delivered }) => units + held - canceled - delivered, 0))
  const level = levels.find(({ skuId, warehouseCode }) => skuId === part.skuId && warehouseCode === part.warehouseCode)
  const isVisible = part.warehouseCode === null || visibleWarehouses === null || visibleWarehouses.includes(part.warehouseCode)
  return { line, part, open, missing: Math.max(0, restOfQuantity(open, line.reservedInventoryQuantity)), level, isVisible }
}

function shortageReason(shortage: Shortage, facts: Facts): Reason[] {
  const { line, part, missing, level } = shortage
  const { skuId, warehouseCode, shipmentId } = part
  const quantities = { quantity: level?.quantity ?? null, reserved: level?.reserved ?? null }
  const stock = evidence('Stock', { skuId, warehouseCode, shipmentId, missing, ...quantities })
  const found = firstReason(stockExplainers, shortage, facts)
  return aboutLine(line, found && { ...found, since: facts.order.created, evidence: [stock] })
}

type Situation = 'Backorder' | 'WarehouseMissing' | 'StockNotKept' | 'StockMissing' | 'NotReserved'

const stockExplainers: Explainers<Situation, Shortage> = {
  Backorder: ({ line, part, missing, level }) => {
    if (missing > 0 || !line.isBackorder || level === undefined || level.quantity >= level.reserved) return null
    const short = restOfQuantity(level.reserved, level.quantity)
    const at = line.expectedDeliveryDate
    return {
      parameters: { ...place(line, part), short },
      next: at === null ? null : { code: 'GoodsExpected', parameters: { at }, at },
      actions: [receiveAction(part, short)],
    }
  },

  WarehouseMissing: ({ line, part, missing }, facts) =>
    missing > 0 && part.warehouseCode === null
      ? { parameters: { item: itemName(line), shipment: part.shipmentId }, actions: reservingAction(facts) }
      : null,

  StockNotKept: ({ line, part, missing, level, isVisible }, facts) =>
    missing > 0 && isVisible && level === undefined
      ? { parameters: place(line, part), actions: [receiveAction(part, missing), ...reservingAction(facts)] }
      : null,

  StockMissing: ({ line, part, missing, level, isVisible }, facts) => {
    const available = level === undefined ? 0 : Math.max(0, restOfQuantity(level.quantity, level.reserved))
    if (missing === 0 || !isVisible || toUnits(available) >= toUnits(missing)) return null
    const short = restOfQuantity(missing, available)
    return { parameters: { ...place(line, part), short }, actions: [receiveAction(part, short), ...reservingAction(facts)] }
  },

  NotReserved: ({ line, part, missing, isVisible }, facts) =>
    missing > 0 ? { parameters: { ...place(line, part), missing, hidden: !isVisible }, actions: reservingAction(facts) } : null,
}

function place(line: OrderLine, { warehouseCode }: StockLine) {
  return { item: itemName(line), warehouse: warehouseCode ?? '–' }
}

function receiveAction({ skuId, warehouseCode }: StockLine, delta: number): PlannedAction {
  return { code: 'ReceiveStock', method: 'POST', url: '/api/Inventory/Adjust', body: [{ skuId, warehouseCode, delta }] }
}

/** Nothing reserves automatically when goods come in: a status with a step that reserves does. */
function reservingAction(facts: Facts): PlannedAction[] {
  const { type } = facts
  const now = statusOfOrder(facts)
  const reserving = (type?.orderStatuses ?? [])
    .filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && reservingSteps.has(name)))
    .toSorted((a, b) => a.order - b.order)
  const status = reserving.find(({ order }) => order >= (now?.order ?? 0))
  if (status === undefined) return []
  return [{ code: status.name === now?.name ? 'ReserveAgain' : 'Reserve', ...statusCall(facts, { status: status.name }) }]
}

import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { ReasonAction } from '@oms/contracts/why/reason'
import { fromUnits, restOfQuantity, toUnits } from '@oms/money/quantities'
import { isStockLine, orderStockLines, type StockLine } from '../../../order/rules/stock/inventory-lines.ts'
import { isReserving } from '../../../order/rules/stock/reservation-intents.ts'
import { reservingSteps } from './explained-steps.ts'
import {
  type ExplainerOf,
  evidence,
  type Facts,
  firstReason,
  isNotCollected,
  type LevelFacts,
  type Reason,
  type ReasonFields,
  statusAction,
  statusOfOrder,
} from './facts.ts'
import { aboutLine, named } from './line-reasons.ts'
import { counted } from './words.ts'

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
    return own.length === 0 ? [] : (firstReason(stockExplainers, lineShortage(line, own, facts), facts) ?? [])
  })
}

function lineShortage(line: OrderLine, parts: readonly StockLine[], { levels, visibleWarehouses }: Facts): Shortage {
  const [part] = parts as [StockLine, ...StockLine[]]
  const open = fromUnits(parts.reduce((units, { held, canceled, delivered }) => units + held - canceled - delivered, 0))
  const level = levels.find(({ skuId, warehouseCode }) => skuId === part.skuId && warehouseCode === part.warehouseCode)
  const isVisible = part.warehouseCode === null || visibleWarehouses === null || visibleWarehouses.includes(part.warehouseCode)
  return { line, part, open, missing: Math.max(0, restOfQuantity(open, line.reservedInventoryQuantity)), level, isVisible }
}

function backorder(shortage: Shortage, facts: Facts): Reason | null {
  const { line, part, missing, level } = shortage
  if (missing > 0 || !line.isBackorder || level === undefined || level.quantity >= level.reserved) return null
  const lacking = restOfQuantity(level.reserved, level.quantity)
  return ofShortage(shortage, facts, {
    code: 'Backorder',
    sentence: `${named(line)} is a backorder: in warehouse ${part.warehouseCode} ${counted(lacking, 'unit')} more of ${part.skuId} are promised than are in stock.`,
    since: line.expectedDeliveryDate === null ? null : facts.order.created,
    next: line.expectedDeliveryDate === null ? null : { sentence: 'The goods are expected then.', at: line.expectedDeliveryDate },
    actions: [adjustAction(part, lacking)],
  })
}

function withoutWarehouse(shortage: Shortage, facts: Facts): Reason | null {
  const { line, part, missing } = shortage
  if (missing === 0 || part.warehouseCode !== null) return null
  return ofShortage(shortage, facts, {
    code: 'WarehouseMissing',
    sentence: `Nothing can be reserved for ${named(line)}: shipment "${part.shipmentId}" has no warehouse, and neither has the store.`,
    actions: reservingAction(facts),
  })
}

function notVisible(shortage: Shortage, facts: Facts): Reason | null {
  const { line, open, missing, part, isVisible } = shortage
  if (missing === 0 || isVisible) return null
  return ofShortage(shortage, facts, {
    code: 'NotReserved',
    sentence: `${missing} of ${open} open units of ${named(line)} are not reserved in warehouse ${part.warehouseCode}, whose stock your token does not show.`,
    actions: reservingAction(facts),
  })
}

function notKept(shortage: Shortage, facts: Facts): Reason | null {
  const { line, missing, part, level } = shortage
  if (missing === 0 || level !== undefined) return null
  return ofShortage(shortage, facts, {
    code: 'StockNotKept',
    sentence: `No stock of ${part.skuId} is kept in warehouse ${part.warehouseCode}: nothing is reserved for ${named(line)}. The workflow goes on without.`,
    actions: [adjustAction(part, missing), ...reservingAction(facts)],
  })
}

function stockMissing(shortage: Shortage, facts: Facts): Reason | null {
  const { line, open, missing, part, level } = shortage
  const available = level === undefined ? 0 : Math.max(0, restOfQuantity(level.quantity, level.reserved))
  if (missing === 0 || toUnits(available) >= toUnits(missing)) return null
  return ofShortage(shortage, facts, {
    code: 'StockMissing',
    sentence: `There is not enough stock for ${named(line)}: ${missing} of ${open} open units are not reserved, and ${available} of ${part.skuId} are free in warehouse ${part.warehouseCode}.`,
    actions: [adjustAction(part, restOfQuantity(missing, available)), ...reservingAction(facts)],
  })
}

function notReserved(shortage: Shortage, facts: Facts): Reason | null {
  const { line, open, missing, part } = shortage
  if (missing === 0) return null
  return ofShortage(shortage, facts, {
    code: 'NotReserved',
    sentence: `${missing} of ${open} open units of ${named(line)} are not reserved, although warehouse ${part.warehouseCode} has them: no step has reserved since they came in.`,
    actions: reservingAction(facts),
  })
}

const stockExplainers: readonly ExplainerOf<Shortage>[] = [
  backorder,
  withoutWarehouse,
  notVisible,
  notKept,
  stockMissing,
  notReserved,
]

function ofShortage({ line, part, missing, level }: Shortage, facts: Facts, fields: ReasonFields): Reason {
  const { skuId, warehouseCode, shipmentId } = part
  const quantities = { quantity: level?.quantity ?? null, reserved: level?.reserved ?? null }
  return aboutLine(line, facts, {
    since: facts.order.created,
    ...fields,
    evidence: [evidence('Stock', { skuId, warehouseCode, shipmentId, missing, ...quantities })],
  })
}

function adjustAction({ skuId, warehouseCode }: StockLine, quantity: number): ReasonAction {
  return {
    sentence: 'Book the goods in when they arrive.',
    method: 'POST',
    url: '/api/Inventory/Adjust',
    body: [{ skuId, warehouseCode, delta: quantity }],
  }
}

/** Nothing reserves automatically when goods come in: a status with a step that reserves does. */
function reservingAction(facts: Facts): ReasonAction[] {
  const { type } = facts
  const now = statusOfOrder(facts)
  const reserving = (type?.orderStatuses ?? [])
    .filter(({ workflowSteps }) => workflowSteps.some(({ name, active }) => active && reservingSteps.has(name)))
    .toSorted((a, b) => a.order - b.order)
  const status = reserving.find(({ order }) => order >= (now?.order ?? 0))
  if (status === undefined) return []
  const again = status.name === now?.name ? ', by sending the same status again' : ''
  return [
    statusAction(facts, { status: status.name, sentence: `Let the steps of ${status.name} reserve what is there${again}.` }),
  ]
}

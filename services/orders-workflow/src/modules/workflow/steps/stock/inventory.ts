import type { Order } from '@open-oms/contracts/orders/order'
import { fromUnits } from '@open-oms/money/quantities'
import { withShipment } from '../../../../order/rules/shipments/shipment-lines.ts'
import { type OrderStock, withReservations } from '../../../../order/rules/stock/inventory-ledger.ts'
import { freeAll, moveAlong, reserveAll, stockLocation } from '../../../../order/rules/stock/inventory-reservations.ts'
import { type StockShortage, type Withdrawn, withdrawAll } from '../../../../order/rules/stock/inventory-withdrawals.ts'
import type { StepOutcome, StockContext, StockStep } from '../step-definition.ts'

/**
 * Reserves what is open in the shipments in scope, as far as there is stock, and more of backorder
 * lines (workflow-steps.md#stock-steps).
 */
export const increaseReservedInventory: StockStep = {
  kind: 'stock',
  names: ['IncreaseReservedInventory'],
  properties: {},
  reference: {
    does: 'Reserves the open units of stock-kept lines, as far as there is stock',
    conditions: ['stock is kept of the line'],
    connectorKinds: [],
    warnings: ['there is not enough stock: what there is is reserved', 'no stock is kept of a SKU anywhere'],
    errors: [],
    section: 'stock-steps',
    example: { within: { orderType: 'Online', status: 'New' } },
  },
  // A backorder line may be the first use of the SKU in its warehouse.
  places: (_order, lines, context) => ({
    existing: [],
    made: lines
      .filter((line) => line.isBackorder && isInScope(line.shipmentId, context) && line.held > line.canceled + line.delivered)
      .flatMap((line) => stockLocation(line) ?? []),
  }),
  move(order, stock, context) {
    moveAlong(stock)
    const { unknown, short } = reserveAll(stock, linesInScope(stock, context))
    return {
      order: reserved(order, stock),
      ...warnings([
        [unknown, 'No stock is kept of'],
        [short, 'There is not enough stock of'],
      ]),
    }
  },
}

/**
 * Frees what is reserved for the shipments in scope (workflow-steps.md#stock-steps). A cancelled
 * status frees what is cancelled: goods that a line update has left open stay reserved
 * (workflow.md#status-update).
 */
export const reduceReservedInventory: StockStep = {
  kind: 'stock',
  names: ['ReduceReservedInventory'],
  properties: {},
  reference: {
    does: 'Frees the reservations; in a cancelled status those of cancelled units only',
    conditions: ['something is reserved'],
    connectorKinds: [],
    warnings: [],
    errors: [],
    section: 'stock-steps',
    example: { within: { orderType: 'Online', status: 'Cancelled' } },
  },
  move(order, stock, context) {
    if (isCanceling(order, context)) moveAlong(stock)
    else {
      freeAll(stock, (shipmentId) => isInScope(shipmentId, context))
      moveAlong(stock, { isMeant: (shipmentId) => !isInScope(shipmentId, context) })
    }
    return { order: reserved(order, stock), actionStatus: 'Success' }
  },
}

/** What both steps have in common that take goods out of stock. */
const withdrawal: Omit<StockStep['reference'], 'does'> = {
  conditions: ['goods have left a shipment'],
  connectorKinds: [],
  warnings: ['nothing is left to take', 'a backorder line is short', 'no stock is kept of a SKU anywhere'],
  errors: ['a line is short: what there is is taken'],
  section: 'stock-steps',
  example: { within: { orderType: 'Online', status: 'Shipped' } },
}

/**
 * Takes what has left the shipments in scope out of stock, puts back what has not after all, and
 * leaves the reservations (workflow-steps.md#stock-steps). Of a line that is short it takes what
 * there is; that is an error, which names what is missing, and a later run takes the rest.
 */
export const reduceInventory: StockStep = {
  kind: 'stock',
  names: ['ReduceInventory'],
  properties: {},
  reference: {
    does: 'Takes what has left the shipments out of stock; reservations remain',
    ...withdrawal,
  },
  move: (order, stock, context) => withdrawn(order, stock, { context, freesReservations: false }),
}

/**
 * Takes what has left the shipments in scope out of stock, and frees what was reserved for it
 * (workflow-steps.md#stock-steps).
 */
export const reduceInventoryAndReservedInventory: StockStep = {
  kind: 'stock',
  names: ['ReduceInventoryAndReservedInventory'],
  properties: {},
  reference: {
    does: 'Takes what has left the shipments out of stock, and uses up the reservations',
    ...withdrawal,
  },
  move: (order, stock, context) => withdrawn(order, stock, { context, freesReservations: true }),
}

function isCanceling(order: Order, { run, handlingTypeOf }: StockContext): boolean {
  return handlingTypeOf(order).orderStatuses.some(({ name, isCanceledStatus }) => isCanceledStatus && name === run.status)
}

type Withdrawal = { context: StockContext; freesReservations: boolean }

function withdrawn(order: Order, stock: OrderStock, { context, freesReservations }: Withdrawal): StepOutcome {
  const result = withdrawAll(stock, { lines: linesInScope(stock, context), freesReservations })
  return { order: reserved(order, stock), ...withdrawalOutcome(result) }
}

function withdrawalOutcome(result: Withdrawn): Omit<StepOutcome, 'order'> {
  const { taken, putBack, unknown, short, missing } = result
  const warned = warnings([
    [unknown, 'No stock is kept of'],
    [short, 'There was less in stock than went out of'],
  ])
  if (missing.length > 0) return { ...warned, actionStatus: 'Error', errorReason: describeShortage(missing) }
  const isNothing = taken === 0 && putBack === 0 && warned.message === undefined
  return isNothing ? { actionStatus: 'Warning', message: 'There is nothing left to take out of stock.' } : warned
}

const SHORT_LINES_MAX = 100

/** Names each short line with what is missing of it. */
function describeShortage(missing: readonly StockShortage[]): string {
  const named = missing.slice(0, SHORT_LINES_MAX).map(({ line, units }) => {
    const warehouse = line.warehouseCode === null ? 'no warehouse' : `warehouse ${quoted(line.warehouseCode)}`
    const owner = `line ${quoted(line.lineItemId)} of shipment ${quoted(line.shipmentId)}`
    return `${fromUnits(units)} of ${quoted(line.skuId)} (${owner}, ${warehouse})`
  })
  const more = missing.length > SHORT_LINES_MAX ? ` and ${missing.length - SHORT_LINES_MAX} more lines` : ''
  return `There is less in stock than went out. Missing: ${named.join(', ')}${more}.`
}

function linesInScope(stock: OrderStock, context: StockContext) {
  return stock.lines.filter(({ shipmentId }) => isInScope(shipmentId, context))
}

function isInScope(shipmentId: string, { run }: StockContext): boolean {
  return run.shipmentId === null || run.shipmentId === shipmentId
}

/**
 * The order with its reservations; with its first shipment once something was moved for that one.
 */
function reserved(order: Order, stock: OrderStock): Order {
  return withReservations(stock.changes.moves.length === 0 ? order : withShipment(order), stock)
}

function warnings(found: readonly [ReadonlySet<string>, string][]): Pick<StepOutcome, 'actionStatus' | 'message'> {
  const messages = found.filter(([skuIds]) => skuIds.size > 0).map(([skuIds, text]) => `${text} ${listed(skuIds)}.`)
  return messages.length === 0 ? { actionStatus: 'Success' } : { actionStatus: 'Warning', message: messages.join(' ') }
}

const NAMED_MAX = 5

function listed(skuIds: ReadonlySet<string>): string {
  const names = [...skuIds].slice(0, NAMED_MAX).map(quoted)
  return skuIds.size > NAMED_MAX ? `${names.join(', ')} and ${skuIds.size - NAMED_MAX} more` : names.join(', ')
}

function quoted(name: string): string {
  return `"${name.slice(0, 50)}"`
}

import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { LineItemUpdate } from '@open-oms/contracts/orders/lines/line-updates'
import type { Order } from '@open-oms/contracts/orders/order'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import type { ShipmentInfo } from '../../../order/rules/shipments/shipment-info.ts'

/**
 * What a request says of one line, with zero for what it does not say; no cost leaves the cost
 * alone (quantities.md#quantities-of-a-line-update).
 */
export type LineUpdate = {
  lineItemId: string
  delivered: number
  canceled: number
  ready: number
  split: number
  reallocate: number
  /**
   * Units that go along to the new shipment that is targeted, as they are: what moves there must
   * ship with them.
   */
  along: number
  cost: number | null
}

const fields = {
  delivered: 'deliveredQuantity',
  canceled: 'canceledQuantity',
  ready: 'readyForPickupQuantity',
  split: 'splitQuantity',
  reallocate: 'reallocateQuantity',
} as const

/**
 * The updates of a request, checked for what needs no order: at least one and at most 250, each
 * line once, nothing negative (quantities.md#quantities-of-a-line-update). Where a line is
 * delivered its split is ignored (quantities.md#quantities-of-a-line-update). Raises
 * `ValidationFailed` naming every bad path.
 */
export function readLineUpdates(sent: readonly InputOf<LineItemUpdate>[], info: ShipmentInfo): LineUpdate[] {
  const problems = collectProblems()
  if (sent.length === 0) problems.add('lineItemUpdates', 'must name at least one line')
  if (sent.length > LIST_MAX) problems.add('lineItemUpdates', `must not have more than ${LIST_MAX} items`)
  checkUpdates(sent, problems)
  if (sent.some(({ reallocateQuantity = 0 }) => reallocateQuantity > 0) && !info.warehouseCode)
    problems.add('shipmentInfo.warehouseCode', 'is required to reallocate')
  problems.throwIfAny()
  return sent.map(readUpdate)
}

function checkUpdates(sent: readonly InputOf<LineItemUpdate>[], problems: Problems): void {
  const ids = new Set<string>()
  for (const [index, update] of sent.entries()) {
    const at = `lineItemUpdates[${index}]`
    if (!update.lineItemId) problems.add(`${at}.lineItemId`, 'is required')
    else if (ids.has(update.lineItemId)) problems.add(`${at}.lineItemId`, `"${update.lineItemId}" occurs twice`)
    else ids.add(update.lineItemId)
    for (const field of [...Object.values(fields), 'cost'] as const)
      if ((update[field] ?? 0) < 0) problems.add(`${at}.${field}`, 'must not be negative')
  }
}

function readUpdate(sent: InputOf<LineItemUpdate>): LineUpdate {
  const delivered = sent.deliveredQuantity ?? 0
  return {
    lineItemId: sent.lineItemId as string,
    delivered,
    canceled: sent.canceledQuantity ?? 0,
    ready: sent.readyForPickupQuantity ?? 0,
    split: delivered > 0 ? 0 : (sent.splitQuantity ?? 0),
    reallocate: sent.reallocateQuantity ?? 0,
    along: 0,
    cost: sent.cost ?? null,
  }
}

/**
 * Refuses updates of lines that the order does not have: `NotFound`
 * (quantities.md#quantities-of-a-line-update).
 */
export function assertLinesKnown(order: Order, updates: readonly LineUpdate[]): void {
  const known = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
  const unknown = updates.find(({ lineItemId }) => !known.has(lineItemId))
  if (unknown !== undefined) throw new DomainError('NotFound', `Order "${order.id}" has no line "${unknown.lineItemId}".`)
}

/** Collects which amounts of a request are not there. */
export type Shortages = {
  add(update: LineUpdate, amount: keyof typeof fields, text: string): void
  /**
   * Raises `QuantityNotAvailable` when anything was added
   * (quantities.md#quantities-of-a-line-update).
   */
  throwIfAny(): void
}

export function collectShortages(updates: readonly LineUpdate[]): Shortages {
  const errors: ErrorTexts = {}
  return {
    add(update, amount, text) {
      errors[`lineItemUpdates[${updates.indexOf(update)}].${fields[amount]}`] = [text]
    },
    throwIfAny() {
      const [first] = Object.entries(errors)
      if (first !== undefined) throw new DomainError('QuantityNotAvailable', `${first[0]} ${first[1][0]}`, { errors })
    },
  }
}

import { DomainError } from '@open-oms/contracts/errors'
import type { LineItemPropertiesPatch } from '@open-oms/contracts/orders/lines/order-line-commands'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { withProperties } from '../../../order/rules/shipments/shipment-info.ts'

export type LinePropertiesInput = InputOf<LineItemPropertiesPatch>
type Properties = NonNullable<LinePropertiesInput['properties']>

/**
 * The order with properties added to its lines, or updated where key and group are the same, also
 * on the copies that shipments hold (lines.md#line-properties). A line that is named twice gets
 * both, one after the other. Raises `ValidationFailed`, and `NotFound` for an unknown line.
 */
export function addLineProperties(order: Order, patches: readonly LinePropertiesInput[]): Order {
  const form = order.orderForm
  const problems = collectProblems()
  const byLine = new Map<string, Properties>()
  for (const [index, { lineItemId = '', properties = [] }] of patches.entries()) {
    checkKeys(properties, `[${index}].properties`, problems)
    byLine.set(lineItemId, [...(byLine.get(lineItemId) ?? []), ...properties])
  }
  problems.throwIfAny()
  assertKnown(order, byLine)
  const withAll = (line: OrderLine): OrderLine => {
    const sent = byLine.get(line.lineItemId)
    return sent === undefined ? line : { ...line, properties: withProperties(line.properties, sent) }
  }
  const lineItems = form.lineItems.map(withAll)
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: shipment.lineItems.map(withAll) }))
  assertRoom([...lineItems, ...shipments.flatMap((shipment) => shipment.lineItems)], patches)
  return { ...order, orderForm: { ...form, lineItems, shipments } }
}

function checkKeys(properties: Properties, path: string, problems: Problems): void {
  for (const [index, { key }] of properties.entries()) if (!key) problems.add(`${path}[${index}].key`, 'is required')
}

function assertKnown(order: Order, byLine: ReadonlyMap<string, Properties>): void {
  const known = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
  for (const id of byLine.keys()) {
    if (!known.has(id)) throw new DomainError('NotFound', `Order "${order.id}" has no line "${id}".`)
  }
}

function assertRoom(lines: readonly OrderLine[], patches: readonly LinePropertiesInput[]): void {
  const full = new Set(lines.filter((line) => line.properties.length > LIST_MAX).map((line) => line.lineItemId))
  const problems = collectProblems()
  for (const [index, { lineItemId = '' }] of patches.entries()) {
    if (full.has(lineItemId))
      problems.add(`[${index}].properties`, `would give line "${lineItemId}" more than ${LIST_MAX} properties`)
  }
  problems.throwIfAny()
}

import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { type LineInput, type NumberedLine, nextNumber } from '../lines/new-lines.ts'

export type ShipmentInput = InputOf<Shipment>

/** Makes the copy of an order's line that a shipment holds, of the copy that was sent. */
export type CopyOf = (line: NumberedLine, sent: LineInput, shipmentId: string) => LineInput

type Input = { lines: readonly NumberedLine[]; shipments: readonly ShipmentInput[]; copyOf: CopyOf }

/**
 * Fields of a line that each shipment's copy has for itself, in addition to its quantity
 * (quantities.md#line-quantities).
 */
export const ownQuantities = ['canceledQuantity', 'deliveredQuantity', 'readyForPickupQuantity'] as const
/** Dates that may differ between copies. */
const ownDates = [
  'canceledDate',
  'customerPickupDeadline',
  'deliveredDate',
  'expectedDeliveryDate',
  'readyForPickupDate',
  'storePickDate',
] as const

/**
 * The lines and shipments of a new order as they belong together (quantities.md#line-quantities,
 * quantities.md#shipments-of-a-new-order): shipments without an id are numbered, one shipment
 * without lines takes them all, a shipment's lines are copies of the order's with quantities of
 * their own, and the order's delivered and cancelled quantities are the sums over its shipments.
 */
export function allotLines(input: Input, problems: Problems): { lines: LineInput[]; shipments: ShipmentInput[] } {
  if (input.shipments.length === 0) return { lines: [...input.lines], shipments: [] }
  const numbered = withShipmentIds(input.shipments, problems)
  const [only] = numbered
  const takesAll = numbered.length === 1 && (only?.lineItems ?? []).length === 0
  if (takesAll) return { lines: [...input.lines], shipments: [{ ...only, lineItems: [...input.lines] }] }
  const byId = new Map(input.lines.map((line) => [line.lineItemId, line]))
  const { copyOf } = input
  const shipments = numbered.map((shipment, index) =>
    withCopies(shipment, `orderForm.shipments[${index}]`, { byId, copyOf, problems }),
  )
  return { lines: withSums(input.lines, shipments, problems), shipments }
}

function withShipmentIds(shipments: readonly ShipmentInput[], problems: Problems): ShipmentInput[] {
  let next = nextNumber(shipments.map((shipment) => shipment.shipmentId))
  const ids = new Set<string>()
  return shipments.map((shipment, index) => {
    const shipmentId = shipment.shipmentId ? shipment.shipmentId : String(next++)
    if (ids.has(shipmentId)) problems.add(`orderForm.shipments[${index}].shipmentId`, `"${shipmentId}" is used twice`)
    ids.add(shipmentId)
    return { ...shipment, shipmentId }
  })
}

type Lookup = { byId: ReadonlyMap<string | undefined, NumberedLine>; copyOf: CopyOf; problems: Problems }

function withCopies(shipment: ShipmentInput, at: string, { byId, copyOf, problems }: Lookup): ShipmentInput {
  const seen = new Set<string>()
  const copies = (shipment.lineItems ?? []).flatMap((sent, position) => {
    const path = `${at}.lineItems[${position}]`
    const line = byId.get(sent.lineItemId)
    if (line === undefined) {
      problems.add(`${path}.lineItemId`, sent.lineItemId ? `"${sent.lineItemId}" is not a line of the order` : 'is required')
      return []
    }
    if (seen.has(line.lineItemId)) problems.add(`${path}.lineItemId`, `"${line.lineItemId}" is used twice in the shipment`)
    seen.add(line.lineItemId)
    const copy = copyOf(line, sent, shipment.shipmentId as string)
    checkCopy(copy, path, problems)
    return [copy]
  })
  return { ...shipment, lineItems: copies }
}

/**
 * The copy of a new shipment: all fields of the order's line except quantities and its own dates.
 * Quantities that a line has delivered, cancelled or returned in total do not apply to a new copy.
 */
export function newCopy(line: LineInput, sent: LineInput): LineInput {
  const copy: LineInput = { ...line, quantity: sent.quantity ?? line.quantity ?? 0 }
  for (const field of ownQuantities) take(copy, field, sent[field])
  for (const field of ownDates) if (sent[field] !== undefined) copy[field] = sent[field]
  if (!sent.deliveredQuantity) take(copy, 'deliveredDate', sent.deliveredDate)
  if (!sent.canceledQuantity) take(copy, 'canceledDate', sent.canceledDate)
  if (line.returnQuantity !== undefined) {
    copy.returnQuantity = sent.returnQuantity ?? Math.min(line.returnQuantity, sent.deliveredQuantity ?? 0)
  }
  return copy
}

function take<K extends keyof LineInput>(copy: LineInput, field: K, value: LineInput[K] | undefined): void {
  if (value === undefined) delete copy[field]
  else copy[field] = value
}

function checkCopy(copy: LineInput, path: string, problems: Problems): void {
  const { quantity = 0, deliveredQuantity = 0, canceledQuantity = 0 } = copy
  if (quantity <= 0) problems.add(`${path}.quantity`, 'must be above 0')
  if (deliveredQuantity < 0) problems.add(`${path}.deliveredQuantity`, 'must not be negative')
  if (canceledQuantity < 0) problems.add(`${path}.canceledQuantity`, 'must not be negative')
}

function withSums(lines: readonly LineInput[], shipments: readonly ShipmentInput[], problems: Problems): LineInput[] {
  const copies = Map.groupBy(
    shipments.flatMap((shipment) => shipment.lineItems ?? []),
    (copy) => copy.lineItemId,
  )
  return lines.map((line, index) => {
    const held = copies.get(line.lineItemId) ?? []
    const quantity = sumOfQuantities(held.map((copy) => copy.quantity ?? 0))
    if (quantity !== (line.quantity ?? 0)) {
      problems.add(`orderForm.lineItems[${index}].quantity`, `is ${line.quantity ?? 0}, but the shipments hold ${quantity}`)
    }
    return {
      ...line,
      deliveredQuantity: sumOfQuantities(held.map((copy) => copy.deliveredQuantity ?? 0)),
      canceledQuantity: sumOfQuantities(held.map((copy) => copy.canceledQuantity ?? 0)),
    }
  })
}

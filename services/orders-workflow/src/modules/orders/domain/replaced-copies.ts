import { completer } from '@open-oms/contracts/complete'
import type { Order } from '@open-oms/contracts/orders/order'
import { OrderLine } from '@open-oms/contracts/orders/order-line'
import { isEqual } from '../../../order/rules/context/changed-fields.ts'
import type { LineInput } from '../../../order/rules/lines/new-lines.ts'
import { type CopyOf, newCopy, ownQuantities } from '../../../order/rules/shipments/new-shipments.ts'

type Field = keyof OrderLine

const complete = completer(OrderLine)
const empty = complete({})
const fields = Object.keys(empty) as Field[]
const counted: ReadonlySet<Field> = new Set(['quantity', ...ownQuantities])

/**
 * Makes the copies of lines for an order that replaces the stored one. A copy may differ from its
 * line in more than quantities: it was delivered or cancelled on another day, say. So, for each
 * field: a change in the sent copy applies; else a change in the sent line, which reaches its
 * copies; else the copy keeps its value. Quantities are always those of the sent copy.
 */
export function copiesReplacing(stored: Order): CopyOf {
  const lines = new Map(stored.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const copies = new Map(
    stored.orderForm.shipments.map(({ shipmentId, lineItems }) => [
      shipmentId,
      new Map(lineItems.map((copy) => [copy.lineItemId, copy])),
    ]),
  )
  return (sentLine, sentCopy, shipmentId) => {
    const id = sentLine.lineItemId
    const line = lines.get(id)
    const copy = copies.get(shipmentId)?.get(id)
    if (line === undefined || copy === undefined) return newCopy(sentLine, sentCopy)
    return mergedCopy(sentLine, sentCopy, { line, copy })
  }
}

function mergedCopy(sentLine: LineInput, sentCopy: LineInput, known: { line: OrderLine; copy: OrderLine }): LineInput {
  const merged: Record<string, unknown> = {}
  for (const field of fields) {
    const isOwn = counted.has(field) || (sentCopy[field] !== undefined && isAnew(sentCopy, known.copy, field))
    const value = isOwn ? sentCopy[field] : isAnew(sentLine, known.line, field) ? sentLine[field] : known.copy[field]
    if (value !== undefined) merged[field] = value
  }
  return { ...(merged as LineInput), quantity: sentCopy.quantity ?? sentLine.quantity ?? 0 }
}

/**
 * Whether what was sent of a line differs from what is stored. What was left out means what an
 * empty line has.
 */
function isAnew(sent: LineInput, stored: OrderLine, field: Field): boolean {
  const value = sent[field] ?? empty[field]
  const known = stored[field]
  if (value === known) return false
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value) && value.length === 0) return (known as unknown[]).length > 0
  // Only some of its fields may have been sent.
  return !isEqual(complete({ [field]: value })[field], known)
}

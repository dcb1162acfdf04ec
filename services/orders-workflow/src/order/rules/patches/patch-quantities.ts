import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isEqual } from '../context/changed-fields.ts'
import { ownQuantities } from '../shipments/new-shipments.ts'
import type { LinePatch } from './patch-lines.ts'

const counted = ['quantity', ...ownQuantities] as const

/** Fields that each shipment's copy has for itself, and that `reconciledQuantities` sets. */
const ownFields: ReadonlySet<string> = new Set([...counted, 'lineItemId', 'reservedInventoryQuantity', 'returnQuantity'])

/**
 * The shipments with the changed fields of their lines, except quantities, and without lines that
 * the order no longer has (quantities.md#patched-quantities). The same list when no line changed.
 */
export function withSpreadChanges(shipments: Shipment[], before: readonly OrderLine[], after: readonly OrderLine[]): Shipment[] {
  if (before === after) return shipments
  const remaining = new Map(after.map((line) => [line.lineItemId, line]))
  const changes = new Map(before.map((line) => [line.lineItemId, changedLineFields(line, remaining.get(line.lineItemId))]))
  return shipments.map((shipment) => {
    const lineItems = shipment.lineItems.flatMap((copy) => {
      if (!remaining.has(copy.lineItemId)) return []
      const changed = changes.get(copy.lineItemId)
      return changed === undefined ? [copy] : [{ ...copy, ...changed }]
    })
    return { ...shipment, lineItems }
  })
}

function changedLineFields(before: OrderLine, after: OrderLine | undefined): Partial<OrderLine> | undefined {
  if (after === undefined || after === before) return undefined
  const changed: Record<string, unknown> = {}
  for (const name in after) {
    const value = after[name as keyof OrderLine]
    if (!isEqual(value, before[name as keyof OrderLine]) && !ownFields.has(name)) changed[name] = value
  }
  return changed
}

/**
 * What decides who takes up a difference: the quantities that a patch states, for lines and for
 * copies, are not touched.
 */
export type Reconciliation = {
  ofLine(lineItemId: string | null): LinePatch | undefined
  ofCopy(shipmentId: string | null, lineItemId: string | null): LinePatch | undefined
  isCanceled(shipment: Shipment): boolean
}

type Copy = { shipment: number; target: number; copy: OrderLine; stated: LinePatch | undefined; isCanceled: boolean }

/**
 * Lines and shipments whose quantities go together again after a patch
 * (quantities.md#patched-quantities). A quantity that is stated for a line is taken up by the last
 * copy for which none is stated, one in a cancelled shipment only if there is no other; otherwise
 * what was delivered, cancelled and made ready of a line is the sum of its copies. What cannot be
 * brought together is left for `assertQuantities` to refuse.
 */
export function reconciledQuantities(form: OrderForm, reconciliation: Reconciliation): OrderForm {
  if (form.shipments.length === 0) return form
  const copies = copiesByLine(form.shipments, reconciliation)
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: [...shipment.lineItems] }))
  const lineItems = form.lineItems.map((line) => {
    const held = copies.get(line.lineItemId)
    if (held === undefined) return line
    const reconciled = reconciledLine(line, held, reconciliation.ofLine(line.lineItemId))
    for (const { shipment, target, copy } of held) (shipments[shipment] as Shipment).lineItems[target] = copy
    return reconciled
  })
  return { ...form, lineItems, shipments }
}

function copiesByLine(shipments: readonly Shipment[], { ofCopy, isCanceled }: Reconciliation): Map<string | null, Copy[]> {
  const copies = shipments.flatMap((holder, shipment) => {
    const ofShipment = { shipment, isCanceled: isCanceled(holder) }
    return holder.lineItems.map((copy, target): Copy => {
      return { ...ofShipment, target, copy, stated: ofCopy(holder.shipmentId, copy.lineItemId) }
    })
  })
  return Map.groupBy(copies, ({ copy }) => copy.lineItemId)
}

/** The reconciled line; its copies are changed in place. */
function reconciledLine(line: OrderLine, held: Copy[], patch: LinePatch | undefined): OrderLine {
  let reconciled = line
  for (const field of counted) {
    const sum = sumOfQuantities(held.map(({ copy }) => copy[field] ?? 0))
    if (sum === (reconciled[field] ?? 0)) continue
    if (patch?.[field] !== undefined) takeUp(held, field, restOfQuantity(reconciled[field] ?? 0, sum))
    else if (field !== 'quantity') reconciled = { ...reconciled, [field]: sum }
  }
  if (patch?.returnQuantity !== undefined) spreadReturned(held, reconciled.returnQuantity)
  return reconciled
}

function takeUp(held: Copy[], field: (typeof counted)[number], difference: number): void {
  const free = held.filter(({ stated }) => stated?.[field] === undefined)
  const taker = free.findLast(({ isCanceled }) => !isCanceled) ?? free.at(-1)
  if (taker === undefined) return
  taker.copy = { ...taker.copy, [field]: sumOfQuantities([taker.copy[field] ?? 0, difference]) }
}

/**
 * Spreads the returned quantity of a line over its copies in their order, up to what each has
 * delivered; a single copy has all of it.
 */
function spreadReturned(held: Copy[], returned: number): void {
  let rest = returned
  for (const one of held) {
    const part = held.length === 1 ? rest : Math.min(rest, one.copy.deliveredQuantity)
    rest = restOfQuantity(rest, part)
    if (part !== one.copy.returnQuantity) one.copy = { ...one.copy, returnQuantity: part }
  }
}

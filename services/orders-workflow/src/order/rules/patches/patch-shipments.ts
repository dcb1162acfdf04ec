import { completer } from '@open-oms/contracts/complete'
import { shipmentStatuses } from '@open-oms/contracts/config/order-types'
import { type OrderLine, OrderLine as OrderLineModel } from '@open-oms/contracts/orders/order-line'
import type { ShipmentPatch } from '@open-oms/contracts/orders/order-patch'
import { type Shipment, Shipment as ShipmentModel } from '@open-oms/contracts/orders/shipment'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { type LineInput, nextNumber } from '../lines/new-lines.ts'
import { newCopy } from '../shipments/new-shipments.ts'
import { withLoggedStatus } from '../shipments/shipment-status.ts'
import { type ItemTarget, patchedById } from './patch-by-id.ts'
import { checkNeverNegative, type LinePatch } from './patch-lines.ts'
import { type MergeContext, merged, replacedBase, replacing } from './patch-merge.ts'
import { type Fields, schemaShape } from './patch-shapes.ts'

export type ShipmentInput = InputOf<ShipmentPatch>

type Target = {
  merging: MergeContext
  /** The lines of the order after the patch. */
  lines: ReadonlyMap<string | null, OrderLine>
  /** Notes why a known or new shipment may not have a status; `path` names the status. */
  checkStatus(shipment: Shipment | undefined, status: string, path: string): void
  /** Where the list is in the body. */
  path: string
}

const shape = schemaShape(ShipmentModel)
const lineShape = schemaShape(OrderLineModel)
const completeLine = completer(OrderLineModel)

/**
 * The shipments with what a patch says of them, found by `shipmentId` (orders.md#merged-lists); the
 * same list when nothing changes. New ones come last, numbered where they have no id. An only
 * shipment that is sent without lines takes them all (quantities.md#shipments-of-a-new-order).
 * Problems name the path.
 */
export function patchedShipments(known: Shipment[], sent: readonly ShipmentInput[], target: Target): Shipment[] {
  const { merging, path } = target
  const shipments = patchedById(known, sent, {
    field: 'shipmentId',
    shape,
    merging,
    path,
    patched: (shipment, at) => patchedShipment(shipment, { ...target, ...at }),
  })
  if (shipments.length > LIST_MAX) merging.problems.add(path, `would make the list longer than ${LIST_MAX}`)
  return takingAll(withIds(shipments), target)
}

function withIds(shipments: Shipment[]): Shipment[] {
  if (shipments.every(({ shipmentId }) => shipmentId)) return shipments
  let next = nextNumber(shipments.map(({ shipmentId }) => shipmentId))
  return shipments.map((shipment) => (shipment.shipmentId ? shipment : { ...shipment, shipmentId: String(next++) }))
}

function takingAll(shipments: Shipment[], { lines }: Target): Shipment[] {
  const [only] = shipments
  if (only === undefined || shipments.length > 1 || only.lineItems.length > 0 || lines.size === 0) return shipments
  return [{ ...only, lineItems: [...lines.values()] }]
}

function patchedShipment({ lineItems, orderStatus, ...sent }: ShipmentInput, target: Target & ItemTarget<Shipment>): Shipment {
  const { before, path, checkStatus } = target
  const isMerged = before !== undefined && target.merging.keepsItems
  const merging = isMerged ? target.merging : replacing(target.merging)
  const base = isMerged ? before : baseFor(before)
  const shipment = merged(base, sent, { shape, merging, path })
  const moved = orderStatus === undefined ? shipment : withLoggedStatus(shipment, orderStatus, merging.now)
  if (shipment.status !== base.status) checkGoods(shipment.status, `${path}.status`, merging)
  if (orderStatus !== undefined && moved !== shipment) checkStatus(before, orderStatus, `${path}.orderStatus`)
  // A previous status that is sent counts more than the one that the move leaves.
  const updated = sent.prevStatus === undefined || moved === shipment ? moved : { ...moved, prevStatus: sent.prevStatus }
  if (lineItems === undefined) return updated
  const copies = patchedCopies(base.lineItems, lineItems, { ...target, merging, path: `${path}.lineItems` })
  return copies === base.lineItems ? updated : { ...updated, lineItems: copies }
}

/**
 * A shipment gets no unknown status (shipments.md#shipment-statuses), but keeps one that it has,
 * for example from an import.
 */
function checkGoods(status: string | null, path: string, { problems }: MergeContext): void {
  if (status === null || (shipmentStatuses as readonly string[]).includes(status)) return
  problems.add(path, `"${status}" is not one of ${shipmentStatuses.join(', ')}`)
}

/**
 * A shipment that is replaced by one with its id keeps its index, and its lines unless lines are
 * sent.
 */
function baseFor(before: Shipment | undefined): Shipment {
  const base = replacedBase(shape, before as Fields | undefined) as unknown as Shipment
  if (before === undefined) return base
  const { shipmentId, lineItems, orderStatus, prevStatus, status } = before
  return { ...base, shipmentId, lineItems, orderStatus, prevStatus, status }
}

/**
 * The copies of a shipment with the fields of a patch; copies of lines that it does not hold yet
 * are added.
 */
function patchedCopies(known: OrderLine[], sent: readonly LinePatch[], target: Target): OrderLine[] {
  const { merging, path } = target
  for (const [index, { lineItemId }] of sent.entries())
    if (!lineItemId) merging.problems.add(`${path}[${index}].lineItemId`, 'is required')
  const patched = (copy: LinePatch, at: ItemTarget<OrderLine>) => patchedCopy(copy, { ...target, ...at })
  return patchedById(known, sent, { field: 'lineItemId', shape: lineShape, merging, path, patched })
}

function patchedCopy(patch: LinePatch, { before, merging, lines, path }: Target & ItemTarget<OrderLine>): OrderLine {
  const line = lines.get(patch.lineItemId ?? null)
  if ((patch.quantity ?? 0) < 0) merging.problems.add(`${path}.quantity`, 'must not be negative')
  checkNeverNegative(patch, path, merging.problems)
  if (line === undefined) {
    if (patch.lineItemId) merging.problems.add(`${path}.lineItemId`, `"${patch.lineItemId}" is not a line of the order`)
    // The patch is refused, so this copy is not used.
    return completeLine({})
  }
  const isMerged = before !== undefined && merging.keepsItems
  const base = isMerged ? before : copyReplacing(line, patch, before)
  return merged(base, patch, { shape: lineShape, merging: isMerged ? merging : replacing(merging), path })
}

function copyReplacing(line: OrderLine, patch: LinePatch, before: OrderLine | undefined): OrderLine {
  const copy = completeLine(newCopy(line as unknown as LineInput, patch))
  return { ...copy, reservedInventoryQuantity: before?.reservedInventoryQuantity ?? 0 }
}

import { type OrderLine, OrderLine as OrderLineModel } from '@open-oms/contracts/orders/order-line'
import type { OrderLinePatch } from '@open-oms/contracts/orders/order-patch'
import { type InputOf, LINES_MAX } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { nextNumber } from '../lines/new-lines.ts'
import { refuseRepeats } from './patch-by-id.ts'
import { type MergeContext, mergedItems } from './patch-merge.ts'
import { type Fields, schemaShape } from './patch-shapes.ts'

export type LinePatch = InputOf<OrderLinePatch>

type Target = {
  merging: MergeContext
  /** Where the list is in the body; empty when it is the body. */
  path: string
  /** False: unknown lines are skipped instead of added. */
  addsItems: boolean
}

const shape = schemaShape(OrderLineModel)

/**
 * The lines with what patches say of them, found by `lineItemId` (orders.md#merged-lists); the same
 * list when nothing changes. New lines come last, numbered where they have no id
 * (lines.md#line-ids). Problems name the path.
 */
export function patchedLines(known: OrderLine[], sent: readonly LinePatch[], target: Target): OrderLine[] {
  checkLines(known, sent, target)
  const field = { kind: 'items', name: 'lineItems', shape, keys: ['lineItemId'], limit: LINES_MAX } as const
  const lines = mergedItems(known as Fields[], sent, { ...target, field }) as OrderLine[]
  return lines === known ? known : withIds(lines)
}

function withIds(lines: OrderLine[]): OrderLine[] {
  if (lines.every((line) => line.lineItemId)) return lines
  let next = nextNumber(lines.map((line) => line.lineItemId))
  return lines.map((line) => (line.lineItemId ? line : { ...line, lineItemId: String(next++) }))
}

function checkLines(known: readonly OrderLine[], sent: readonly LinePatch[], { merging, path, addsItems }: Target): void {
  const ids = new Set<string | undefined>(known.map((line) => line.lineItemId))
  refuseRepeats(sent, { field: 'lineItemId', path }, merging.problems)
  for (const [index, line] of sent.entries()) {
    const isNew = !merging.keepsItems || !ids.has(line.lineItemId)
    if (isNew && merging.keepsItems && !addsItems) continue
    checkLinePatch(isNew ? { ...line, quantity: line.quantity ?? 0 } : line, `${path}[${index}]`, merging.problems)
  }
}

const neverNegative = [
  'canceledQuantity',
  'cost',
  'deliveredQuantity',
  'readyForPickupQuantity',
  'replacedQuantity',
  'returnQuantity',
] as const

/**
 * Checks the numbers that a patch has for a line, as on creation (quantities.md#patched-quantities,
 * quantities.md#quantities-of-a-line-update, quantities.md#shipments-of-a-new-order).
 */
function checkLinePatch(line: LinePatch, path: string, problems: Problems): void {
  if (line.quantity !== undefined && line.quantity <= 0) problems.add(`${path}.quantity`, 'must be above 0')
  checkNeverNegative(line, path, problems)
}

/** Checks the numbers of a line, or of a copy in a shipment, that may be 0. */
export function checkNeverNegative(line: LinePatch, path: string, problems: Problems): void {
  for (const field of neverNegative) {
    if ((line[field] ?? 0) < 0) problems.add(`${path}.${field}`, 'must not be negative')
  }
}

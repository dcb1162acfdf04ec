import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import { OrderForm as OrderFormModel } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { OrderFormPatch } from '@open-oms/contracts/orders/order-patch'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { InputOf } from '@open-oms/contracts/primitives'
import { fromUnits, toUnits } from '@open-oms/money/quantities'
import { assertQuantities } from '../invariants.ts'
import { packageTree, partQuantity } from '../packages/package-lines.ts'
import { packageProblem } from '../packages/package-problem.ts'
import { checkNewReferences } from '../packages/package-references.ts'
import { placed } from '../shipments/added-lines.ts'
import { assertShipTogether } from '../shipments/ship-together.ts'
import { assertTransitionAllowed } from '../status/transitions.ts'
import { withPricesSpreadAgain } from '../totals/package-prices.ts'
import { type LinePatch, patchedLines } from './patch-lines.ts'
import { type MergeContext, merged } from './patch-merge.ts'
import { patchedPayments } from './patch-payments.ts'
import { reconciledQuantities, withSpreadChanges } from './patch-quantities.ts'
import { schemaShape } from './patch-shapes.ts'
import { patchedShipments, type ShipmentInput } from './patch-shipments.ts'

export type FormPatch = InputOf<OrderFormPatch>

export type FormContext = {
  merging: MergeContext
  /** Decimals of the order's currency. */
  exponent: number
  /** The order's type; undefined when it is not configured. */
  type: OrderType | undefined
}

const shape = schemaShape(OrderFormModel)

/**
 * The order with what a patch says of its form (orders.md#order-patch); the same order when nothing
 * of it changes. Raises `QuantityNotAvailable`; other problems are noted by path.
 */
export function withPatchedForm(order: Order, sent: FormPatch, context: FormContext): Order {
  const { lineItems, shipments, payments, ...fields } = sent
  const { merging, exponent } = context
  const before = order.orderForm
  const own = merged(before, fields, { shape, merging, path: 'orderForm' })
  const paid =
    payments === undefined
      ? own.payments
      : patchedPayments(own.payments, payments, { merging, exponent, path: 'orderForm.payments' })
  const form = paid === own.payments ? own : { ...own, payments: paid }
  const patched = form === before ? order : { ...order, orderForm: form }
  return withPatchedLines(patched, { lineItems, shipments, path: 'orderForm', addsLines: true }, context)
}

type SentLines = {
  lineItems: readonly LinePatch[] | undefined
  shipments: readonly ShipmentInput[] | undefined
  /** Where both lists are in the body; empty when the lines are the body. */
  path: string
  /** False: lines that the order does not have are passed over instead of added. */
  addsLines: boolean
}

/**
 * The order with what a patch says of its lines and shipments. What changes of a line reaches its
 * copies, a new line goes to the first shipment that is not cancelled (orders.md#order-patch,
 * lines.md#line-patches, lines.md#added-lines). Raises `QuantityNotAvailable`; other problems are
 * noted by path.
 */
export function withPatchedLines<Draft extends OrderDraft>(order: Draft, sent: SentLines, context: FormContext): Draft {
  const { shipments, path, addsLines } = sent
  const { merging, type } = context
  const form = order.orderForm
  const target = { merging, path: path === '' ? '' : `${path}.lineItems`, addsItems: addsLines }
  const lineItems =
    sent.lineItems !== undefined && merging.keepsItems
      ? withPackagePatches(form.lineItems, sent.lineItems, target.path)
      : sent.lineItems
  const lines = lineItems === undefined ? form.lineItems : patchedLines(form.lineItems, lineItems, target)
  const spread = withSpreadChanges(form.shipments, form.lineItems, lines)
  const held =
    shipments === undefined
      ? spread
      : patchedShipments(spread, shipments, {
          merging,
          lines: new Map(lines.map((line) => [line.lineItemId, line])),
          checkStatus: (shipment, status, at) => checkStatus({ order, shipment, status, at }, context),
          path: `${path}.shipments`,
        })
  if (lines === form.lineItems && held === form.shipments) return order
  // Problems of the input say more than problems of its result.
  merging.problems.throwIfAny()
  const canceledStatuses = (type?.orderStatuses ?? []).filter((status) => status.isCanceledStatus).map(({ name }) => name)
  const known = new Set(form.lineItems.map((line) => line.lineItemId))
  const added = lines.filter((line) => !known.has(line.lineItemId))
  const patched = { ...order, orderForm: { ...form, lineItems: lines, shipments: held } }
  const whole = withPlaced(patched, added, canceledStatuses)
  // The returned quantity of a line that replaces another is the sent one, not that of its copies.
  const stated = (lineItems ?? [])
    .map((line) => (merging.keepsItems ? line : { returnQuantity: 0, ...line }))
    .map((line) => withoutKnownReturns(line, form.lineItems))
  const isCanceled = ({ status, orderStatus }: Shipment) =>
    status === 'Cancelled' || (orderStatus !== null && canceledStatuses.includes(orderStatus))
  const reconciled = reconciledQuantities(whole.orderForm, { ...statedIn(stated, shipments ?? []), isCanceled })
  checkPackages(reconciled.shipments, shipments ?? [], { before: form.shipments, path: `${path}.shipments`, merging })
  const priced = withPricesSpreadAgain(form.lineItems, reconciled.lineItems, context.exponent)
  const orderForm = priced === reconciled.lineItems ? reconciled : { ...reconciled, lineItems: priced }
  assertQuantities(orderForm)
  assertShipTogether(orderForm.lineItems, { before: form.shipments, after: orderForm.shipments })
  return { ...whole, orderForm }
}

/**
 * Packages that are sent refer to what their shipment holds after the patch
 * (shipments.md#shipment-packages).
 */
function checkPackages(
  shipments: readonly Shipment[],
  sent: readonly ShipmentInput[],
  { before, path, merging }: Pick<FormContext, 'merging'> & { before: readonly Shipment[]; path: string },
) {
  const findShipmentIndex = (id: string | null) => sent.findIndex(({ shipmentId }) => shipmentId === id)
  const nameless = sent.findIndex(({ shipmentId }) => !shipmentId)
  for (const shipment of sent.length === 0 ? [] : shipments) {
    const target = findShipmentIndex(shipment.shipmentId)
    checkNewReferences(shipment, {
      before: before.find(({ shipmentId }) => shipmentId === shipment.shipmentId),
      path: `${path}[${target < 0 ? nameless : target}]`,
      problems: merging.problems,
    })
  }
}

type StatusCheck = { order: OrderDraft; shipment: Shipment | undefined; status: string; at: string }

function checkStatus({ order, shipment, status, at }: StatusCheck, { type, merging }: FormContext): void {
  if (type === undefined) return
  const from = shipment === undefined ? null : (shipment.orderStatus ?? order.status)
  if (type.orderStatuses.some((candidate) => candidate.name === status)) assertTransitionAllowed(type, from, status)
  else merging.problems.add(at, `"${status}" is not a status of order type "${type.name}"`)
}

/**
 * The order with those new lines in a shipment that no shipment was sent with, if it has shipments.
 */
function withPlaced<Draft extends OrderDraft>(
  order: Draft,
  added: readonly OrderLine[],
  canceledStatuses: readonly string[],
): Draft {
  const { shipments } = order.orderForm
  if (shipments.length === 0 || added.length === 0) return order
  const held = new Set(shipments.flatMap((shipment) => shipment.lineItems.map((copy) => copy.lineItemId)))
  const loose = added.filter((line) => !held.has(line.lineItemId))
  if (loose.length === 0) return order
  const target = { shipmentId: undefined, canceledStatuses }
  return { ...order, orderForm: { ...order.orderForm, shipments: placed(order, loose, target) } }
}

function statedIn(lineItems: readonly LinePatch[], shipments: readonly ShipmentInput[]) {
  const lines = new Map(lineItems.map((line) => [line.lineItemId ?? null, line]))
  const copies = new Map(
    shipments.map(({ shipmentId, lineItems: sent }) => [
      shipmentId ?? null,
      new Map((sent ?? []).map((copy) => [copy.lineItemId ?? null, copy])),
    ]),
  )
  return {
    ofLine: (lineItemId: string | null) => lines.get(lineItemId),
    ofCopy: (shipmentId: string | null, lineItemId: string | null) => copies.get(shipmentId)?.get(lineItemId),
  }
}

/**
 * Units of return forms count on the line alone: what is sent back as it was moves none to copies.
 */
function withoutKnownReturns(line: LinePatch, stored: readonly OrderLine[]): LinePatch {
  const { returnQuantity, ...rest } = line
  const isKnown = stored.some(
    ({ lineItemId, returnQuantity: known }) => lineItemId === line.lineItemId && known === returnQuantity,
  )
  return isKnown ? rest : line
}

/** Quantities of a package that those of its components follow. */
const following = ['deliveredQuantity', 'canceledQuantity', 'returnQuantity', 'readyForPickupQuantity'] as const

/**
 * Patches of lines with those of the components of the packages among them: their quantities follow
 * in proportion, unless a patch states them (packages.md#acting-on-packages). The sent patches come
 * first, in their order. `path` names their list. Raises `ValidationFailed` when a component's
 * quantity would have more than 3 decimals or 9 integer digits (money.md#amounts).
 */
function withPackagePatches(lines: readonly OrderLine[], sent: readonly LinePatch[], path: string): LinePatch[] {
  const tree = packageTree(lines)
  if (!tree.hasPackages) return [...sent]
  const patches = new Map<string | null, LinePatch>(sent.map((patch) => [patch.lineItemId ?? null, patch]))
  const added = new Map<string | null, LinePatch>()
  for (const [index, patch] of sent.entries()) {
    const line = lines.find((candidate) => candidate.lineItemId === patch.lineItemId)
    if (line === undefined || (patch.quantity ?? 1) <= 0) continue
    for (const part of tree.allComponents(line.lineItemId)) {
      const stated = patches.get(part.lineItemId) ?? added.get(part.lineItemId) ?? {}
      const changes = componentChanges(part, { line, patch, stated, at: `${path}[${index}].quantity` })
      if (Object.keys(changes).length === 0) continue
      const holder = patches.has(part.lineItemId) ? patches : added
      holder.set(part.lineItemId, { lineItemId: part.lineItemId, ...stated, ...changes })
    }
  }
  return [...sent.map((patch) => patches.get(patch.lineItemId ?? null) ?? patch), ...added.values()]
}

type ComponentPatchContext = { line: OrderLine; patch: LinePatch; stated: LinePatch; at: string }

function componentChanges(part: OrderLine, { line, patch, stated, at }: ComponentPatchContext): LinePatch {
  const changes: LinePatch = {}
  if (patch.quantity !== undefined && patch.quantity !== line.quantity && stated.quantity === undefined)
    changes.quantity = scaled(part, { quantity: patch.quantity, whole: line.quantity, at })
  const ratio = { whole: patch.quantity ?? line.quantity, part: changes.quantity ?? stated.quantity ?? part.quantity }
  for (const field of following) {
    const quantity = patch[field]
    if (quantity !== undefined && quantity >= 0 && stated[field] === undefined) changes[field] = partQuantity(quantity, ratio)
  }
  return changes
}

function scaled(part: OrderLine, { quantity, whole, at }: { quantity: number; whole: number; at: string }): number {
  const product = BigInt(toUnits(quantity)) * BigInt(toUnits(part.quantity))
  const units = product / BigInt(toUnits(whole))
  if (product % BigInt(toUnits(whole)) === 0n && units > 0n && units < 10n ** 12n) return fromUnits(Number(units))
  throw packageProblem(
    'ValidationFailed',
    at,
    `gives line "${part.lineItemId}", a component, no quantity of at most 9 integer digits and 3 decimals`,
  )
}

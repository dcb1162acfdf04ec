import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderFormPatch } from '@open-oms/contracts/orders/order-patch'
import { type ReturnOrderForm, ReturnOrderForm as ReturnOrderFormModel } from '@open-oms/contracts/orders/returns/returns'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { isEqual } from '../context/changed-fields.ts'
import { nextNumber } from '../lines/new-lines.ts'
import { toReturnedLine } from '../returns/returned-line.ts'
import { type ItemTarget, patchedById } from './patch-by-id.ts'
import { type LinePatch, patchedLines } from './patch-lines.ts'
import { type MergeContext, merged, replacedBase, replacing, withGenerated } from './patch-merge.ts'
import { patchedPayments } from './patch-payments.ts'
import { type Fields, schemaShape } from './patch-shapes.ts'
import { withPatchedComponents } from './returned-packages.ts'

export type ReturnFormPatch = InputOf<ReturnOrderFormPatch>

type Target = {
  merging: MergeContext
  /** The order whose lines come back. */
  order: Order
  /** Lines that the order gets by the same request. */
  newLines?: readonly { lineItemId?: string | undefined }[]
  /** The ids of the stores that there are. */
  storeIds: readonly string[]
  /** Decimals of the order's currency. */
  exponent: number
  /** Where the list is in the body. */
  path: string
}

/** The charge of a return form that `chargeShipmentCostAmount` sets. */
export const SHIPMENT_COST = 'ShipmentCost'

const shape = schemaShape(ReturnOrderFormModel)

/**
 * The return forms with what a patch says of them, found by `returnId` (returns.md#return-patches);
 * the same list when nothing changes. New ones come last, numbered where they have no id (G). A
 * form that changes is `modified` now. Problems name the path.
 */
export function patchedReturnForms(
  known: ReturnOrderForm[],
  sent: readonly ReturnFormPatch[],
  target: Target,
): ReturnOrderForm[] {
  const { merging, path } = target
  const given = withGenerated(sent as Fields[], known as Fields[], { shape, merging }) as ReturnFormPatch[]
  const forms = patchedById(known, sent, {
    field: 'returnId',
    shape,
    merging,
    path,
    patched(form, at) {
      const isMerged = merging.keepsItems && at.before !== undefined
      return patchedForm(isMerged ? form : (given[at.index] as ReturnFormPatch), { ...target, ...at })
    },
  })
  if (forms.length > LIST_MAX) merging.problems.add(path, `would make the list longer than ${LIST_MAX}`)
  return withIds(forms)
}

function withIds(forms: ReturnOrderForm[]): ReturnOrderForm[] {
  if (forms.every(({ returnId }) => returnId)) return forms
  let next = nextNumber(forms.map(({ returnId }) => returnId))
  return forms.map((form) => (form.returnId ? form : { ...form, returnId: String(next++) }))
}

function patchedForm(
  sent: ReturnFormPatch,
  { before, exponent, path, ...target }: Target & ItemTarget<ReturnOrderForm>,
): ReturnOrderForm {
  const { payments, storeId } = sent
  const isMerged = before !== undefined && target.merging.keepsItems
  const merging = isMerged ? target.merging : replacing(target.merging)
  const base = isMerged ? before : baseFor(before)
  if (storeId !== undefined && storeId !== before?.storeId && !target.storeIds.includes(storeId))
    merging.problems.add(`${path}.storeId`, `"${storeId}" is not a store`)
  const own = merged(base, plainFields(sent, merging, path), { shape, merging, path })
  const form = { ...own }
  if (payments !== undefined)
    form.payments = patchedPayments(own.payments, payments, { merging, exponent, path: `${path}.payments` })
  if (sent.lineItems !== undefined) form.lineItems = returnedLines(own.lineItems, sent, { ...target, merging, path })
  return before !== undefined && isEqual(form, before) ? before : { ...form, modified: merging.now }
}

type LinesTarget = Pick<Target, 'order' | 'newLines' | 'merging' | 'path'>

/** A line of a return form has the returned units in `quantity`, which `returnQuantity` repeats. */
function returnedLines(known: OrderLine[], patch: ReturnFormPatch, { order, newLines, ...target }: LinesTarget): OrderLine[] {
  const { lineItems: sent = [], replaceLineItemsArray, shouldAddMissingLineItems } = patch
  const addsItems = shouldAddMissingLineItems !== false
  const merging = { ...target.merging, keepsItems: target.merging.keepsItems && replaceLineItemsArray !== true }
  const path = `${target.path}.lineItems`
  const ids = new Set(known.map(({ lineItemId }) => lineItemId))
  const isIn = (id: string | null) =>
    [...order.orderForm.lineItems, ...(newLines ?? [])].some(({ lineItemId }) => lineItemId === id)
  for (const [index, { lineItemId = null }] of sent.entries()) {
    const isPassedOver = merging.keepsItems && !addsItems
    if (!lineItemId) merging.problems.add(`${path}[${index}].lineItemId`, 'is required')
    else if (!ids.has(lineItemId) && !isPassedOver && !isIn(lineItemId))
      merging.problems.add(`${path}[${index}].lineItemId`, `"${lineItemId}" is not a line of the order`)
  }
  const { sent: all, without } = merging.keepsItems
    ? withPatchedComponents(order, known, sent)
    : { sent, without: new Set<string | null>() }
  const remaining = without.size === 0 ? known : known.filter(({ lineItemId }) => !without.has(lineItemId))
  const start = merging.keepsItems && addsItems ? withSoldLines(remaining, all, { order, now: merging.now }) : remaining
  const lines = patchedLines(start, all, { merging, path, addsItems })
  if (lines.every(({ quantity, returnQuantity }) => quantity === returnQuantity)) return lines
  return lines.map((line) => (line.quantity === line.returnQuantity ? line : { ...line, returnQuantity: line.quantity }))
}

/** The lines of a form with added lines of the order, as they were sold. */
function withSoldLines(
  known: OrderLine[],
  sent: readonly LinePatch[],
  { order, now }: { order: Order; now: string },
): OrderLine[] {
  const ids = new Set(known.map(({ lineItemId }) => lineItemId))
  const added = sent.flatMap(({ lineItemId = '', quantity }) => {
    const line = order.orderForm.lineItems.find((candidate) => candidate.lineItemId === lineItemId)
    if (line === undefined || ids.has(lineItemId) || quantity === undefined) return []
    ids.add(lineItemId)
    return [toReturnedLine(line, { quantity, now })]
  })
  return added.length === 0 ? known : [...known, ...added]
}

/**
 * What calculation and steps set of a form that another one of its id replaces stays; its lines are
 * the base for theirs.
 */
function baseFor(before: ReturnOrderForm | undefined): ReturnOrderForm {
  const base = replacedBase(shape, before as Fields | undefined) as unknown as ReturnOrderForm
  if (before === undefined) return base
  const { returnId, lineItems, payments } = before
  return { ...base, returnId, lineItems, payments }
}

/** The fields that the form has, except lists with rules of their own. */
function plainFields(sent: ReturnFormPatch, { problems }: MergeContext, path: string): ReturnFormPatch {
  const { lineItems, payments, creditShipmentAmount, chargeShipmentCostAmount, ...fields } = sent
  for (const field of ['creditAmount', 'creditShipmentAmount', 'chargeShipmentCostAmount'] as const) {
    if ((sent[field] ?? 0) < 0) problems.add(`${path}.${field}`, 'must not be negative')
  }
  const charge = { key: SHIPMENT_COST, amount: chargeShipmentCostAmount ?? 0 }
  return {
    ...fields,
    ...(creditShipmentAmount === undefined ? {} : { shippingCreditedTotal: creditShipmentAmount }),
    ...(chargeShipmentCostAmount === undefined ? {} : { returnCharges: [...(fields.returnCharges ?? []), charge] }),
  }
}

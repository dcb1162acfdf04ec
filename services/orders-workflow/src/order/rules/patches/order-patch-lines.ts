import type { OrderDraft } from '@open-oms/contracts/orders/order'
import { collectProblems } from '@open-oms/contracts/problems'
import { currencyExponent } from '@open-oms/money/currency'
import { orderCurrency } from '../context/order-context.ts'
import { assertWritable } from '../context/order-guards.ts'
import { typeNamed } from '../status/order-type.ts'
import { buildMergeContext, type PatchContext } from './order-patch.ts'
import { withPatchedLines } from './patch-form.ts'
import type { LinePatch } from './patch-lines.ts'

/** Fields of a line that patches of lines cannot set (lines.md#line-patches). */
const notPatchable = [
  'componentId',
  'components',
  'createPurchaseOrder',
  'groupId',
  'isBackorder',
  'isBundle',
  'isPackageBrokeDown',
  'isPackageProduct',
  'modifiedReason',
  'readyForPickupQuantity',
] as const satisfies readonly (keyof LinePatch)[]

/**
 * The order with what patches say of its lines, found by `lineItemId` (lines.md#line-patches); the
 * same order when nothing changes. Lines that the order does not have are passed over, and what
 * cannot be patched is ignored. Raises `ValidationFailed` naming every bad path,
 * `QuantityNotAvailable`, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function withLinePatches<Draft extends OrderDraft>(
  order: Draft,
  patches: readonly LinePatch[],
  context: PatchContext,
): Draft {
  assertWritable(order)
  const problems = collectProblems()
  for (const [index, { lineItemId }] of patches.entries()) if (!lineItemId) problems.add(`[${index}].lineItemId`, 'is required')
  const exponent = currencyExponent(orderCurrency(order, context.config))
  const patched = withPatchedLines(
    order,
    { lineItems: patches.map(patchable), shipments: undefined, path: '', addsLines: false },
    {
      merging: buildMergeContext({}, context, { problems, exponent }),
      exponent,
      type: typeNamed(order.orderType, context.config.orderTypes),
    },
  )
  problems.throwIfAny()
  return patched
}

function patchable(patch: LinePatch): LinePatch {
  const rest = { ...patch }
  for (const field of notPatchable) delete rest[field]
  return rest
}

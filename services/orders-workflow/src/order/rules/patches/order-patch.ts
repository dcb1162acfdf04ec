import type { OrderType } from '@open-oms/contracts/config/order-types'
import { type Order, Order as OrderModel } from '@open-oms/contracts/orders/order'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { currencyExponent, isCurrency } from '@open-oms/money/currency'
import { toAmount, toMinor } from '@open-oms/money/minor'
import { type OrderConfig, orderCurrency } from '../context/order-context.ts'
import { assertNotDeleted, assertWritable } from '../context/order-guards.ts'
import { withErrorStatuses } from '../input/error-statuses.ts'
import { checkRounded, type PaymentInput } from '../payments/new-payments.ts'
import { withCheckedReturns } from '../returns/checked-returns.ts'
import { assertSettledFormsStay } from '../returns/settled-entries.ts'
import { typeNamed } from '../status/order-type.ts'
import { assertTransitionAllowed } from '../status/transitions.ts'
import { forcedFields, type OrderPatchInput, withEmptied, withoutRemovedProperties } from './order-patch-options.ts'
import { withPatchedForm } from './patch-form.ts'
import { type MergeContext, merged, replacing } from './patch-merge.ts'
import { patchedReturnForms } from './patch-returns.ts'
import { type Fields, schemaShape } from './patch-shapes.ts'

/** Orders of this type need a market (orders.md#default-market). */
const POS = 'Pos'

type Heads = {
  before: Order
  after: Order
}

/**
 * Checks what a patch makes of store, market, currency, type and status (workflow.md#status-fields,
 * workflow.md#transition-policy, orders.md#order-patch); values that the order had already may be
 * missing from the configuration. Notes problems by path; raises `TransitionNotAllowed`.
 */
function checkPatchedHead({ before, after }: Heads, config: OrderConfig, problems: Problems): void {
  if (after.storeId !== before.storeId && !config.stores.some((store) => store.id === after.storeId))
    problems.add('storeId', `"${after.storeId}" is not a store`)
  checkMarket({ before, after }, config, problems)
  if (after.billingCurrency !== before.billingCurrency && after.billingCurrency !== null && !isCurrency(after.billingCurrency))
    problems.add('billingCurrency', `"${after.billingCurrency}" is not a currency of ISO 4217`)
  checkStatus({ before, after }, config, problems)
}

function checkMarket({ before, after }: Heads, { markets }: OrderConfig, problems: Problems): void {
  const { marketId, orderType } = after
  if (marketId === before.marketId && orderType === before.orderType) return
  if (marketId === null) {
    if (orderType === POS) problems.add('marketId', `is required for orders of type "${POS}"`)
  } else if (marketId !== before.marketId && !markets.some((market) => market.id === marketId))
    problems.add('marketId', `"${marketId}" is not a market`)
}

function checkStatus({ before, after }: Heads, { orderTypes }: OrderConfig, problems: Problems): void {
  const isMoved = after.status !== before.status
  if (!isMoved && after.orderType === before.orderType) return
  const type = typeNamed(after.orderType, orderTypes)
  if (type === undefined) problems.add('orderType', `"${after.orderType}" is not a configured order type`)
  else if (!type.orderStatuses.some((status) => status.name === after.status))
    problems.add('status', `"${after.status}" is not a status of order type "${type.name}"`)
  else if (isMoved) checkMove(before, after.status, orderTypes)
}

/**
 * The policy is of the status that the order leaves; changing the type as well is no way around it.
 */
function checkMove(before: Order, status: string, orderTypes: readonly OrderType[]): void {
  const left = typeNamed(before.orderType, orderTypes)
  if (left !== undefined) assertTransitionAllowed(left, before.status, status)
}

export type PatchContext = {
  config: OrderConfig
  /** ISO 8601 UTC. */
  now: string
  newId: () => string
}

type PatchInput = { patch: OrderPatchInput; merging: MergeContext; forced: ReadonlySet<string> }

const shape = schemaShape(OrderModel)

/**
 * The order with what a patch says of it (orders.md#order-patch); the same order when nothing of it
 * changes. Amounts are not calculated yet. Raises `ValidationFailed` naming every bad path,
 * `TransitionNotAllowed`, `QuantityNotAvailable`, `OrderIsDeleted`, and `OrderIsReadOnly` unless
 * the patch unlocks the order.
 */
export function withOrderPatch(order: Order, sent: OrderPatchInput, context: PatchContext): Order {
  const patch = normalised(sent)
  if (patch.isReadOnly === false) assertNotDeleted(order)
  else assertWritable(order)
  const problems = collectProblems()
  if (patch.id !== undefined && patch.id !== order.id) problems.add('id', `is not that of order "${order.id}"`)
  const forced = forcedFields(patch, problems)
  const head = patchedHead(
    order,
    { patch, merging: buildMergeContext(patch, context, { problems, exponent: null }), forced },
    context,
  )
  checkPatchedHead({ before: order, after: head }, context.config, problems)
  const exponent = orderExponent(head, context)
  const merging = buildMergeContext(patch, context, { problems, exponent })
  const returned = withPatchedReturns(head, { patch, merging, forced }, { exponent, config: context.config })
  const type = typeNamed(head.orderType, context.config.orderTypes)
  const formed =
    patch.orderForm === undefined ? returned : withPatchedForm(returned, patch.orderForm, { merging, exponent, type })
  const whole = exponent === orderExponent(order, context) ? formed : withPaymentsIn(formed, exponent, merging)
  problems.throwIfAny()
  assertSettledFormsStay(order, whole, context.config)
  return patch.returnOrderForms === undefined ? whole : withCheckedReturns(order, whole, context.config)
}

/** A currency is stored in upper case, because reports group by it. */
function normalised(patch: OrderPatchInput): OrderPatchInput {
  const { billingCurrency } = patch
  return billingCurrency === undefined ? patch : { ...patch, billingCurrency: billingCurrency.toUpperCase() }
}

/**
 * The order in another currency, in which an amount may round to 0; the totals round the amounts of
 * the order form.
 */
function withPaymentsIn(order: Order, exponent: number, { round, problems }: MergeContext): Order {
  checkRounded(order.orderForm.payments as PaymentInput[], { path: 'orderForm.payments', exponent }, problems)
  const returnOrderForms = order.returnOrderForms.map((form, index) => {
    checkRounded(form.payments as PaymentInput[], { path: `returnOrderForms[${index}].payments`, exponent }, problems)
    return { ...form, payments: form.payments.map((payment) => ({ ...payment, amount: round(payment.amount) })) }
  })
  return { ...order, returnOrderForms }
}

function orderExponent(order: Order, { config }: PatchContext): number {
  return currencyExponent(orderCurrency(order, config))
}

// From here on an amount may have too many digits for a currency with more decimals; the totals
// then refuse it, naming its path.
const ROUNDED_MAX = 1e11

/**
 * What patches of an order and of its lines have in common. `exponent` null: nothing is rounded.
 */
export function buildMergeContext(
  { keepExistingListItems, keepExistingCustomProperties }: OrderPatchInput,
  { now, newId }: PatchContext,
  { problems, exponent }: { problems: Problems; exponent: number | null },
): MergeContext {
  return {
    keepsItems: keepExistingListItems !== false,
    keepsProperties: keepExistingCustomProperties !== false,
    round: (amount) =>
      exponent === null || Math.abs(amount) >= ROUNDED_MAX ? amount : toAmount(toMinor(amount, exponent), exponent),
    now,
    newId,
    problems,
  }
}

/**
 * The order with the fields of the patch that are not its forms. A field that `forceUpdate`
 * names is replaced by that of the patch, or emptied if the patch lacks it.
 */
function patchedHead(order: Order, { patch, merging, forced }: PatchInput, { now }: PatchContext): Order {
  const { orderForm, returnOrderForms, ...fields } = patch
  const sent = Object.entries(fields)
  const plain = Object.fromEntries(sent.filter(([name]) => !forced.has(name)))
  const replaced = Object.fromEntries(sent.filter(([name]) => forced.has(name)))
  const isEmptied = (name: string) => (patch as Fields)[name] === undefined || shape.fields.get(name)?.kind === 'object'
  const start = withoutRemovedProperties(withEmptied(order, [...forced].filter(isEmptied)), patch)
  const mergedHead = merged(start, plain, { shape, merging, path: '' })
  const patched = merged(mergedHead, replaced, { shape, merging: replacing(merging), path: '' })
  const errors = withErrorStatuses(patched.errors, order.errors)
  const head = errors === patched.errors ? patched : { ...patched, errors }
  return head.status === order.status || patch.updateStatusDate !== undefined ? head : { ...head, updateStatusDate: now }
}

function withPatchedReturns(
  order: Order,
  { patch, merging, forced }: PatchInput,
  { exponent, config }: { exponent: number; config: OrderConfig },
): Order {
  if (patch.returnOrderForms === undefined) return order
  const isForced = forced.has('returnOrderForms')
  const returnOrderForms = patchedReturnForms(order.returnOrderForms, patch.returnOrderForms, {
    merging: isForced ? { ...merging, keepsItems: false } : merging,
    order,
    newLines: patch.orderForm?.lineItems ?? [],
    storeIds: config.stores.map(({ id }) => id),
    exponent,
    path: 'returnOrderForms',
  })
  return returnOrderForms === order.returnOrderForms ? order : { ...order, returnOrderForms }
}

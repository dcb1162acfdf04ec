import type { Order, OrderPatch } from '@open-oms/client/types'
import { type DraftLine, needsReason } from '../new-order/draft.ts'
import { lineItems } from '../order/line-items.ts'
import { exact } from '../shipping/units.ts'

type Line = Order['orderForm']['lineItems'][number]
type Discount = Line['orderLineDiscounts'][number]
type LinePatch = NonNullable<NonNullable<OrderPatch['orderForm']>['lineItems']>[number]

/** The lines of an order as a person edits them; components follow their package. */
export function toDraftLines({ orderForm }: Order): DraftLine[] {
  return lineItems(orderForm.lineItems).map(({ line }) => ({
    id: line.lineItemId,
    code: line.code ?? '',
    name: line.displayName ?? line.code ?? line.lineItemId,
    quantity: line.quantity,
    listPrice: line.placedPrice,
    price: line.placedPrice,
    discount: percentage(line)?.discountValue ?? null,
    reason: line.modifiedReason ?? percentage(line)?.discountName ?? '',
  }))
}

/** The discount of a line that a person edits: the first that is a part of the price. */
function percentage({ orderLineDiscounts }: Line): Discount | undefined {
  return orderLineDiscounts.find(({ rewardType }) => rewardType === 'Percentage')
}

export type LinesProblem = 'empty' | 'quantity' | 'settled' | 'reason'

/** What keeps edited lines from being saved; null: nothing. */
export function linesProblem(order: Order, drafts: readonly DraftLine[]): LinesProblem | null {
  if (drafts.length === 0) return 'empty'
  if (drafts.some(({ quantity, price }) => quantity === null || quantity <= 0 || price === null)) return 'quantity'
  const before = toDraftLines(order)
  const isSettled = ({ line }: ReturnType<typeof lineItems>[number]) => {
    const left = drafts.find(({ id }) => id === line.lineItemId)?.quantity ?? 0
    return exact(line.deliveredQuantity + line.canceledQuantity) > left
  }
  if (lineItems(order.orderForm.lineItems).some(isSettled)) return 'settled'
  const isChanged = (draft: DraftLine) => {
    const one = before.find(({ id }) => id === draft.id)
    return one === undefined || one.price !== draft.price || one.discount !== draft.discount
  }
  return drafts.some((draft) => isChanged(draft) && needsReason(draft) && draft.reason.trim() === '') ? 'reason' : null
}

/**
 * The patch that makes the lines of an order what a person says; null: nothing is changed. Only
 * with the version of the order that they were taken of: the list is sent as a whole, as lines that
 * are not in it are removed (docs/reference/behaviour/orders.md#merged-lists).
 */
export function buildLinesPatch(order: Order, drafts: readonly DraftLine[]): OrderPatch | null {
  const before = toDraftLines(order)
  if (JSON.stringify(before) === JSON.stringify(drafts)) return null
  const groups = new Map(lineItems(order.orderForm.lineItems).map((item) => [item.line.lineItemId, item]))
  const lines = drafts.flatMap((draft): LinePatch[] => {
    const known = groups.get(draft.id)
    const was = before.find(({ id }) => id === draft.id)
    if (known === undefined || was === undefined) return [newLine(draft)]
    const { line, components } = known
    return [changedLine(line, was, draft), ...components.map((part) => changedPart(part, line, draft))]
  })
  return { keepExistingListItems: false, orderForm: { lineItems: lines } }
}

function newLine({ id, code, name, quantity, price, discount, reason }: DraftLine) {
  return {
    lineItemId: id,
    code,
    displayName: name,
    quantity: quantity ?? 0,
    placedPrice: price ?? 0,
    ...(reason.trim() === '' ? {} : { modifiedReason: reason.trim() }),
    ...(discount === null || discount === 0 ? {} : { orderLineDiscounts: [newDiscount(code, discount, reason)] }),
  }
}

function newDiscount(code: string, discount: number, reason: string) {
  return {
    discountType: 'LineItem' as const,
    rewardType: 'Percentage' as const,
    discountName: reason.trim(),
    discountValue: discount,
    skuIds: [code],
  }
}

function changedLine(line: Line, was: DraftLine, { quantity, price, discount, reason }: DraftLine) {
  const said = reason.trim()
  return {
    ...line,
    quantity: quantity ?? 0,
    placedPrice: price ?? 0,
    ...(said === was.reason ? {} : { modifiedReason: said }),
    ...(discount === was.discount ? {} : { orderLineDiscounts: otherDiscounts(line, discount, said) }),
  }
}

function otherDiscounts(line: Line, discount: number | null, reason: string) {
  const others = line.orderLineDiscounts.filter((one) => one !== percentage(line))
  return discount === null || discount === 0 ? others : [...others, newDiscount(line.code ?? '', discount, reason)]
}

/** A component follows the number of its packages. */
function changedPart(part: Line, line: Line, { quantity }: DraftLine): Line {
  if (quantity === null || quantity === line.quantity || line.quantity === 0) return part
  return { ...part, quantity: exact((part.quantity * quantity) / line.quantity) }
}

/** The money of an order after its lines were changed, in the currency's units. */
export type ChangedMoney = {
  total: number
  /** By how much the total changes. */
  change: number
  /** What is neither paid nor authorised. */
  due: number
  /** What was captured beyond what the order costs. */
  toRefund: number
}

/** What changed lines do to the money of an order. */
export function changedMoney(before: Order, after: Order): ChangedMoney {
  const { capturedPaymentTotal, creditPaymentTotal } = after.orderForm
  return {
    total: after.netTotal,
    change: amount(after.netTotal - before.netTotal),
    due: after.remainingPayment,
    toRefund: Math.max(0, amount(capturedPaymentTotal - creditPaymentTotal - after.netTotal)),
  }
}

/** Amounts have at most four decimals, whatever the currency. */
function amount(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

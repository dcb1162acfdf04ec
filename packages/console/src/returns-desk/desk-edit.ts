import type { Order, ReturnPatch } from '@open-oms/client/types'
import { sumOfAmounts } from '@open-oms/money/minor'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'

/** The property of a line of a form that says in which state the goods came back. */
const CONDITION = 'Condition'

/** What the desk has found of one line. */
export type ArrivedLine = {
  lineItemId: string
  /** Null: not counted yet. */
  quantity: number | null
  reason: string
  condition: string
  isRestocked: boolean
}

/** What a person at the desk says of a return. */
export type DeskEdit = {
  lines: readonly ArrivedLine[]
  /** What is paid back, in the currency's units. */
  refund: number | null
}

type FormLine = ReturnForm['lineItems'][number]

/** The lines that are counted: components come back with their package. */
export function countedLines({ lineItems }: ReturnForm): FormLine[] {
  const ids = new Set(lineItems.map(({ lineItemId }) => lineItemId))
  return lineItems.filter(({ packageLineItemId }) => packageLineItemId === null || !ids.has(packageLineItemId))
}

/** A return as the desk has it before it says anything. */
export function toDeskEdit(form: ReturnForm): DeskEdit {
  const lines = countedLines(form).map((line) => ({
    lineItemId: line.lineItemId,
    quantity: line.quantity,
    reason: line.returnReason ?? '',
    condition: line.properties.find(({ key }) => key === CONDITION)?.value ?? '',
    isRestocked: line.updateStock,
  }))
  return { lines, refund: form.creditAmount }
}

/** How many units of a line can have come in: those of the form, and what else was delivered. */
export function mostOf({ orderForm }: Order, { lineItemId, quantity }: FormLine): number {
  const sold = orderForm.lineItems.find((line) => line.lineItemId === lineItemId)
  return sold === undefined
    ? quantity
    : Math.max(quantity, sumOfAmounts([quantity, sold.deliveredQuantity, -sold.returnQuantity]))
}

/** How many units have come in. */
export function arrivedUnits({ lines }: DeskEdit): number {
  return sumOfAmounts(lines.map(({ quantity }) => quantity ?? 0))
}

/** Whether the goods are counted, and at least one has come in. */
export function isCounted(edit: DeskEdit): boolean {
  return edit.lines.every(({ quantity }) => quantity !== null) && (arrivedUnits(edit) > 0 || edit.lines.length === 0)
}

/** Whether the edit changes what is paid back, so that it must be saved before that is shown. */
export function isMoneyChanged(form: ReturnForm, edit: DeskEdit): boolean {
  const before = toDeskEdit(form)
  return edit.refund !== before.refund || edit.lines.some(({ quantity }, index) => quantity !== before.lines[index]?.quantity)
}

/**
 * The patch of a form that says what an edit says; null: nothing is changed. A line of which
 * nothing came in is left out of the form, for which the others are sent as they are.
 */
export function buildReturnPatch(form: ReturnForm, edit: DeskEdit): ReturnPatch | null {
  const before = toDeskEdit(form)
  const gone = new Set(edit.lines.flatMap(({ lineItemId, quantity }) => (quantity === 0 ? [lineItemId] : [])))
  const changed = edit.lines.flatMap((line, index) => {
    const patch = linePatch(line, before.lines[index])
    return patch === null || gone.has(line.lineItemId) ? [] : [patch]
  })
  const credit = edit.refund !== null && edit.refund !== before.refund ? { creditAmount: edit.refund } : {}
  if (changed.length === 0 && gone.size === 0) return Object.keys(credit).length === 0 ? null : credit
  if (gone.size === 0) return { lineItems: changed, ...credit }
  const isGone = ({ lineItemId, packageLineItemId }: FormLine) => gone.has(lineItemId) || gone.has(packageLineItemId ?? '')
  const kept = form.lineItems.filter((line) => !isGone(line))
  const lineItems = kept.map((line) => ({ ...line, ...changed.find(({ lineItemId }) => lineItemId === line.lineItemId) }))
  return { lineItems, replaceLineItemsArray: true, ...credit }
}

function linePatch(line: ArrivedLine, before: ArrivedLine | undefined) {
  const { lineItemId, quantity, reason, condition, isRestocked } = line
  const said = {
    ...(quantity !== null && quantity !== before?.quantity ? { quantity } : {}),
    ...(reason.trim() === before?.reason ? {} : { returnReason: reason.trim() }),
    ...(condition === before?.condition ? {} : { properties: [{ key: CONDITION, value: condition }] }),
    ...(isRestocked === before?.isRestocked ? {} : { updateStock: isRestocked }),
  }
  return Object.keys(said).length === 0 ? null : { lineItemId, ...said }
}

import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'

export type LineInput = InputOf<OrderLine>

/** A line of which the id is sent, or given. */
export type NumberedLine = LineInput & { lineItemId: string }

/** The next free number among ids; ids that are not numbers do not count. */
export function nextNumber(ids: Iterable<string | null | undefined>): number {
  let highest = 0
  for (const id of ids) if (id !== null && id !== undefined && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id))
  return highest + 1
}

/**
 * The lines with ids where they were sent without: the highest number + 1, also of the lines that
 * the order has already (lines.md#line-ids).
 */
export function withLineIds(
  lines: readonly LineInput[],
  existing: readonly Pick<LineInput | OrderLine, 'lineItemId'>[] = [],
): NumberedLine[] {
  let next = nextNumber([...existing, ...lines].map((line) => line.lineItemId))
  return lines.map((line) => ({ ...line, lineItemId: line.lineItemId || String(next++) }))
}

/** Stock is kept for a line by default (workflow-steps.md#step-effects). */
export function withLineDefaults(line: NumberedLine): NumberedLine {
  return { ...line, updateStock: line.updateStock ?? true }
}

/**
 * Checks the lines of a new order (quantities.md#quantity-invariants,
 * quantities.md#shipments-of-a-new-order, lines.md#line-ids). `path` names the list.
 */
export function checkNewLines(lines: readonly NumberedLine[], path: string, problems: Problems): void {
  const ids = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const at = `${path}[${index}]`
    const id = line.lineItemId
    if (ids.has(id)) problems.add(`${at}.lineItemId`, `"${id}" is used twice`)
    ids.add(id)
    checkQuantities(line, at, problems)
    if ((line.cost ?? 0) < 0) problems.add(`${at}.cost`, 'must not be negative')
  }
}

function checkQuantities(line: LineInput, at: string, problems: Problems): void {
  const { quantity = 0, deliveredQuantity = 0, canceledQuantity = 0, returnQuantity = 0 } = line
  if (quantity <= 0) problems.add(`${at}.quantity`, 'must be above 0')
  if (deliveredQuantity < 0) problems.add(`${at}.deliveredQuantity`, 'must not be negative')
  if (canceledQuantity < 0) problems.add(`${at}.canceledQuantity`, 'must not be negative')
  if (returnQuantity < 0) problems.add(`${at}.returnQuantity`, 'must not be negative')
}

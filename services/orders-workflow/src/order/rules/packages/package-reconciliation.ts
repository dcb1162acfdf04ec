import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { packageTree, partQuantity } from './package-lines.ts'

/**
 * A holder of lines or copies of lines: a shipment, or the order itself when it has no shipments.
 */
type Holder = readonly OrderLine[]

/**
 * The lines of the holders after packages follow their components (packages.md#acting-on-packages):
 * a package without open components has nothing open; it is delivered if any component is,
 * otherwise cancelled. The same lists where nothing changes.
 */
export function reconciledPackages<H extends Holder>(lines: readonly OrderLine[], holders: readonly H[]): (H | OrderLine[])[] {
  const tree = packageTree(lines)
  if (!tree.hasPackages) return [...holders]
  const packages = lines
    .filter((line) => tree.directComponents(line.lineItemId).length > 0)
    .map((line) => ({ id: line.lineItemId, depth: tree.allComponents(line.lineItemId).length }))
    // Packages inside of a package come before it.
    .sort((a, b) => a.depth - b.depth)
  return packages.reduce<(H | OrderLine[])[]>(
    (held, { id }) => {
      const parts = new Set(tree.directComponents(id).map((part) => part.lineItemId))
      return reconciled(held, id, parts)
    },
    [...holders],
  )
}

function reconciled<T extends Holder>(holders: T[], id: string | null, parts: ReadonlySet<string | null>): (T | OrderLine[])[] {
  const isOpen = (line: OrderLine) => restOfQuantity(line.quantity, line.deliveredQuantity, line.canceledQuantity) > 0
  const held = holders.flatMap((lines) => lines.filter((line) => parts.has(line.lineItemId)))
  const isDone = held.length > 0 && !held.some(isOpen)
  if (!isDone || !holders.some((lines) => lines.some((line) => line.lineItemId === id && isOpen(line)))) return holders
  const finish = held.some((line) => line.deliveredQuantity > 0) ? deliveredWith(held) : canceledWith(held)
  return holders.map((lines) =>
    lines.some((line) => line.lineItemId === id && isOpen(line))
      ? lines.map((line) => (line.lineItemId === id && isOpen(line) ? finish(line) : line))
      : lines,
  )
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((last, date) => (date !== null && (last === null || date > last) ? date : last), null)
}

function deliveredWith(parts: Holder): (line: OrderLine) => OrderLine {
  const deliveredDate = latest(parts.map((part) => part.deliveredDate))
  return (line) => ({
    ...line,
    deliveredQuantity: restOfQuantity(line.quantity, line.canceledQuantity),
    deliveredDate: deliveredDate ?? line.deliveredDate,
  })
}

function canceledWith(parts: Holder): (line: OrderLine) => OrderLine {
  const canceledDate = latest(parts.map((part) => part.canceledDate))
  return (line) => ({
    ...line,
    canceledQuantity: restOfQuantity(line.quantity, line.deliveredQuantity),
    canceledDate: canceledDate ?? line.canceledDate,
  })
}

/**
 * How much of which lines is cancelled when the open units of some lines are: for the components of
 * a package their part, as far as it is open (packages.md#acting-on-packages). By line.
 */
export function cancellations(lines: readonly OrderLine[], wanted: ReadonlySet<string | null>): Map<string | null, number> {
  const open = (line: OrderLine) => restOfQuantity(line.quantity, line.deliveredQuantity, line.canceledQuantity)
  const amounts = new Map<string | null, number>()
  const tree = packageTree(lines)
  for (const line of lines) {
    if (!wanted.has(line.lineItemId)) continue
    amounts.set(line.lineItemId, open(line))
    for (const part of tree.allComponents(line.lineItemId)) {
      const canceled = sumOfQuantities([line.canceledQuantity, open(line)])
      const due = restOfQuantity(partQuantity(canceled, { whole: line.quantity, part: part.quantity }), part.canceledQuantity)
      const amount = Math.max(0, Math.min(open(part), due))
      amounts.set(part.lineItemId, Math.max(amounts.get(part.lineItemId) ?? 0, amount))
    }
  }
  return new Map([...amounts].filter(([, amount]) => amount > 0))
}

import { type Parcel, type PickTask, pickedOf } from '../picking/pick-task.ts'

type Line = PickTask['shipment']['lines'][number]

export const emptyParcel: Parcel = { weightInKg: null, contents: {} }

/** How many units of a line are in a parcel; the first has what is in no other. */
export function unitsIn(task: PickTask, index: number, line: Line): number {
  const inOthers = task.parcels.slice(1).map(({ contents }) => contents[line.lineItemId] ?? 0)
  return index === 0 ? pickedOf(task, line) - sum(inOthers) : (inOthers[index - 1] ?? 0)
}

/**
 * Moves units of a line from the first parcel into another, at most those that the first has; back
 * when negative.
 */
export function moveUnits(task: PickTask, index: number, { line, units }: { line: Line; units: number }): PickTask {
  const there = unitsIn(task, index, line)
  const moved = Math.max(-there, Math.min(units, unitsIn(task, 0, line)))
  const parcels = task.parcels.map((parcel, at) =>
    at === index ? { ...parcel, contents: { ...parcel.contents, [line.lineItemId]: there + moved } } : parcel,
  )
  return { ...task, parcels }
}

/**
 * The packages of the shipment as they are sent with the status (shipments.md#shipment-packages).
 * None of one parcel that nobody has weighed.
 */
export function toPackages(task: PickTask) {
  const { parcels, shipment } = task
  if (parcels.length === 1 && parcels[0]?.weightInKg === null) return []
  return parcels.map(({ weightInKg }, index) => ({
    id: String(index + 1),
    ...(weightInKg === null ? {} : { weightInKg }),
    lineItemReferences: shipment.lines
      .map((line) => ({ lineItemId: line.lineItemId, quantity: unitsIn(task, index, line) }))
      .filter(({ quantity }) => quantity > 0),
  }))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

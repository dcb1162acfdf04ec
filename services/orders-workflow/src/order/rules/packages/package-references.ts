import type { Shipment, ShipmentPackage } from '@open-oms/contracts/orders/shipment'
import type { Problems } from '@open-oms/contracts/problems'
import { restOfQuantity } from '@open-oms/money/quantities'
import { isEqual } from '../context/changed-fields.ts'

/** What packages of a shipment may refer to: its copies of lines. */
type ShipmentLineCopies = readonly { lineItemId?: string | null | undefined; quantity?: number | undefined }[]
type PackedShipment = { packages: readonly ShipmentPackage[]; lineItems: ShipmentLineCopies }

/**
 * Notes references of a shipment's packages to units that it does not hold: lines that are not in
 * it, negative quantities, and more in all packages than the shipment has
 * (shipments.md#shipment-packages). A reference without a quantity names the line only. `path`
 * names the list.
 */
export function checkReferences({ packages, lineItems }: PackedShipment, path: string, problems: Problems): void {
  const left = new Map(lineItems.map(({ lineItemId, quantity = 0 }) => [lineItemId ?? null, quantity]))
  const references = packages.flatMap(({ lineItemReferences }, index) =>
    lineItemReferences.map((reference, position) => ({ reference, at: `${path}[${index}].lineItemReferences[${position}]` })),
  )
  for (const { reference, at } of references) {
    const { lineItemId, quantity } = reference
    const there = left.get(lineItemId)
    if (there === undefined) problems.add(`${at}.lineItemId`, `"${lineItemId ?? ''}" is not a line of the shipment`)
    else if ((quantity ?? 0) < 0) problems.add(`${at}.quantity`, 'must not be negative')
    else if ((quantity ?? 0) > there) problems.add(`${at}.quantity`, `is more than the ${there} that no other package has`)
    else left.set(lineItemId, restOfQuantity(there, quantity ?? 0))
  }
}

/**
 * The same for the shipments of a document whose packages changed: unchanged packages need not fit
 * any more.
 */
export function checkNewReferences(
  shipment: PackedShipment,
  { before, path, problems }: { before: Shipment | undefined; path: string; problems: Problems },
): void {
  if (shipment.packages.length === 0 || (before !== undefined && isEqual(before.packages, shipment.packages))) return
  checkReferences(shipment, `${path}.packages`, problems)
}

/**
 * The shipment after goods have left it, with packages that refer only to the remaining units: the
 * last packages are reduced first.
 */
export function withFittingReferences(shipment: Shipment): Shipment {
  if (shipment.packages.every(({ lineItemReferences }) => lineItemReferences.length === 0)) return shipment
  const left = new Map<string | null, number>(shipment.lineItems.map(({ lineItemId, quantity }) => [lineItemId, quantity]))
  const packages = shipment.packages.map((item) => {
    const fitting = item.lineItemReferences.flatMap((reference) => {
      const there = left.get(reference.lineItemId)
      if (there === undefined) return []
      if (reference.quantity === null) return [reference]
      const quantity = Math.min(reference.quantity, there)
      left.set(reference.lineItemId, restOfQuantity(there, quantity))
      return quantity === reference.quantity ? [reference] : quantity === 0 ? [] : [{ ...reference, quantity }]
    })
    return isEqual(fitting, item.lineItemReferences) ? item : { ...item, lineItemReferences: fitting }
  })
  return { ...shipment, packages }
}

import { invalid } from '@open-oms/contracts/errors'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { restOfQuantity } from '@open-oms/money/quantities'

/**
 * The lines that each line must ship with, itself included, by line. Lines without such a
 * restriction are not in it.
 */
export type ShipMates = ReadonlyMap<string | null, readonly OrderLine[]>

/**
 * Which components of one package must always ship together, also by way of others
 * (components.md#component-fields).
 */
export function shipMates(lines: readonly OrderLine[]): ShipMates {
  const mates = new Map<string | null, readonly OrderLine[]>()
  const parts = lines.filter((line) => line.packageLineItemId && line.componentId)
  if (parts.length < 2) return mates
  const byPackage = Map.groupBy(parts, (line) => line.packageLineItemId)
  const packages = new Map<string | null, OrderLine>(lines.map((line) => [line.lineItemId, line]))
  for (const [id, components] of byPackage) {
    for (const { componentId, shipTogetherWithComponentId } of packages.get(id)?.components ?? []) {
      if (shipTogetherWithComponentId === null) continue
      const linked = components.filter(
        (line) => line.componentId === componentId || line.componentId === shipTogetherWithComponentId,
      )
      const group = [...new Set(linked.flatMap((line) => mates.get(line.lineItemId) ?? [line]))]
      if (group.length > 1) for (const line of group) mates.set(line.lineItemId, group)
    }
  }
  return mates
}

/**
 * Lines in groups that may be in different shipments: components that ship together are one, and
 * the line of a package that was broken down, which has no goods of its own, goes with its first
 * component.
 */
export function shippableGroups(lines: readonly OrderLine[], all: readonly OrderLine[]): OrderLine[][] {
  const mates = shipMates(all)
  const leaders = new Map<string | null, string | null>()
  for (const line of lines) {
    const group = mates.get(line.lineItemId) ?? [line]
    const first = lines.find((candidate) => group.some(({ lineItemId }) => lineItemId === candidate.lineItemId)) ?? line
    leaders.set(line.lineItemId, first.lineItemId)
  }
  const findLeader = (line: OrderLine): string | null => {
    const part = line.isPackageBrokeDown
      ? lines.find(({ packageLineItemId }) => packageLineItemId === line.lineItemId)
      : undefined
    return part === undefined ? (leaders.get(line.lineItemId) ?? null) : findLeader(part)
  }
  return [...Map.groupBy(lines, findLeader).values()]
}

/**
 * Refuses, with `ValidationFailed`, shipments that part components which must ship together and
 * which were together before (packages.md#shipping-together).
 */
export function assertShipTogether(
  lines: readonly OrderLine[],
  { before, after }: { before: readonly Shipment[]; after: readonly Shipment[] },
): void {
  const parted = partedMates(lines, after)
  if (parted.size === 0) return
  const known = partedMates(lines, before)
  for (const [group, shipmentId] of parted) {
    if (known.has(group)) continue
    const names = group.map(({ lineItemId }) => `"${lineItemId}"`).join(', ')
    const position = after.findIndex((shipment) => shipment.shipmentId === shipmentId)
    throw invalid(`orderForm.shipments[${position}].lineItems`, `lines ${names} must ship together`)
  }
}

/**
 * Groups that are split: a shipment has open units of some lines, and other lines are open only
 * elsewhere. With that shipment. Units that were delivered or cancelled in a shipment count as held
 * by it.
 */
function partedMates(lines: readonly OrderLine[], shipments: readonly Shipment[]): Map<readonly OrderLine[], string | null> {
  const holdings = shipments.map(({ lineItems }) => ({
    open: matchingLineIds(lineItems, isOpen),
    held: matchingLineIds(lineItems, ({ quantity }) => quantity > 0),
  }))
  const parted = new Map<readonly OrderLine[], string | null>()
  for (const group of new Set(shipMates(lines).values())) {
    const fields = group.filter(({ lineItemId }) => holdings.some(({ open }) => open.has(lineItemId)))
    const at = holdings.findIndex(
      ({ open, held }) =>
        fields.some(({ lineItemId }) => open.has(lineItemId)) && fields.some(({ lineItemId }) => !held.has(lineItemId)),
    )
    if (at !== -1) parted.set(group, shipments[at]?.shipmentId ?? null)
  }
  return parted
}

function matchingLineIds(lines: readonly OrderLine[], fits: (line: OrderLine) => boolean): ReadonlySet<string | null> {
  return new Set(lines.filter(fits).map(({ lineItemId }) => lineItemId))
}

function isOpen({ quantity, deliveredQuantity, canceledQuantity }: OrderLine): boolean {
  return restOfQuantity(quantity, deliveredQuantity, canceledQuantity) > 0
}

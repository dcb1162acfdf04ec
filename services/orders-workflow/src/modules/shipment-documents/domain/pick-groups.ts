import type { Store } from '@open-oms/contracts/config/stores'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { pickableQuantity } from '../../../order/rules/fulfilment/pickable-goods.ts'
import { comparePlaces, lineName, packageName } from '../../documents/domain/document-goods.ts'
import { printable, printableLines } from '../../documents/domain/document-text.ts'
import { type OpenShipment, shipmentName } from '../../documents/domain/open-shipment.ts'
import type { ListedOrder } from './list-context.ts'

const CODE_MAX = 60
/** Of the name of an order beside its quantity. */
const ORDER_MAX = 30

/** The quantity to pick of one line. */
export type PickLine = {
  warehouse: string | null
  location: string
  code: string
  name: string
  details: readonly string[]
  unit: string
  barcode: string
  quantity: number
  shipment: string
  /** The package that the line is a component of; null: none. */
  partOf: string | null
  /** What the picker must know of this line alone. */
  remarks: readonly string[]
}

/** A shipment of a pick list; much smaller than its order. */
export type PickedShipment = ListedOrder & { picks: readonly PickLine[] }

/** The fields of a shipment that a pick list needs. */
export function pickedShipment({ order, shipment, lines }: OpenShipment, stores: readonly Store[]): PickedShipment {
  const warehouse = shipmentWarehouse(shipment, order.storeId, stores)
  const name = printable(shipmentName(order, shipment), ORDER_MAX)
  const { lineItems } = order.orderForm
  const picks = lines.map((line) => toPickLine(line, { warehouse, shipment: name, partOf: packageName(line, lineItems) }))
  return { orderId: order.id, storeId: order.storeId, marketId: order.marketId, picks }
}

/**
 * The warehouse that a shipment leaves from: its own, else the first of the store
 * (inventory.md#reservations).
 */
export function shipmentWarehouse(shipment: Shipment, storeId: string | null, stores: readonly Store[]): string | null {
  return shipment.warehouseCode || (stores.find(({ id }) => id === storeId)?.warehouses[0] ?? null)
}

type PickSource = Pick<PickLine, 'warehouse' | 'shipment' | 'partOf'>

function toPickLine(line: OrderLine, { warehouse, shipment, partOf }: PickSource): PickLine {
  const code = printable(line.code, CODE_MAX)
  return {
    warehouse,
    location: printable(line.internalWarehouseLocation, CODE_MAX),
    code,
    name: lineName(line),
    details: [printableLines([line.size, line.color]).join(', ')].filter((text) => text !== ''),
    unit: printable(line.unit, 10),
    barcode: printable(line.gtins[0] ?? line.ean, CODE_MAX) || code,
    quantity: pickableQuantity(line),
    shipment,
    partOf,
    remarks: printableLines([line.serialNumber, line.comment]),
  }
}

/** The goods of one place that are picked together. */
export type PickGroup = Omit<PickLine, 'shipment' | 'partOf' | 'remarks'> & {
  /** The quantity of each shipment, in the order of the request. */
  shares: readonly { shipment: string; quantity: number }[]
  /** The packages that it is for, and how much of it. */
  packages: readonly { shipment: string; name: string; quantity: number }[]
  remarks: readonly string[]
}

/**
 * Sums what is picked of one item at one place, sorted by warehouse, location and item. Items with
 * other units or barcodes are others.
 */
export function groupPicks(picks: readonly PickLine[]): PickGroup[] {
  const groups = new Map<string, PickLine[]>()
  for (const pick of picks) {
    const key = JSON.stringify([pick.warehouse, pick.location, pick.code || pick.name, pick.unit, pick.barcode])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [pick])
    else group.push(pick)
  }
  return [...groups.values()].map(sumOfGroup).sort(byPlace)
}

function sumOfGroup(picks: readonly PickLine[]): PickGroup {
  const { shipment: _shipment, partOf: _partOf, ...first } = picks[0] as PickLine
  const shares = new Map<string, number[]>()
  for (const { shipment, quantity } of picks) shares.set(shipment, [...(shares.get(shipment) ?? []), quantity])
  return {
    ...first,
    quantity: sumOfQuantities(picks.map(({ quantity }) => quantity)),
    shares: [...shares].map(([shipment, quantities]) => ({ shipment, quantity: sumOfQuantities(quantities) })),
    packages: groupPackages(picks),
    remarks: picks.flatMap(({ shipment, remarks }) => remarks.map((remark) => `${shipment}: ${remark}`)),
  }
}

function groupPackages(picks: readonly PickLine[]): PickGroup['packages'] {
  const byPackage = Map.groupBy(picks, ({ shipment, partOf }) => JSON.stringify([shipment, partOf]))
  return [...byPackage.values()].flatMap((ofPackage) => {
    const [first] = ofPackage
    if (first === undefined || first.partOf === null) return []
    const quantity = sumOfQuantities(ofPackage.map((pick) => pick.quantity))
    return [{ shipment: first.shipment, name: first.partOf, quantity }]
  })
}

function byPlace(a: PickGroup, b: PickGroup): number {
  return (
    comparePlaces(a.warehouse, b.warehouse) ||
    comparePlaces(a.location, b.location) ||
    comparePlaces(a.code || a.name, b.code || b.name) ||
    // Equal for people, such as "a1" and "A1": still always in the same order.
    compareTexts(JSON.stringify(a), JSON.stringify(b))
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

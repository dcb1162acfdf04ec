import type { OrderStatus } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { type PackageTree, packageTree } from '../packages/package-lines.ts'
import { openQuantity } from './shipment-lines.ts'
import { inStatus } from './shipment-status.ts'

/**
 * The order after one of its shipments has entered a status. Shipments that hold only packages
 * without open units follow: they have no goods of their own, and take the status that all
 * shipments with their components share (workflow.md#order-status-from-shipments,
 * packages.md#acting-on-packages). They do not follow a cancelled status. The same order when none
 * follows.
 */
export function withPackagesFollowing(order: Order, { entered, now }: { entered: OrderStatus; now: string }): Order {
  const form = order.orderForm
  const tree = packageTree(form.lineItems)
  if (!tree.hasPackages || entered.isCanceledStatus) return order
  const follows = (shipment: Shipment) =>
    shipment.orderStatus !== entered.name &&
    isOfPackages(shipment, tree) &&
    componentShipments(shipment, { all: form.shipments, tree }).every(({ orderStatus }) => orderStatus === entered.name)
  if (!form.shipments.some(follows)) return order
  const shipments = form.shipments.map((shipment) => (follows(shipment) ? inStatus(shipment, entered, now) : shipment))
  return { ...order, orderForm: { ...form, shipments } }
}

function isOfPackages({ status, lineItems }: Shipment, tree: PackageTree): boolean {
  const isDone = lineItems.every((line) => tree.directComponents(line.lineItemId).length > 0 && openQuantity(line) === 0)
  return status !== 'Cancelled' && lineItems.length > 0 && isDone
}

/** The shipments that hold components of the packages of a shipment. */
function componentShipments({ lineItems }: Shipment, { all, tree }: { all: readonly Shipment[]; tree: PackageTree }): Shipment[] {
  const parts = lineItems.flatMap(({ lineItemId }) => tree.allComponents(lineItemId))
  const componentIds = new Set(
    parts.filter((part) => tree.directComponents(part.lineItemId).length === 0).map(({ lineItemId }) => lineItemId),
  )
  return all.filter((shipment) => shipment.lineItems.some((line) => componentIds.has(line.lineItemId)))
}

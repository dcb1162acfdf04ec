import type { ShipmentsToPick, ShipmentToPick } from '@open-oms/contracts/orders/routes/shipment-documents'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { pickableQuantity } from '../../order/rules/fulfilment/pickable-goods.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import { listStatusTransitions } from '../../order/rules/status/transitions.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { comparePlaces, lineName, packageName } from '../documents/domain/document-goods.ts'
import { type OpenShipment, shipmentToPick } from '../documents/domain/open-shipment.ts'
import { type CollectRequest, collectShipments } from './collect-shipments.ts'
import { shipmentWarehouse } from './domain/pick-groups.ts'

/**
 * The lines to pick of many shipments (documents-and-notifications.md#shipments-to-pick). Raises
 * what `collectShipments` raises.
 */
export async function listToPick(
  deps: Pick<OrderDeps, 'query' | 'config' | 'now' | 'reading'>,
  input: CollectRequest,
): Promise<ShipmentsToPick> {
  const config = deps.config()
  const { printed } = await collectShipments(deps, input, {
    open: (order, shipment) => shipmentToPick(order, shipment, config),
    kept: (open) => toShipment(open, config),
  })
  return { result: printed }
}

function toShipment({ order, shipment, lines }: OpenShipment, config: OrdersConfig): ShipmentToPick {
  const { lineItems } = order.orderForm
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    versionId: order.versionId,
    shipmentId: shipment.shipmentId,
    warehouseCode: shipmentWarehouse(shipment, order.storeId, config.stores),
    storeId: order.storeId,
    customerName: order.customerName,
    shippingMethodName: shipment.shippingMethodName,
    comment: shipment.comment,
    created: order.created,
    pickedStatus: findPickedStatus(order, config),
    lines: lines
      .map((line) => ({
        lineItemId: line.lineItemId,
        skuId: line.code,
        name: lineName(line),
        size: line.size,
        color: line.color,
        imageUrl: line.imageUrl,
        location: line.internalWarehouseLocation,
        barcodes: [...new Set([...line.gtins, line.ean ?? ''])].filter((code) => code !== ''),
        unit: line.unit,
        quantity: pickableQuantity(line),
        comment: line.comment,
        packageName: packageName(line, lineItems),
        hasSerialNumber: line.isSerializableProduct === true,
      }))
      .sort((one, other) => comparePlaces(one.location, other.location) || comparePlaces(one.skuId, other.skuId)),
  }
}

/** The first reachable status, in configured order, that marks goods as picked. */
function findPickedStatus(order: OpenShipment['order'], { orderTypes }: OrdersConfig): string | null {
  const allowed = new Set(listStatusTransitions(order, orderTypes).flatMap(({ status, allowed }) => (allowed ? [status] : [])))
  const picked = effectiveOrderType(order, orderTypes).orderStatuses.filter(({ name, isPicked }) => isPicked && allowed.has(name))
  return picked.toSorted((one, other) => one.order - other.order)[0]?.name ?? null
}

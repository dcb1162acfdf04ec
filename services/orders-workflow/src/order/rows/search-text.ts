import type { Order } from '@oms/contracts/orders/order'
import { cut, folded, type Texts } from './search-terms.ts'

/**
 * Longest part of one value, and longest text, that free text looks through: 1,000 lines with long
 * names still fit.
 */
export const VALUE_LENGTH_MAX = 500
const TEXT_LENGTH_MAX = 65_536

/**
 * What free text finds, folded, a line for each value (search.md#search-filters). Of very large
 * orders the names of the last lines are left out.
 */
export function searchTextOf(order: Order): string {
  const values = new Set<string>()
  let length = 0
  for (const value of searchedValues(order)) {
    if (!value) continue
    const text = folded(cut(value, VALUE_LENGTH_MAX))
    if (values.has(text) || length + text.length > TEXT_LENGTH_MAX) continue
    values.add(text)
    length += text.length + 1
  }
  return [...values].join('\n')
}

/** The most selective ones come first. */
function searchedValues(order: Order): Texts {
  const { lineItems, shipments } = order.orderForm
  const addresses = [order.billingAddress, ...shipments.map((shipment) => shipment.address)]
  const externalIds = [order.externalIds, ...[...shipments, ...lineItems].map((part) => part.externalIds)].flat()
  return [
    ...[order.id, order.orderNumber, order.customerName, order.customerNumber, order.customerId],
    ...[order.customerPhone, order.customerEmail],
    ...addresses.flatMap((address) =>
      address === null ? [] : [address.name, address.firstName, address.lastName, address.postalCode],
    ),
    ...shipments.flatMap(({ shipmentTrackingNumber, returnTrackingNumber, packages }) => [
      shipmentTrackingNumber,
      returnTrackingNumber,
      ...packages.map((item) => item.shipmentTracking?.shipmentTrackingNumber ?? null),
    ]),
    ...externalIds.map(({ id }) => id),
    ...lineItems.map((line) => line.code),
    ...lineItems.flatMap((line) => [line.displayName, line.alternativeProductName]),
  ]
}

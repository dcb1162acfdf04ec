import type { CustomField } from '@oms/contracts/config/custom-fields'
import { fieldValue } from '@oms/contracts/field-values'
import type { OrderAddress } from '@oms/contracts/orders/address'
import type { Order } from '@oms/contracts/orders/order'
import { searchText } from '@oms/contracts/search-text'
import { phonesIn, readPhone } from './phone-numbers.ts'
import type { Texts } from './search-terms.ts'

/** Longest text that free text looks through: 1,000 lines with long names still fit. */
const TEXT_LENGTH_MAX = 65_536

/**
 * What free text finds (search.md#search-filters). Of very large orders the names of the last lines
 * are left out. `country` is that of phone numbers without a prefix; of `fields` the texts are
 * found.
 */
export function orderSearchText(order: Order, country: string, fields: readonly CustomField[]): string {
  return searchText([...searchedValues(order, country), ...fieldTexts(order, fields)], TEXT_LENGTH_MAX)
}

/** The most selective ones come first. */
function searchedValues(order: Order, country: string): Texts {
  const { lineItems, shipments } = order.orderForm
  const addresses = [order.billingAddress, ...shipments.map((shipment) => shipment.address)]
  const externalIds = [order.externalIds, ...[...shipments, ...lineItems].map((part) => part.externalIds)].flat()
  return [
    ...[order.id, order.orderNumber, order.customerName, order.customerNumber, order.customerId],
    ...[order.customerPhone, order.customerEmail],
    ...phonesIn(order.customerPhone).flatMap((phone) => readPhone(phone, country).numbers),
    ...addresses.flatMap((address) => (address === null ? [] : addressTexts(address))),
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

function fieldTexts({ properties }: Order, fields: readonly CustomField[]): Texts {
  return fields.filter(({ type }) => type === 'text').map(({ key }) => fieldValue(properties, key))
}

function addressTexts({ name, firstName, lastName, postalCode, city, line1, line2, streetNumber }: OrderAddress): Texts {
  return [name, firstName, lastName, postalCode, city, line1, line2, streetNumber]
}

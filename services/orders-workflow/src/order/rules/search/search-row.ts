import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { fieldValue } from '@open-oms/contracts/model/field-values'
import type { OrderAddress } from '@open-oms/contracts/orders/address'
import type { Order } from '@open-oms/contracts/orders/order'
import type { FulfilmentStatus, OrderPaymentStatus } from '@open-oms/contracts/orders/order-states'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { searchedValue, searchText } from '@open-oms/contracts/text/search-text'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { orderCurrency, orderMarket, type SearchedConfig } from '../context/order-context.ts'
import { DELETED } from '../context/order-guards.ts'
import { searchableFields } from '../fields/declared-fields.ts'
import { findPickPlaces } from '../fulfilment/pickable-goods.ts'
import { activeHolds } from '../holds/holds.ts'
import { needsSomebody } from '../input/entity-errors.ts'
import { authorisedRests } from '../payments/authorised-rest.ts'
import { derivePaymentStatus, exponentFor } from '../payments/payment-status.ts'
import { openQuantity } from '../shipments/shipment-lines.ts'
import { phonesIn, readPhone } from './phone-numbers.ts'
import { orderSearchTerms, searchKey, type Texts } from './search-terms.ts'

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

/** The parts of the configuration that a search row depends on. */
export type SearchedBy = {
  /** The country of its market. */
  country: string
  /** That of its amounts. */
  currency: string
  /** Where its goods are picked; undefined: nowhere. */
  pickPlaces: string[] | undefined
  /** The fields that it is found by. */
  fields: readonly CustomField[]
}

export function searchedBy(order: Order, config: SearchedConfig): SearchedBy {
  return {
    country: orderMarket(order, config).country,
    currency: orderCurrency(order, config),
    pickPlaces: findPickPlaces(order, config.orderTypes),
    fields: searchableFields(config),
  }
}

export type InventoryStatus = 'InStock' | 'PartiallyInStock' | 'NotInStock'

/** `[transaction type, status, time]` of a payment. */
export type SearchedPayment = [string | null, string | null, string | null]

/** The fields of an order that searches filter, sort and count by. Times are ISO 8601 UTC. */
export type SearchRow = {
  orderId: string
  status: string
  orderType: string
  storeId: string
  marketId: string | null
  salesChannel: string | null
  paymentStatus: OrderPaymentStatus
  /** Undefined: an earlier version has written the order. */
  fulfilmentStatus: FulfilmentStatus | undefined
  inventoryStatus: InventoryStatus
  /** Sorted, each once. */
  tags: string[]
  /** Of all shipments, sorted, each once. */
  shippingMethods: string[]
  isDeleted: boolean
  isUrgent: boolean
  hasErrors: boolean
  /** Since when the order has been held; undefined: it is not. */
  heldSince: string | undefined
  /** When the first hold that ends by time does so. */
  holdUntil: string | undefined
  /** Order number, customer and cart as `searchKey` keeps them. */
  orderNumber: string | null
  customerId: string | null
  cartId: string | null
  secretKey: string | null
  /**
   * As much of the name as free text has, which filters look it up by; with the order's id it fits
   * into one entry of an index.
   */
  customerNameKey: string | null
  total: number
  created: string
  modified: string
  completed: string | null
  readyForPickup: string | null
  followUp: string | null
  requestedDelivery: string | null
  /** The expiry of the first authorisation with an amount that is neither captured nor voided. */
  authorizationExpires: string | null
  firstPayment: string | null
  lastPayment: string | null
  terms: string[]
  searchText: string
  payments: SearchedPayment[]
}

/**
 * The row by which an order is found (money.md#payment-status, shipments.md#fulfilment-status,
 * inventory.md#inventory-status, search.md#search-filters). A function of the order, of the country
 * (ISO 3166) of its phone numbers without a prefix, and of the fields that it is found by.
 */
export function toSearchRow(order: Order, { country, fields }: Pick<SearchedBy, 'country' | 'fields'>): SearchRow {
  const form = order.orderForm
  return {
    orderId: order.id,
    status: order.status,
    orderType: order.orderType,
    storeId: order.storeId,
    marketId: order.marketId,
    salesChannel: order.salesChannel?.normalize('NFC') ?? null,
    paymentStatus: derivePaymentStatus(order),
    fulfilmentStatus: order.fulfilmentStatus ?? undefined,
    inventoryStatus: deriveInventoryStatus(order),
    tags: distinct(order.tags),
    shippingMethods: distinct(form.shipments.map((shipment) => shipment.shippingMethodName)),
    isDeleted: order.status === DELETED,
    isUrgent: form.isPriority === true,
    ...holdTimes(order),
    hasErrors: order.errors.some(needsSomebody),
    orderNumber: toSearchKey(order.orderNumber),
    customerId: toSearchKey(order.customerId),
    cartId: toSearchKey(form.cartId),
    secretKey: order.secretKey || null,
    customerNameKey: order.customerName ? searchedValue(order.customerName) : null,
    total: order.total,
    created: order.created,
    modified: order.modified,
    ...searchDates(order),
    terms: orderSearchTerms(order, country),
    searchText: orderSearchText(order, country, fields),
    payments: form.payments.map((payment) => [payment.transactionType, payment.status, paymentTime(payment)]),
  }
}

function holdTimes(order: Order): Pick<SearchRow, 'heldSince' | 'holdUntil'> {
  const active = activeHolds(order)
  const [heldSince] = active.map(({ created }) => created).sort()
  const [holdUntil] = active.flatMap(({ until }) => until ?? []).sort()
  return { heldSince, holdUntil }
}

function searchDates(order: Order) {
  const times = order.orderForm.payments.map(paymentTime).filter((time) => time !== null)
  return {
    completed: order.completed,
    readyForPickup: order.readyForPickup,
    followUp: order.followUpDate,
    requestedDelivery: order.requestedDeliveryDate,
    authorizationExpires: firstExpiry(order),
    firstPayment: times.reduce(earlier, null),
    lastPayment: times.reduce(later, null),
  }
}

function toSearchKey(text: string | null): string | null {
  return text ? searchKey(text) : null
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.normalize('NFC') ?? []))].sort()
}

/**
 * Whether what is still to be delivered from stock is reserved (inventory.md#inventory-status); in
 * stock when nothing is.
 */
export function deriveInventoryStatus({ orderForm }: Order): InventoryStatus {
  const open = orderForm.lineItems
    .filter((line) => line.updateStock && !line.isVirtualProduct && !line.isPackageBrokeDown)
    .map((line) => ({ units: openQuantity(line), reserved: line.reservedInventoryQuantity }))
    .filter(({ units }) => units > 0)
  if (open.every(({ units, reserved }) => reserved >= units)) return 'InStock'
  return sumOfQuantities(open.map(({ reserved }) => reserved)) > 0 ? 'PartiallyInStock' : 'NotInStock'
}

/** The expiry of the first authorisation with an amount that is neither captured nor voided. */
export function firstExpiry(order: Order): string | null {
  const { payments } = order.orderForm
  if (payments.every((payment) => payment.authorizationExpires === null)) return null
  return authorisedRests(order, exponentFor(payments.map(({ amount }) => amount)))
    .filter(({ rest }) => rest > 0)
    .map(({ payment }) => payment.authorizationExpires)
    .filter((time) => time !== null)
    .reduce(earlier, null)
}

/** When the money moved (search.md#search-filters). */
function paymentTime({ paidDate, created }: Payment): string | null {
  return paidDate ?? created
}

function earlier(first: string | null, time: string): string {
  return first === null || time < first ? time : first
}

function later(last: string | null, time: string): string {
  return last === null || time > last ? time : last
}

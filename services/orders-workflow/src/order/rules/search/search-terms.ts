import type { Order } from '@open-oms/contracts/orders/order'
import type { ExternalId, PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import { folded } from '@open-oms/contracts/text/folded-text'
import { cut } from '@open-oms/contracts/text/search-text'
import { activeHolds } from '../holds/holds.ts'
import { isOpenError } from '../input/entity-errors.ts'
import { phoneDigits, phonesIn, readPhone } from './phone-numbers.ts'

/**
 * UTF-16 units of a term, 3 bytes each at most: an index of Postgres refuses entries of some 2,700
 * bytes.
 */
const KEY_LENGTH_MAX = 200
const KEY_PREFIX_LENGTH = 160

/**
 * Separates the parts of a term that has several; no value that a client sends is likely to
 * hold it.
 */
const SEPARATOR = '\u001f'

/**
 * A text as indexes keep it for exact comparison (search.md#folded-texts): in NFC, or a prefix and
 * a hash when it is very long.
 */
export function searchKey(value: string): string {
  const text = value.normalize('NFC')
  if (text.length <= KEY_LENGTH_MAX) return text
  return `${cut(text, KEY_PREFIX_LENGTH)}${SEPARATOR}${text.length}${SEPARATOR}${hashText(text)}`
}

/**
 * 64 bits of two FNV-1a runs; it only distinguishes texts of equal length with an equal beginning.
 */
function hashText(text: string): string {
  let high = 0x811c9dc5
  let low = 0xc2b2ae35
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit ^ (high >>> 15), 0x85ebca6b)
  }
  return `${(high >>> 0).toString(16)}${(low >>> 0).toString(16)}`
}

type TermMaker = (value: string) => string

const exact =
  (kind: string): TermMaker =>
  (value) =>
    searchKey(`${kind}:${value}`)
const inAnyCase =
  (kind: string): TermMaker =>
  (value) =>
    searchKey(`${kind}:${folded(value)}`)

/**
 * The terms of a phone number, read for each of some countries (search.md#phone-numbers): its
 * digits, by which numbers are compared that are none, and its numbers in E.164.
 */
export function phoneTerms(kind: 'phone' | 'contactphone', text: string, countries: readonly string[]): string[] {
  const digits = phoneDigits(text)
  if (digits === '') return []
  const numbers = countries.flatMap((country) => readPhone(text, country).numbers)
  return [...new Set([digits, ...numbers])].map((number) => searchKey(`${kind}:${number}`))
}

/** A property to look for: any group unless one is named. */
export type PropertyKey = { key: string; value?: string | null; keyGroup?: string | null }

const groupProperty = exact('groupprop')
const anyProperty = exact('prop')

/**
 * Makes the search term of a value, the same for an order and a filter (search.md#search-filters).
 */
export const termOf = {
  tag: exact('tag'),
  /** The id of an external id of the order, or `provider:id`. */
  externalId: exact('ext'),
  shipmentExternalId: exact('shipext'),
  shipmentExternalIdProvider: exact('shipextprovider'),
  /** A line's code or product id. */
  productNumber: exact('sku'),
  serialNumber: exact('serial'),
  productType: exact('type'),
  shippingMethod: exact('method'),
  /** Id, code or name of a discount. */
  discount: exact('discount'),
  picklist: exact('picklist'),
  project: exact('project'),
  subscription: exact('subscription'),
  email: inAnyCase('email'),
  contactEmail: inAnyCase('contactemail'),
  customerContact: inAnyCase('customercontact'),
  customerNumber: exact('customernumber'),
  salesPerson: exact('salesperson'),
  /** The warehouse of a shipment. */
  warehouse: exact('warehouse'),
  paymentType: exact('payment'),
  paymentStatus: exact('paymentstatus'),
  /** The severity of an open error. */
  errorSeverity: exact('errorseverity'),
  /** The reason code of a hold that is not released. */
  holdReason: exact('hold'),
  property({ key, value, keyGroup }: PropertyKey): string {
    const item = `${key}${SEPARATOR}${value ?? ''}`
    return keyGroup ? groupProperty(`${keyGroup}${SEPARATOR}${item}`) : anyProperty(item)
  },
} as const

export type Texts = readonly (string | null)[]

/** The term of each value that says something. */
function terms(maker: TermMaker, values: Texts): string[] {
  return values.flatMap((value) => (value ? [maker(value)] : []))
}

function externalIdTerms(maker: TermMaker, ids: readonly ExternalId[]): string[] {
  return terms(
    maker,
    ids.flatMap(({ id, providerName }) => (id ? [id, providerName ? `${providerName}:${id}` : null] : [])),
  )
}

function propertyTerms(properties: readonly PropertyItem[]): string[] {
  return properties.flatMap(({ key, keyGroup, value }) => {
    if (!key) return []
    const ofAnyGroup = termOf.property({ key, value })
    return keyGroup ? [ofAnyGroup, termOf.property({ key, value, keyGroup })] : [ofAnyGroup]
  })
}

function lineTerms({ lineItems }: Order['orderForm']): string[] {
  return lineItems.flatMap((line) => [
    ...terms(termOf.productNumber, [line.code, line.productId]),
    ...terms(termOf.serialNumber, [line.serialNumber]),
    ...terms(termOf.productType, [line.productType]),
  ])
}

function shipmentTerms({ shipments }: Order['orderForm']): string[] {
  return shipments.flatMap((shipment) => [
    ...terms(termOf.shippingMethod, [shipment.shippingMethodName]),
    ...terms(termOf.warehouse, [shipment.warehouseCode]),
    ...externalIdTerms(termOf.shipmentExternalId, shipment.externalIds),
    ...terms(
      termOf.shipmentExternalIdProvider,
      shipment.externalIds.map(({ providerName }) => providerName),
    ),
    ...terms(
      termOf.picklist,
      shipment.properties.map(({ key, value }) => (key === 'PicklistId' ? value : null)),
    ),
  ])
}

function discountTerms({ discounts, lineItems, shipments }: Order['orderForm']): string[] {
  const all = [
    ...discounts,
    ...lineItems.flatMap((line) => line.orderLineDiscounts),
    ...shipments.flatMap((shipment) => shipment.discounts),
  ]
  return all.flatMap(({ discountId, discountCode, discountName }) =>
    terms(termOf.discount, [discountId, discountCode, discountName]),
  )
}

/**
 * Everything by which filters find an order as a whole value, each once (search.md#search-filters).
 * `country` is that of its phone numbers without a prefix.
 */
export function orderSearchTerms(order: Order, country: string): string[] {
  const form = order.orderForm
  return [
    ...new Set([
      ...terms(termOf.tag, order.tags),
      ...externalIdTerms(termOf.externalId, order.externalIds),
      ...propertyTerms(order.properties),
      ...terms(termOf.project, [...order.projectIds, order.projectId]),
      ...terms(termOf.subscription, [order.subscriptionId]),
      ...terms(
        termOf.errorSeverity,
        order.errors.filter(isOpenError).map(({ severity }) => severity),
      ),
      ...terms(termOf.email, [order.customerEmail]),
      ...phonesIn(order.customerPhone).flatMap((phone) => phoneTerms('phone', phone, [country])),
      ...terms(termOf.contactEmail, [order.contactPerson?.email ?? null]),
      ...phonesIn(order.contactPerson?.phone ?? null).flatMap((phone) => phoneTerms('contactphone', phone, [country])),
      ...terms(termOf.customerContact, [order.customerContact]),
      ...terms(termOf.customerNumber, [order.customerNumber]),
      ...terms(termOf.salesPerson, [order.salesPersonId]),
      ...activeHolds(order).map(({ reasonCode }) => termOf.holdReason(reasonCode)),
      ...lineTerms(form),
      ...shipmentTerms(form),
      ...discountTerms(form),
      ...form.payments.flatMap(({ transactionType, status }) => [
        ...terms(termOf.paymentType, [transactionType]),
        ...terms(termOf.paymentStatus, [status]),
      ]),
    ]),
  ]
}

import type { Order } from '@open-oms/contracts/orders/order'
import { folded } from '@open-oms/contracts/text/folded-text'
import { searchText } from '@open-oms/contracts/text/search-text'
import { sumOfAmounts } from '@open-oms/money/minor'
import { phoneDigits, phonesIn, readPhone } from './phone-numbers.ts'
import { searchKey } from './search-terms.ts'

/** Longest text in which customers are searched for. */
const TEXT_LENGTH_MAX = 4_096

/** By what an order names its customer, the most certain one first. */
const keyKinds = ['id', 'number', 'email', 'phone'] as const

/** The part of an order that the list of customers is made of. */
export type CustomerRow = {
  /** Undefined: the order names nobody. */
  customerKey: string | undefined
  /** What customers are searched by; undefined with the key. */
  customerText: string | undefined
  /** The total less returned goods, and the amount that its return forms credit. */
  turnover: number
  returned: number
}

/**
 * What an order says of its customer (customers.md#customer-keys). `country` is that of phone
 * numbers without a prefix.
 */
export function toCustomerRow(order: Order, country: string): CustomerRow {
  const amounts = { turnover: order.netTotal, returned: sumOfAmounts([order.total, -order.netTotal]) }
  const customerKey = findCustomerKey(order, country)
  if (customerKey === undefined) return { customerKey, customerText: undefined, ...amounts }
  return { customerKey, customerText: searchText(customerTexts(order, country), TEXT_LENGTH_MAX), ...amounts }
}

function findCustomerKey(order: Order, country: string): string | undefined {
  const { customerId, customerNumber, customerEmail, customerPhone } = order
  if (customerId) return makeKey('id', customerId)
  if (customerNumber) return makeKey('number', customerNumber)
  if (customerEmail?.trim()) return makeKey('email', customerEmail)
  const [phone] = phonesIn(customerPhone)
  const number = phone === undefined ? '' : (readPhone(phone, country).numbers[0] ?? phoneDigits(phone))
  return number === '' ? undefined : makeKey('phone', number)
}

function makeKey(kind: (typeof keyKinds)[number], value: string): string {
  return `${kind}:${searchKey(kind === 'email' ? folded(value) : value)}`
}

/** The stored form of a key that a client sends; null: no customer has it. */
export function parseCustomerKey(key: string): string | null {
  const colon = key.indexOf(':')
  const kind = keyKinds.find((known) => known === key.slice(0, colon).toLowerCase())
  const value = key.slice(colon + 1)
  return kind === undefined || value === '' ? null : makeKey(kind, value)
}

/** The most selective ones come first. */
function* customerTexts(order: Order, country: string): Iterable<string | null> {
  yield* [order.customerName, order.customerNumber, order.customerId, order.customerEmail, order.customerPhone]
  yield* phonesIn(order.customerPhone).flatMap((phone) => readPhone(phone, country).numbers)
  const { contactPerson, billingAddress } = order
  if (contactPerson !== null) {
    yield* [`${contactPerson.firstName ?? ''} ${contactPerson.lastName ?? ''}`, contactPerson.email, contactPerson.phone]
    yield* phonesIn(contactPerson.phone).flatMap((phone) => readPhone(phone, country).numbers)
  }
  if (billingAddress !== null) yield* [billingAddress.name, `${billingAddress.firstName ?? ''} ${billingAddress.lastName ?? ''}`]
}

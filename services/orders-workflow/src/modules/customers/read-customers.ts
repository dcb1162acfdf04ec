import type {
  Customer,
  CustomerFigures,
  CustomerList,
  CustomerOrders,
  FoundCustomer,
} from '@open-oms/contracts/orders/customers/customer'
import type { FulfilmentStatus, OrderPaymentStatus } from '@open-oms/contracts/orders/order-states'
import { PAGE_SIZE_DEFAULT } from '@open-oms/contracts/orders/search/search'
import { sumOfAmounts } from '@open-oms/money/minor'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { searchPage } from '../search/domain/search-page.ts'
import { readCustomerNotes } from './customer-notes.ts'
import {
  type CustomerOrderRow,
  countOrdersOfCustomer,
  countReturnForms,
  type FoundRow,
  findCustomerRows,
  findKeyOfOrder,
  readNewestOrders,
  readOrdersOfCustomer,
} from './customer-queries.ts'
import { usedAddresses, usedContacts } from './domain/used-contacts.ts'
import { customerNotFound, requireCustomerKey } from './known-customer.ts'

type Scope = Pick<Caller, 'storeIds'>

/** The newest orders whose contacts and addresses are shown. */
const CONTACTS_OF_ORDERS = 50

export type FindCustomers = { searchText?: string | undefined; orderId?: string | undefined; take?: number | undefined }

/**
 * Finds customers in the orders of the caller's stores, the one that ordered last first
 * (customers.md#customer-search). Raises `ValidationFailed` for a text of too many words.
 */
export async function findCustomers(
  { config, reading }: Pick<OrderDeps, 'config' | 'reading'>,
  { storeIds }: Scope,
  { searchText, orderId, take = PAGE_SIZE_DEFAULT }: FindCustomers,
): Promise<CustomerList> {
  const scope = { storeIds, markets: config().markets }
  const customerKey = orderId === undefined ? undefined : await findKeyOfOrder(reading, orderId, storeIds)
  if (customerKey === null) return { result: [], hasMore: false }
  const rows = await findCustomerRows(reading, { searchText, customerKey, scope, take: take + 1 })
  return { result: rows.slice(0, take).map(toFoundCustomer), hasMore: rows.length > take }
}

/** Reads a customer with all that its page shows (customers.md#one-customer). Raises `NotFound`. */
export async function getCustomer(
  deps: Pick<OrderDeps, 'config' | 'query' | 'execute'>,
  { storeIds }: Scope,
  customerKey: string,
): Promise<Customer> {
  const key = requireCustomerKey(customerKey)
  const scope = { storeIds, markets: [] }
  const [row] = await findCustomerRows(deps, { searchText: undefined, customerKey: key, scope, take: 1 })
  if (row === undefined) throw customerNotFound(customerKey)
  const orders = await readNewestOrders(deps, { key, storeIds, take: CONTACTS_OF_ORDERS })
  return {
    ...toFoundCustomer(row),
    firstOrdered: row.first_ordered.toISOString(),
    returnCount: await countReturnForms(deps, key, storeIds),
    contacts: usedContacts(orders),
    addresses: usedAddresses(orders),
    notes: await readCustomerNotes(deps, key, storeIds),
  }
}

export type ListOrdersOfCustomer = { customerKey: string; page?: number | undefined; pageSize?: number | undefined }

/**
 * A page of the orders of a customer, newest first (customers.md#orders-of-a-customer). Raises
 * `NotFound` and `WindowExceeded`.
 */
export async function listOrdersOfCustomer(
  { reading }: Pick<OrderDeps, 'reading'>,
  { storeIds }: Scope,
  { customerKey, page, pageSize }: ListOrdersOfCustomer,
): Promise<CustomerOrders> {
  const range = searchPage({ take: pageSize, page })
  const key = requireCustomerKey(customerKey)
  const totalHits = await countOrdersOfCustomer(reading, key, storeIds)
  if (totalHits === 0) throw customerNotFound(customerKey)
  const rows = await readOrdersOfCustomer(reading, { key, storeIds, ...range })
  return { totalHits, result: rows.map(toCustomerOrder) }
}

function toFoundCustomer(row: FoundRow): FoundCustomer {
  const figures = JSON.parse(row.figures) as CustomerFigures[]
  return {
    key: row.customer_key,
    customerId: row.customer_id,
    customerNumber: row.customer_number,
    customerType: row.customer_type,
    name: row.name,
    email: row.email,
    phone: row.phone,
    orderCount: figures.reduce((sum, { orderCount }) => sum + orderCount, 0),
    figures,
    lastOrder: { id: row.order_id, orderNumber: row.order_number, created: row.last_ordered.toISOString() },
  }
}

function toCustomerOrder({ turnover, returned, ...row }: CustomerOrderRow): CustomerOrders['result'][number] {
  const netTotal = Number(turnover)
  return {
    id: row.id,
    orderNumber: row.order_number,
    created: row.created.toISOString(),
    storeId: row.store_id,
    orderType: row.order_type,
    status: row.status,
    paymentStatus: row.payment_status as OrderPaymentStatus,
    fulfilmentStatus: row.fulfilment_status as FulfilmentStatus | null,
    currency: row.currency,
    total: sumOfAmounts([netTotal, Number(returned)]),
    netTotal,
  }
}

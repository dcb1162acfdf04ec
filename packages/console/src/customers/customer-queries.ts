import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

const CUSTOMERS = 50
const ORDERS = 20
const COMPANIES = 20

export type Customer = Awaited<ReturnType<typeof readCustomer>>
export type FoundCustomer = Awaited<ReturnType<typeof findCustomers>>['result'][number]
export type CustomerOrder = Awaited<ReturnType<typeof readOrders>>['result'][number]

/** The customers that a text finds; without one those of the newest orders. */
export function customersQuery(text: string | undefined, take = CUSTOMERS) {
  return queryOptions({
    queryKey: ['customers', 'found', text ?? '', take],
    queryFn: ({ signal }) => findCustomers({ ...(text === undefined ? {} : { searchText: text }), take }, signal),
    placeholderData: keepPreviousData,
  })
}

/** The business customers that a text finds; one that has ordered is among those of orders too. */
export function companiesQuery(text: string) {
  return queryOptions({
    queryKey: ['customers', 'companies', text],
    queryFn: ({ signal }) => gateway.get('/api/BusinessCustomer', { query: { searchText: text, take: COMPANIES }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The companies of the catalogue that none of these customers is. */
export function companiesBeside<Company extends { id: string }>(
  companies: readonly Company[],
  customers: readonly FoundCustomer[],
): Company[] {
  const known = new Set(customers.flatMap(({ customerId, customerNumber }) => [customerId, customerNumber]))
  return companies.filter(({ id }) => !known.has(id))
}

/** The customer of an order; null where it names none. */
export function customerOfOrderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['customers', 'of-order', orderId],
    queryFn: async ({ signal }) => (await findCustomers({ orderId, take: 1 }, signal)).result[0] ?? null,
  })
}

/** One customer with contacts, addresses and notes. */
export function customerQuery(customerKey: string) {
  return queryOptions({
    queryKey: ['customers', 'one', customerKey],
    queryFn: ({ signal }) => readCustomer(customerKey, signal),
  })
}

/** The orders of a customer, newest first. */
export function customerOrdersQuery(customerKey: string) {
  return infiniteQueryOptions({
    queryKey: ['customers', 'orders', customerKey],
    queryFn: ({ pageParam, signal }) => readOrders(customerKey, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ totalHits }, pages) => (pages.length * ORDERS < totalHits ? pages.length + 1 : null),
  })
}

async function findCustomers(query: { searchText?: string; orderId?: string; take: number }, signal: AbortSignal) {
  return await gateway.get('/api/Customers', { query, signal })
}

async function readCustomer(customerKey: string, signal: AbortSignal) {
  return await gateway.get('/api/Customers/{customerKey}', { params: { customerKey }, signal })
}

async function readOrders(customerKey: string, page: number, signal: AbortSignal) {
  const query = { page, pageSize: ORDERS }
  return await gateway.get('/api/Customers/{customerKey}/Orders', { params: { customerKey }, query, signal })
}

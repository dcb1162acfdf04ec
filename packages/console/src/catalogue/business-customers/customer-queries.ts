import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'

const CUSTOMERS = 50

/** All business customers, by id, page by page. */
export function customersQuery() {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'customers'],
    queryFn: ({ pageParam, signal }) => {
      const query = { take: CUSTOMERS, ...(pageParam === null ? {} : { after: pageParam }) }
      return gateway.get('/api/BusinessCustomer', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** One business customer with its assets. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'customer', id],
    queryFn: ({ signal }) => gateway.get('/api/BusinessCustomer/{id}', { params: { id }, signal }),
  })
}

import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

/**
 * Stores, order types and what their statuses are for, which change with the configuration only.
 */
export const namesQuery = queryOptions({
  queryKey: ['configuration', 'names'],
  queryFn: ({ signal }) => gateway.get('/api/Configuration/Names', { signal }),
  staleTime: 5 * 60_000,
})

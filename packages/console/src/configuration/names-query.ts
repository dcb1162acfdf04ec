import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

/**
 * Stores, order types and the purposes of their statuses; they change only with the configuration.
 */
export const namesQuery = queryOptions({
  queryKey: ['configuration', 'names'],
  queryFn: ({ signal }) => gateway.get('/api/Configuration/Names', { signal }),
  staleTime: 5 * 60_000,
})

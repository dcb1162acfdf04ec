import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'

/** The configuration that runs. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration', 'running'],
  queryFn: ({ signal }) => gateway.get('/api/Configuration', { signal }),
  staleTime: 60_000,
})

/** What is wrong with the folder on disk, and how it differs from what runs. */
export const checkQuery = queryOptions({
  queryKey: ['configuration', 'check'],
  queryFn: ({ signal }) => gateway.get('/api/Configuration/Check', { signal }),
})

/** How many runs of the queue each connector has. */
export const connectorRunsQuery = queryOptions({
  queryKey: ['configuration', 'runs'],
  queryFn: async ({ signal }) => {
    const { facets } = await gateway.post('/api/WorkflowRuns/Search', { signal, body: { take: 1 } })
    const found = facets.find(({ facetType }) => facetType === 'Connectors')?.facets ?? []
    return new Map(found.map(({ value, count }) => [value ?? '', count]))
  },
})

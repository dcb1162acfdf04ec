import { useQuery } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { useUser } from '../session/use-session.ts'

/**
 * The ids of stores that the person can choose from: those of their own, else those that have orders. Other stores can be typed: the
 * interface has no list of them.
 */
export function useKnownStores(): readonly string[] {
  const { storeIds, roles } = useUser()
  const isAsked = storeIds.length === 0 && roles.includes('OrderRead')
  const { data } = useQuery({
    queryKey: ['money', 'stores'],
    queryFn: ({ signal }) => gateway.post('/api/Orders/Search', { signal, body: { take: 1 } }),
    enabled: isAsked,
    staleTime: 5 * 60_000,
  })
  if (!isAsked) return storeIds
  const facet = data?.facets.find(({ facetType }) => facetType === 'SelectedStores')
  return (facet?.facets ?? []).flatMap(({ value }) => (value ? [value] : [])).sort()
}

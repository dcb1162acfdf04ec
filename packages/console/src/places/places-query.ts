import { queryOptions } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { gateway } from '../session/gateway.ts'

/** What the shop adds to pages, which changes with the configuration only. */
export const placesQuery = queryOptions({
  queryKey: ['configuration', 'places'],
  queryFn: ({ signal }) => gateway.get('/api/Configuration/ConsolePlaces', { signal }),
  staleTime: 5 * 60_000,
})

type Places = Awaited<ReturnType<typeof readPlaces>>
const readPlaces = () => gateway.get('/api/Configuration/ConsolePlaces')

export type Panel = Places['panels'][number]
export type PlacedButton = Places['buttons'][number]

/** Says a text of the configuration in the language of the person. */
export function usePlaceText(): (text: { en: string; nb: string }) => string {
  const isNorwegian = useLocale().startsWith('nb')
  return ({ en, nb }) => (isNorwegian ? nb : en)
}

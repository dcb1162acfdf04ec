import { useDebouncedValue } from '@mantine/hooks'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'

const PAUSE_MS = 250

/**
 * What a request would do, by a dry run of it; `isShown`: the result, or the refusal, is that of
 * the request as it is now.
 */
export type Preview<Result> = { result: Result | null; error: Error | null; isPending: boolean; isShown: boolean }

/** What a dry run is sent with: the order, and the version that the person sees. */
export type DryRun = { params: { orderId: string }; query: { dryRun: true }; signal: AbortSignal; ifMatch?: string }

/**
 * The dry run of a request on the version that the person sees, once they pause. Null: there is
 * nothing to send yet.
 */
export function usePreview<Body, Result>(
  order: Order,
  body: Body | null,
  send: (body: Body, run: DryRun) => Promise<Result>,
): Preview<Result> {
  const text = body === null ? null : JSON.stringify(body)
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const isSettled = settled === text
  const { data, error, isFetching } = useQuery({
    // Not below the order: its change must not repeat what was shown before it.
    queryKey: ['previews', order.id, order.versionId, settled],
    queryFn: ({ signal }) =>
      send(JSON.parse(settled ?? '{}') as Body, {
        params: { orderId: order.id },
        query: { dryRun: true },
        signal,
        ...(order.versionId === null ? {} : { ifMatch: order.versionId }),
      }),
    enabled: settled !== null && isSettled,
    // Goods and money that others move meanwhile change what would happen.
    staleTime: 0,
    gcTime: 0,
  })
  const isShown = text !== null && isSettled && !isFetching && (data !== undefined || error !== null)
  return { result: isShown ? (data ?? null) : null, error: isShown ? error : null, isPending: text !== null && !isShown, isShown }
}

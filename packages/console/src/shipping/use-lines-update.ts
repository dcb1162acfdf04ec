import { useDebouncedValue } from '@mantine/hooks'
import type { LinesUpdate, Order, WorkflowResult } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useOrderWrite } from '../order/use-order-write.ts'
import { gateway } from '../session/gateway.ts'

const PAUSE_MS = 250

/**
 * What a request would do, by a dry run of it; `isShown`: the result, or the refusal, is that of
 * the request as it is now.
 */
export type LinesPreview = { result: WorkflowResult | null; error: Error | null; isPending: boolean; isShown: boolean }

/**
 * The dry run of a request on the version that the person sees, once they pause. Null: there is
 * nothing to send yet.
 */
export function useLinesPreview(order: Order, body: LinesUpdate | null): LinesPreview {
  const text = body === null ? null : JSON.stringify(body)
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const isSettled = settled === text
  const { data, error, isFetching } = useQuery({
    // Not below the order: its change must not repeat what was shown before it.
    queryKey: ['previews', order.id, order.versionId, settled],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/{orderId}/OrderLinesUpdate', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: JSON.parse(settled ?? '{}') as LinesUpdate,
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

/** The write itself. */
export function useLinesUpdate(order: Order, onWritten: (result: WorkflowResult) => void) {
  return useOrderWrite(order, {
    send: (body: LinesUpdate, write) => gateway.post('/api/Orders/{orderId}/OrderLinesUpdate', { ...write, body }),
    onWritten,
  })
}

import type { WebhookDelivery } from '@open-oms/client/types'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import type { DeliveryView } from './delivery-view.ts'

const DELIVERIES = 50
/**
 * What is sent again shows its outcome soon. The stream of changes has those of orders alone, so it
 * is asked for again and again.
 */
const REFRESH_MS = 5_000

/** The webhook deliveries of a view, page by page, the newest first. */
export const deliveriesQuery = ({ state = 'GivenUp', subscription }: DeliveryView) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', state, subscription ?? null],
    queryFn: ({ pageParam, signal }) => {
      const narrowed = subscription === undefined ? {} : { subscriptionId: subscription }
      const position = pageParam === null ? {} : { after: pageParam }
      return gateway.get('/api/WebhookDeliveries', { query: { state, take: DELIVERIES, ...narrowed, ...position }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/**
 * Has a delivery sent again, if it is still as the person saw it: who comes second has no further
 * effect.
 */
export async function sendAgain({ id, state }: WebhookDelivery): Promise<WebhookDelivery> {
  return await gateway.post('/api/WebhookDeliveries/{deliveryId}/Replay', { params: { deliveryId: id }, query: { state } })
}

import { useQuery } from '@tanstack/react-query'
import { subscriptionsQuery } from '../configuration/subscriptions/subscription-queries.ts'

/**
 * Names a subscription as people call it; by its id before that is known, or when it is deleted.
 */
export function useSubscriptionName(): (id: string) => string {
  const { data } = useQuery(subscriptionsQuery)
  return (id) => data?.result.find((one) => one.id === id)?.name ?? id
}

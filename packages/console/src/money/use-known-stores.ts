import { useQuery } from '@tanstack/react-query'
import { namesQuery } from '../configuration/names-query.ts'
import { useMayReadOrders, useUser } from '../session/use-session.ts'

/** The ids of stores that the person can choose from: those of their own, else the configured ones. Others can be typed. */
export function useKnownStores(): readonly string[] {
  const { storeIds } = useUser()
  const mayReadOrders = useMayReadOrders()
  const isAsked = storeIds.length === 0 && mayReadOrders
  const { data } = useQuery({ ...namesQuery, enabled: isAsked })
  return isAsked ? (data?.stores ?? []).map(({ id }) => id).sort() : storeIds
}

import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { endLive } from '../live/live-state.ts'
import { readSession, readSignInOptions, type User } from './session.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 5 * 60_000,
})

/** How people may sign in, for who is not. */
export const signInOptionsQuery = queryOptions({
  queryKey: [sessionQuery.queryKey[0], 'options'],
  queryFn: ({ signal }) => readSignInOptions(signal),
  staleTime: 60_000,
})

/** The person who is signed in. Only for what is shown inside of the session. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new Error('Nobody is signed in.')
  return data.user
}

/** Whether the person may change orders and stock. A hidden button is no protection: the gateway refuses too. */
export function useMayChangeOrders(): boolean {
  return useUser().roles.includes('OrderAdmin')
}

/** Whether the person may see orders and stock. */
export function useMayReadOrders(): boolean {
  const { roles } = useUser()
  return roles.includes('OrderRead') || roles.includes('OrderAdmin')
}

/** Whether the person may change products, their pictures and business customers. */
export function useMayChangeProducts(): boolean {
  return useUser().roles.includes('ProductAdmin')
}

/** Whether the person may see and do what is of all stores: the configuration, and events that a service could not handle. */
export function useMayRunAllStores(): boolean {
  const { roles, storeIds } = useUser()
  return roles.includes('OrderAdmin') && storeIds.length === 0
}

/** Forgets what the person has seen, and shows the sign-in page where they are. */
export function useForgetSession(): () => void {
  const queries = useQueryClient()
  return () => {
    endLive()
    queries.setQueryData(sessionQuery.queryKey, null)
    // The session stays: whoever watches it is to see that it is gone.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  }
}

import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { endLive } from '../live/live-state.ts'
import { readSession, type User } from './session.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 5 * 60_000,
})

/** The person who is signed in. Only for what is shown inside of the session. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new Error('Nobody is signed in.')
  return data.user
}

/** Whether the person has one of the roles. A hidden button is no protection: the gateway refuses too. */
export function useMayChangeOrders(): boolean {
  return useUser().roles.includes('OrderAdmin')
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

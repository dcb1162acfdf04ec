import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { endLive } from './live-state.ts'
import { type Act, isPermitted } from './rights.ts'
import { readSession, readSignInOptions, type User } from './session.ts'

// Most people never lose the connection; the first load has a budget.
const loadKept = () => import('./kept-session.ts')

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      return await readSession(signal)
    } catch (error) {
      const kept = error instanceof TypeError ? (await loadKept().catch(() => null))?.keptSession() : null
      if (!kept) throw error
      return kept
    }
  },
  // Without a connection it is that of the device.
  networkMode: 'always',
  staleTime: 5 * 60_000,
})

/** How people may sign in, for who is not. */
export const signInOptionsQuery = queryOptions({
  queryKey: [sessionQuery.queryKey[0], 'options'],
  queryFn: ({ signal }) => readSignInOptions(signal),
  staleTime: 60_000,
})

/**
 * Who the console is shown to. Not by the query, which each component would watch on its own: one
 * would see that nobody is signed in any more before the whole console is gone.
 */
export const UserContext = createContext<User | null>(null)

/** The person who is signed in. Only for what is shown inside of the session. */
export function useUser(): User {
  const user = use(UserContext)
  if (user === null) throw new Error('Nobody is signed in.')
  return user
}

/** Says of each thing that the console offers whether the person may do it. */
export function useMay(): (act: Act) => boolean {
  const user = useUser()
  return (act) => isPermitted(user, act)
}

/** Forgets what the person has seen, and shows the sign-in page where they are. */
export function useForgetSession(): () => void {
  const queries = useQueryClient()
  return () => {
    endLive()
    void loadKept().then(({ forgetKept }) => forgetKept())
    queries.setQueryData(sessionQuery.queryKey, null)
    // The session stays: whoever watches it is to see that it is gone.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  }
}

import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { onRefused, onSessionEnded } from '../session/session.ts'
import { sessionQuery, UserContext, useForgetSession } from '../session/use-session.ts'
import { Shell } from './shell.tsx'
import { ErrorState } from './states.tsx'

// Most who open a page are signed in; the first load has a budget.
const SignInPage = lazy(async () => ({ default: (await import('../session/sign-in-page.tsx')).SignInPage }))

const isConfirmed = async (response: Response) => (await import('../account/confirmation.tsx')).isConfirmed(response)
const DutyPage = lazy(async () => ({ default: (await import('../account/duty-page.tsx')).DutyPage }))

/**
 * Shows the console to who is signed in, and asks everybody else to sign in. The address stays: who
 * signs in again goes on where they were.
 */
export function ConsoleGate() {
  const t = useTranslations('states')
  const session = useQuery(sessionQuery)
  const forget = useForgetSession()
  const wasSignedIn = useRef(false)
  useEffect(() => onSessionEnded(forget))
  useEffect(() => onRefused(isConfirmed), [])
  if (session.data) wasSignedIn.current = true
  const loading = <Loader role="status" aria-label={t('loading')} />
  if (session.data === null)
    return (
      <Suspense fallback={<Center mih="100dvh">{loading}</Center>}>
        <SignInPage hasEnded={wasSignedIn.current} />
      </Suspense>
    )
  if (session.data !== undefined)
    return (
      <UserContext value={session.data.user}>
        {session.data.duty === null ? (
          <Shell />
        ) : (
          <Suspense>
            <DutyPage duty={session.data.duty} />
          </Suspense>
        )}
      </UserContext>
    )
  return (
    <Center component="main" mih="100dvh">
      {session.isError ? <ErrorState error={session.error} onRetry={() => void session.refetch()} /> : loading}
    </Center>
  )
}

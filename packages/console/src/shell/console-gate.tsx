import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { onSessionEnded } from '../session/session.ts'
import { SignInPage } from '../session/sign-in-page.tsx'
import { sessionQuery, useForgetSession } from '../session/use-session.ts'
import { Shell } from './shell.tsx'
import { ErrorState } from './states.tsx'

/**
 * Shows the console to who is signed in, and asks everybody else to sign in. The address stays: who signs in again goes on where they
 * were.
 */
export function ConsoleGate() {
  const t = useTranslations('states')
  const session = useQuery(sessionQuery)
  const forget = useForgetSession()
  const wasSignedIn = useRef(false)
  useEffect(() => onSessionEnded(forget))
  if (session.data) wasSignedIn.current = true
  if (session.data === null) return <SignInPage hasEnded={wasSignedIn.current} />
  if (session.data !== undefined) return <Shell />
  return (
    <Center component="main" mih="100dvh">
      {session.isError ? (
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      ) : (
        <Loader role="status" aria-label={t('loading')} />
      )}
    </Center>
  )
}

import { Button, Center, Divider, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { PasswordForm } from './password-form.tsx'
import { needsOtherAccount, signInFailure } from './sign-in-failure.ts'
import { signInOptionsQuery } from './use-session.ts'

const FailureAlert = lazy(async () => ({ default: (await import('./failure-alert.tsx')).FailureAlert }))

/**
 * Asks people to sign in, by the ways that the gateway has, at whatever address it is shown: the
 * person goes on there.
 */
export function SignInPage({ hasEnded }: { hasEnded: boolean }) {
  const t = useTranslations('signIn')
  useTitle(t('title'))
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Paper withBorder p="xl">
          <Stack>
            <Title order={1} size="h2">
              {t('title')}
            </Title>
            {hasEnded ? <Text c="dimmed">{t('ended')}</Text> : null}
            {signInFailure === null || hasEnded ? null : (
              <Suspense>
                <FailureAlert reason={signInFailure} />
              </Suspense>
            )}
            <Ways />
          </Stack>
        </Paper>
        <PreferenceMenus />
      </Stack>
    </Center>
  )
}

function Ways() {
  const t = useTranslations('signIn')
  const { data: options, isPending } = useQuery(signInOptionsQuery)
  if (isPending) return <Loader role="status" aria-label={t('title')} />
  // Whoever cannot be asked for the ways has at least the one that every gateway knows.
  const { passwords, providers } = options ?? { passwords: true, providers: [] }
  return (
    <>
      {providers.map(({ name, url }) => (
        <Button key={url} component="a" href={signInAddress(url)}>
          {t('with', { provider: name })}
        </Button>
      ))}
      {providers.length > 0 && passwords ? <Divider label={t('or')} /> : null}
      {passwords ? <PasswordForm isSecond={providers.length > 0} /> : null}
    </>
  )
}

function signInAddress(url: string): string {
  const { pathname, search } = globalThis.location
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` })
  if (needsOtherAccount) query.set('asksAgain', 'true')
  return `${url}?${query}`
}

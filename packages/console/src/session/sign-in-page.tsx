import { Alert, Button, Center, Divider, Loader, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeField } from '../account/code-field.tsx'
import { PasskeyButton } from '../account/passkey-button.tsx'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { accountEn } from '../texts/en/account.ts'
import { accountNb } from '../texts/nb/account.ts'
import { SignInRefused, signIn } from './session.ts'
import { needsOtherAccount, signInFailure } from './sign-in-failure.ts'
import { sessionQuery, signInOptionsQuery } from './use-session.ts'

const texts = { en: { account: accountEn }, nb: { account: accountNb } } as const

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
      {passwords ? (
        <AreaTexts texts={texts}>
          <PasskeyButton />
        </AreaTexts>
      ) : null}
    </>
  )
}

function signInAddress(url: string): string {
  const { pathname, search } = globalThis.location
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` })
  if (needsOtherAccount) query.set('asksAgain', 'true')
  return `${url}?${query}`
}

/** Asks for name and password. */
function PasswordForm({ isSecond }: { isSecond: boolean }) {
  const t = useTranslations('signIn')
  const queries = useQueryClient()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => (session === null ? setCode('') : queries.setQueryData(sessionQuery.queryKey, session)),
    onError: () => (code === null ? setPassword('') : setCode('')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ userName, password, ...(code === null ? {} : { code }) })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {attempt.isError ? (
        <Alert color="red" variant="outline" role="alert" title={t(signInFailureReason(attempt.error))} />
      ) : null}
      <TextInput
        label={t('userName')}
        name="userName"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      />
      {code === null ? null : (
        <AreaTexts texts={texts}>
          <CodeField value={code} onChange={setCode} />
        </AreaTexts>
      )}
      <Button type="submit" variant={isSecond ? 'default' : 'filled'} loading={attempt.isPending}>
        {t('submit')}
      </Button>
    </Stack>
  )
}

function signInFailureReason(error: Error): 'refused' | 'tooMany' | 'failed' {
  if (!(error instanceof SignInRefused)) return 'failed'
  return error.status === 429 ? 'tooMany' : 'refused'
}

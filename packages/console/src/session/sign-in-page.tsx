import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PreferenceMenus } from '../preferences/preference-menus.tsx'
import { useTitle } from '../shell/use-title.ts'
import { SignInRefused, signIn } from './session.ts'
import { sessionQuery } from './use-session.ts'

/** Asks for name and password, at whatever address it is shown: the person goes on there. */
export function SignInPage({ hasEnded }: { hasEnded: boolean }) {
  const t = useTranslations('signIn')
  const queries = useQueryClient()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
    onError: () => setPassword(''),
  })
  useTitle(t('title'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ userName, password })
  }
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Paper component="form" withBorder p="xl" onSubmit={submit}>
          <Stack>
            <Title order={1} size="h2">
              {t('title')}
            </Title>
            {hasEnded && !attempt.isError ? <Text c="dimmed">{t('ended')}</Text> : null}
            {attempt.isError ? <Alert color="red" variant="outline" role="alert" title={t(reasonOf(attempt.error))} /> : null}
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
            <Button type="submit" loading={attempt.isPending}>
              {t('submit')}
            </Button>
          </Stack>
        </Paper>
        <PreferenceMenus />
      </Stack>
    </Center>
  )
}

function reasonOf(error: Error): 'refused' | 'tooMany' | 'failed' {
  if (!(error instanceof SignInRefused)) return 'failed'
  return error.status === 429 ? 'tooMany' : 'refused'
}

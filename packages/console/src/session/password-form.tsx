import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SignInRefused, signIn } from './session.ts'
import { sessionQuery } from './use-session.ts'

/** Asks for name and password. */
export function PasswordForm({ isSecond }: { isSecond: boolean }) {
  const t = useTranslations('signIn')
  const queries = useQueryClient()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
    onError: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ userName, password })
  }
  return (
    <Stack component="form" onSubmit={submit}>
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
      <Button type="submit" variant={isSecond ? 'default' : 'filled'} loading={attempt.isPending}>
        {t('submit')}
      </Button>
    </Stack>
  )
}

function reasonOf(error: Error): 'refused' | 'tooMany' | 'failed' {
  if (!(error instanceof SignInRefused)) return 'failed'
  return error.status === 429 ? 'tooMany' : 'refused'
}

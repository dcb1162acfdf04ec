import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../session/gateway.ts'
import { keepSession, type Session } from '../session/session.ts'
import { sessionQuery } from '../session/use-session.ts'
import { accountQuery } from './account-calls.ts'

/** Changes the own password. */
export function PasswordForm() {
  const t = useTranslations('account.password')
  const queries = useQueryClient()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useMutation({
    mutationFn: async () =>
      keepSession((await gateway.put('/session/password', { body: { currentPassword, newPassword } })) as Session),
    onSuccess: async (session) => {
      setCurrent('')
      setNew('')
      queries.setQueryData(sessionQuery.queryKey, session)
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  const toggle = { 'aria-label': t('show') }
  return (
    <Stack component="form" onSubmit={submit} maw={400} gap="xs">
      {change.isError ? <Alert color="red" variant="outline" role="alert" title={change.error.message} /> : null}
      {change.isSuccess ? <Text role="status">{t('changed')}</Text> : null}
      <PasswordInput
        label={t('current')}
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label={t('next')}
        description={t('hint')}
        autoComplete="new-password"
        required
        minLength={12}
        value={newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        {t('submit')}
      </Button>
    </Stack>
  )
}

import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { colleaguesQuery } from '../notes/colleagues-query.ts'
import { useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'

type AssigneeFormProps = {
  /** Who is chosen first; null: nobody. */
  assignee: string | null
  isSending?: boolean
  /** Called with a user name; empty: nobody. */
  onAssign: (name: string) => void
  /** What went wrong. */
  children?: ReactNode
}

/** Asks for the colleague who is to have orders in the queue. */
export function AssigneeForm({ assignee, isSending = false, onAssign, children }: AssigneeFormProps) {
  const t = useTranslations('bulk.assign')
  const { userName, displayName } = useUser()
  const found = useQuery(colleaguesQuery)
  const [name, setName] = useState(assignee)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAssign(name ?? '')
  }
  const others = (found.data ?? []).filter((one) => one.userName !== userName)
  const people = [{ userName, displayName: t('me', { name: displayName }) }, ...others]
  return (
    <Stack component="form" onSubmit={submit}>
      <Select
        label={t('name')}
        description={t('hint')}
        data={people.map((one) => ({ value: one.userName, label: one.displayName }))}
        value={name}
        searchable
        clearable
        data-autofocus
        nothingFoundMessage={t('nothingFound')}
        onChange={setName}
      />
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      {children}
      <Group justify="flex-end">
        <Button type="submit" loading={isSending}>
          {t(name === null ? 'submitNobody' : 'submit')}
        </Button>
      </Group>
    </Stack>
  )
}

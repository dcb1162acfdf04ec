import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { colleaguesQuery } from '../notes/colleagues-query.ts'
import { useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { assignTo } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Gives many orders to a colleague, who has them in their queue then. */
export function AssignForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.assign')
  const run = useBulkRun(orders)
  const { userName, displayName } = useUser()
  const found = useQuery(colleaguesQuery)
  const [name, setName] = useState<string | null>(userName)
  if (run.isBegun) return <BulkProgress run={run} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.start(assignTo(name ?? ''))
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
      <Group justify="flex-end">
        <Button type="submit">{t(name === null ? 'submitNobody' : 'submit')}</Button>
      </Group>
    </Stack>
  )
}

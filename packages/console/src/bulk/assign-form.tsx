import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/use-session.ts'
import { assignTo } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Gives many orders to a person, who has them in their queue then. */
export function AssignForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.assign')
  const run = useBulkRun(orders)
  const user = useUser()
  const [name, setName] = useState(user.userName)
  if (run.isBegun) return <BulkProgress run={run} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.start(assignTo(name.trim()))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={t('name')}
        description={t('hint')}
        maxLength={200}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <Group justify="flex-end">
        <Button type="submit">{t(name.trim() === '' ? 'submitNobody' : 'submit')}</Button>
      </Group>
    </Stack>
  )
}

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { HoldReasonField } from '../configuration/hold-reason-field.tsx'
import { holdFor } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Holds many orders for one reason. */
export function HoldForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.hold')
  const run = useBulkRun(orders)
  const [reasonCode, setReasonCode] = useState('')
  const [note, setNote] = useState('')
  const [until, setUntil] = useState('')
  if (run.isBegun) return <BulkProgress run={run} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.start(holdFor({ reasonCode, note: note.trim() || null, until: until === '' ? null : new Date(until).toISOString() }))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text size="sm">{t('explain')}</Text>
      <HoldReasonField label={t('reason')} description={t('reasonHint')} value={reasonCode} onChange={setReasonCode} />
      <Textarea
        label={t('note')}
        maxLength={1_000}
        autosize
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('until')}
        description={t('untilHint')}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit">{t('submit')}</Button>
      </Group>
    </Stack>
  )
}

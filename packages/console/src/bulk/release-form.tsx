import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { openHolds } from '../holds/open-holds.ts'
import { releaseHolds } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Releases the holds of many orders: all, or those of one reason. */
export function ReleaseForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.release')
  const run = useBulkRun(orders)
  const [reasonCode, setReasonCode] = useState('')
  const [note, setNote] = useState('')
  const nameOf = useHoldReasons()
  const reasons = Map.groupBy(orders.flatMap(openHolds), (hold) => hold.reasonCode)
  if (run.isBegun) return <BulkProgress run={run} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.start(releaseHolds({ reasonCode: reasonCode === '' ? null : reasonCode, note: note.trim() || null }))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('reason')}
        value={reasonCode}
        data-autofocus
        onChange={({ currentTarget }) => setReasonCode(currentTarget.value)}
        data={[
          { value: '', label: t('all') },
          ...[...reasons].map(([reason, { length }]) => ({ value: reason, label: `${nameOf(reason)} (${length})` })),
        ]}
      />
      <Textarea
        label={t('note')}
        maxLength={1_000}
        autosize
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <Group justify="flex-end">
        <Button type="submit">{t('submit')}</Button>
      </Group>
    </Stack>
  )
}

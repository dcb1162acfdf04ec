import { Button, Group, MultiSelect, NativeSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SavedReportRequest } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useStoreNames } from '../../configuration/use-store-names.ts'
import { decimalSeparator } from '../../display/decimal-separator.ts'
import { useKnownStores } from '../../money/use-known-stores.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { createSavedReport, savedReportsQuery } from './saved-report-queries.ts'

type Choice = { value: string; label: string }
type Period = SavedReportRequest['period']
type Every = SavedReportRequest['schedule']['every']
type Weekday = NonNullable<SavedReportRequest['schedule']['weekday']>
type Fields = {
  name: string
  report: string
  period: Period
  stores: string[]
  recipients: string[]
  folder: string
  every: Every
  weekday: Weekday
  dayOfMonth: number
  time: string
}

const periods: readonly Period[] = [
  'Yesterday',
  'Last7Days',
  'Last30Days',
  'LastWeek',
  'LastMonth',
  'ThisMonth',
  'LastQuarter',
  'LastYear',
]
const frequencies: readonly Every[] = ['Day', 'Week', 'Month']
const days: readonly Weekday[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Has a report sent by a schedule. */
export function SavedReportForm({ reports, onDone }: { reports: readonly Choice[]; onDone: () => void }) {
  const t = useTranslations('reports.saved')
  const queries = useQueryClient()
  const decimal = decimalSeparator(useLocale())
  const keyOf = useIdempotencyKey()
  const [fields, setFields] = useState<Fields>({
    ...{ name: '', report: reports[0]?.value ?? '', period: 'Yesterday', stores: [], recipients: [], folder: '' },
    ...{ every: 'Day', weekday: 'Monday', dayOfMonth: 1, time: '06:00' },
  })
  const saving = useMutation({
    mutationFn: () => {
      const { every, weekday, dayOfMonth, time, folder, ...others } = fields
      const day = every === 'Week' ? { weekday } : every === 'Month' ? { dayOfMonth } : {}
      const body = { ...others, folder: folder.trim() || null, decimal, schedule: { every, time, ...day } }
      return createSavedReport(body, keyOf(JSON.stringify(body)))
    },
    onSuccess: ({ name }) => {
      notifications.show({ color: 'green', message: t('changed', { name }) })
      onDone()
      return queries.invalidateQueries({ queryKey: savedReportsQuery.queryKey })
    },
  })
  useKeepOpen(saving.isPending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  const set = (change: Partial<Fields>) => {
    if (saving.error !== null) saving.reset()
    setFields({ ...fields, ...change })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <WhatFields {...{ fields, set, reports }} />
      <WhenFields {...{ fields, set }} />
      <TagsInput
        label={t('recipients')}
        description={t('recipientsHelp')}
        required={fields.recipients.length === 0 && fields.folder.trim() === ''}
        value={fields.recipients}
        onChange={(recipients) => set({ recipients })}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
      />
      <TextInput
        label={t('folder')}
        description={t('folderHelp')}
        maxLength={200}
        value={fields.folder}
        onChange={({ currentTarget }) => set({ folder: currentTarget.value })}
      />
      {saving.error === null ? null : <ErrorState error={saving.error} />}
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  )
}

type FieldsProps = { fields: Fields; set: (change: Partial<Fields>) => void }

function WhatFields({ fields, set, reports }: FieldsProps & { reports: readonly Choice[] }) {
  const t = useTranslations('reports.saved')
  const storeName = useStoreNames()
  const stores = useKnownStores().map((id) => ({ value: id, label: storeName(id) }))
  return (
    <>
      <TextInput
        label={t('name')}
        required
        maxLength={100}
        data-autofocus
        value={fields.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t('report')}
        data={[...reports]}
        value={fields.report}
        onChange={({ currentTarget }) => set({ report: currentTarget.value })}
      />
      <NativeSelect
        label={t('period')}
        data={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={fields.period}
        onChange={({ currentTarget }) => set({ period: currentTarget.value as Period })}
      />
      <MultiSelect
        label={t('stores')}
        description={t('storesHelp')}
        data={stores}
        value={fields.stores}
        onChange={(chosen) => set({ stores: chosen })}
        searchable
        clearable
      />
    </>
  )
}

function WhenFields({ fields, set }: FieldsProps) {
  const t = useTranslations('reports.saved')
  return (
    <Group grow align="flex-end">
      <NativeSelect
        label={t('every')}
        data={frequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
        value={fields.every}
        onChange={({ currentTarget }) => set({ every: currentTarget.value as Every })}
      />
      {fields.every === 'Week' ? (
        <NativeSelect
          label={t('weekday')}
          data={days.map((value) => ({ value, label: t(`days.${value}`) }))}
          value={fields.weekday}
          onChange={({ currentTarget }) => set({ weekday: currentTarget.value as Weekday })}
        />
      ) : null}
      {fields.every === 'Month' ? (
        <NumberInput
          label={t('dayOfMonth')}
          min={1}
          max={31}
          clampBehavior="strict"
          allowDecimal={false}
          value={fields.dayOfMonth}
          onChange={(day) => set({ dayOfMonth: Number(day) || 1 })}
        />
      ) : null}
      <TextInput
        label={t('time')}
        type="time"
        required
        value={fields.time}
        onChange={({ currentTarget }) => set({ time: currentTarget.value })}
      />
    </Group>
  )
}

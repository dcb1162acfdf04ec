import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { useKeepOpen } from '../shell/use-keep-open.ts'
import type { RunAction } from './allowed-actions.ts'
import { type Runs, startJob } from './work-queries.ts'

type FormProps = {
  action: RunAction
  runs: Runs
  /** What the job will do. */
  explain: string
  submit: string
  onStarted: (jobId: string) => void
}

/** Says what a job does with runs, asks for a note about it, and makes it. */
export function JobForm({ action, runs, explain, submit, onStarted }: FormProps) {
  const t = useTranslations('work.actions')
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const starting = useMutation({
    mutationFn: () => startJob({ action, runs, note: note.trim() }),
    onSuccess: async ({ id }) => {
      onStarted(id)
      await queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  useKeepOpen(starting.isPending)
  const start = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Stack component="form" onSubmit={start}>
      <Text size="sm">{explain}</Text>
      <TextInput
        label={t('note')}
        description={t('noteHint')}
        maxLength={1_000}
        value={note}
        data-autofocus
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {starting.isError ? <ErrorState error={starting.error} /> : null}
      <Group justify="flex-end">
        <Button type="submit" loading={starting.isPending}>
          {submit}
        </Button>
      </Group>
    </Stack>
  )
}

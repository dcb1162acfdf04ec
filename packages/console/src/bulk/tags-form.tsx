import { Button, Group, Stack, TagsInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { changeTags } from './attempts.ts'
import type { BulkFormProps } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Adds tags to many orders, and removes tags that some of them have. */
export function TagsForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.tags')
  const run = useBulkRun(orders)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const offered = useConfiguredNames()?.tags.map(({ name }) => name) ?? []
  const present = [...new Set(orders.flatMap(({ tags = [] }) => tags))].sort()
  if (run.isBegun) return <BulkProgress run={run} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.start(changeTags({ add, remove }))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TagsInput
        label={t('add')}
        description={t('hint')}
        value={add}
        onChange={setAdd}
        data={[...new Set([...offered, ...present])].filter((tag) => !remove.includes(tag))}
        acceptValueOnBlur
        data-autofocus
      />
      {present.length === 0 ? null : (
        <TagsInput
          label={t('remove')}
          description={t('removeHint')}
          value={remove}
          onChange={setRemove}
          data={present.filter((tag) => !add.includes(tag))}
          acceptValueOnBlur
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" disabled={add.length + remove.length === 0}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

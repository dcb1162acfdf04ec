import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { ConflictTable } from './conflict-table.tsx'
import { type Choices, compareEdits, isDecided, mergedEdit } from './merge-edits.ts'
import { type Edit, editOf } from './order-edit.ts'

type EditConflictProps = {
  base: Edit
  mine: Edit
  theirs: Order
  save: (edit: Edit) => void
  isSaving: boolean
  error: Error | null
}

/** Shows what another person has changed beside one's own changes, and saves both. */
export function EditConflict({ base, mine, theirs, save, isSaving, error }: EditConflictProps) {
  const t = useTranslations('editOrder.conflict')
  const format = useFormat()
  const [choices, setChoices] = useState<Choices>({})
  const edits = { base, mine, theirs: editOf(theirs) }
  const merge = compareEdits(edits)
  const decided = isDecided(merge, choices)
  const isUnaffected = merge.differences.every(({ changedBy }) => changedBy === 'mine')
  return (
    <Stack>
      <Alert color="orange" variant="outline" role="alert" title={t('title')}>
        <Text size="sm">{t('text', { name: theirs.modifiedBy ?? t('someone'), time: format.time(theirs.modified) })}</Text>
        {isUnaffected ? <Text size="sm">{t('nothing')}</Text> : null}
      </Alert>
      <ConflictTable {...{ merge, choices }} onChoose={(name, choice) => setChoices({ ...choices, [name]: choice })} />
      {error === null ? null : <ErrorState error={error} />}
      <Group justify="flex-end">
        {decided ? null : <Text size="sm">{t('undecided')}</Text>}
        <Button disabled={!decided} loading={isSaving} onClick={() => save(mergedEdit(edits, choices))}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { ErrorState } from '../shell/states.tsx'
import { editOrderEn } from '../texts/en/edit-order.ts'
import { editOrderNb } from '../texts/nb/edit-order.ts'
import { ConflictTable } from './conflict-table.tsx'
import { EditFields } from './edit-fields.tsx'
import { useFieldLabel } from './edit-texts.ts'
import { type Choices, compareEdits, isDecided, mergedEdit } from './merge-edits.ts'
import { type Edit, toOrderEdit, trimmed } from './order-edit.ts'
import { useOrderEdit } from './use-order-edit.ts'

const texts = { en: { editOrder: editOrderEn }, nb: { editOrder: editOrderNb } } as const

/** Edits the customer, the addresses and the marks of an order. */
export function EditOrder(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <EditForm {...props} />
    </AreaTexts>
  )
}

function EditForm({ order, onDone, part }: OrderActionProps) {
  const t = useTranslations('editOrder')
  const { began, theirs, save, isSaving, error } = useOrderEdit(order, onDone)
  const [base] = useState(() => toOrderEdit(began))
  const [mine, setMine] = useState(base)
  // Another version is another conflict: what was chosen in the former one is not taken over.
  if (theirs !== null) return <EditConflict key={theirs.versionId} {...{ base, mine, theirs, save, isSaving, error }} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const edit = trimmed(mine)
    setMine(edit)
    save(edit)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <EditFields order={began} part={part} edit={mine} onChange={setMine} />
      <Changes base={base} mine={mine} />
      {error === null ? null : <ErrorState error={error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={isSaving}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

/** What saving would change. */
function Changes({ base, mine }: { base: Edit; mine: Edit }) {
  const t = useTranslations('editOrder')
  const labelOf = useFieldLabel()
  const { differences, tags, isPriority } = compareEdits({ base, theirs: base, mine })
  const changes = [
    ...differences.map(({ name, ...values }) => ({ field: labelOf(name), from: values.base, to: values.mine })),
    ...(tags === null ? [] : [{ field: t('tags'), from: base.tags.join(', '), to: mine.tags.join(', ') }]),
    ...(isPriority === null ? [] : [{ field: t('isPriority'), from: t(yesNo(base)), to: t(yesNo(mine)) }]),
  ]
  return (
    <Alert color="blue" variant="outline" title={t('changes')} role="status">
      {changes.length === 0 ? <Text size="sm">{t('unchanged')}</Text> : null}
      <List size="sm" spacing={2}>
        {changes.map(({ field, from, to }) => (
          <List.Item key={field} className="note-text">
            {t('change', { field, from: from === '' ? '–' : from, to: to === '' ? '–' : to })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function yesNo({ isPriority }: Edit): 'yes' | 'no' {
  return isPriority ? 'yes' : 'no'
}

type EditConflictProps = {
  base: Edit
  mine: Edit
  theirs: Order
  save: (edit: Edit) => void
  isSaving: boolean
  error: Error | null
}

/** Shows what another person has changed beside one's own changes, and saves both. */
function EditConflict({ base, mine, theirs, save, isSaving, error }: EditConflictProps) {
  const t = useTranslations('editOrder.conflict')
  const format = useFormat()
  const [choices, setChoices] = useState<Choices>({})
  const edits = { base, mine, theirs: toOrderEdit(theirs) }
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

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { ErrorState } from '../../shell/states.tsx'
import type { Fields, FieldValue } from './merge-edits.ts'
import type { Edit } from './use-edit.ts'

type FormProps<F extends Fields> = {
  edit: Edit<F>
  /** What people call a field. */
  nameOf: (field: keyof F & string) => string
  children: ReactNode
}

/**
 * The form of an edit: what another one has saved meanwhile, the fields, what the API refused, and
 * the button that saves.
 */
export function EditForm<F extends Fields>({ edit, nameOf, children }: FormProps<F>) {
  const t = useTranslations('catalogue.edit')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.isChanged) edit.submit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <EditConflict edit={edit} nameOf={nameOf} />
        {children}
        {edit.error === null ? null : <ErrorState error={edit.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!edit.isChanged} loading={edit.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ConflictProps<F extends Fields> = { edit: Edit<F>; nameOf: (field: keyof F & string) => string }

/** Says what another one has saved meanwhile: what was taken over, and what both have changed. */
function EditConflict<F extends Fields>({ edit, nameOf }: ConflictProps<F>) {
  const t = useTranslations('catalogue.edit.conflict')
  const write = useWrittenValue()
  const { conflict, values, change } = edit
  if (conflict === null) return null
  const { by, taken, conflicts } = conflict
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('title')}>
      <Stack gap="xs">
        <Text size="sm">{by === null ? t('text') : t('textBy', { name: by })}</Text>
        {taken.map(({ field, theirs }) => (
          <Text size="sm" key={field} style={{ overflowWrap: 'anywhere' }}>
            {t('taken', { field: nameOf(field), theirs: write(theirs) })}
          </Text>
        ))}
        {conflicts.map(({ field, mine, theirs }) => (
          <Stack key={field} gap={4}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('both', { field: nameOf(field), mine: write(mine), theirs: write(theirs) })}
            </Text>
            <Group>
              <Button
                size="compact-xs"
                variant="default"
                disabled={values[field] === theirs}
                onClick={() => change(field, theirs)}
              >
                {t('useTheirs', { field: nameOf(field) })}
              </Button>
            </Group>
          </Stack>
        ))}
      </Stack>
    </Alert>
  )
}

function useWrittenValue(): (value: FieldValue) => string {
  const t = useTranslations('catalogue.edit')
  const format = useFormat()
  return (value) => {
    if (value === null || value === '') return t('empty')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    return typeof value === 'number' ? format.quantity(value) : value
  }
}

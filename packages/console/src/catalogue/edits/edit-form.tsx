import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../../shell/states.tsx'
import { EditConflict } from './edit-conflict.tsx'
import type { Fields } from './merge-edits.ts'
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

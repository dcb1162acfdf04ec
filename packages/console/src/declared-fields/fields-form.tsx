import { Alert, Button, Group, Stack } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { FieldInput } from './field-input.tsx'
import type { FieldValues } from './property-values.ts'
import type { DeclaredField } from './use-declared-fields.ts'

type FormProps = {
  fields: readonly DeclaredField[]
  values: FieldValues
  save: (values: FieldValues) => void
  isSaving: boolean
  error: Error | null
}

/** The values of declared fields, to be changed; those that the person may not write are shown. */
export function FieldsForm({ fields, values, save, isSaving, error }: FormProps) {
  const t = useTranslations('fields')
  const [entered, setEntered] = useState(values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(entered)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={entered[field.key] ?? ''}
          onChange={(value) => setEntered({ ...entered, [field.key]: value })}
        />
      ))}
      {isApiError(error, 'VersionConflict') ? (
        <Alert color="orange" variant="outline" role="alert">
          {t('changed')}
        </Alert>
      ) : error === null ? null : (
        <ErrorState error={error} />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={isSaving}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  )
}

import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { ErrorState } from '../shell/states.tsx'
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

type InputProps = { field: DeclaredField; value: string; onChange: (value: string) => void }

/** Where a person enters the value of a declared field; an empty text is none. */
function FieldInput({ field, value, onChange }: InputProps) {
  const t = useTranslations('fields')
  const { type, label, required, choices, mayBeWritten } = field
  const common = { label, withAsterisk: required, disabled: !mayBeWritten }
  if (type === 'number')
    return (
      <NumberField
        {...common}
        decimalScale={6}
        value={value === '' || Number.isNaN(Number(value)) ? null : Number(value)}
        onChange={(number) => onChange(number === null ? '' : String(number))}
      />
    )
  if (type === 'text')
    return (
      <Textarea
        {...common}
        autosize
        maxRows={8}
        maxLength={4_000}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (type === 'date')
    return <TextInput {...common} type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  const yesOrNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  return (
    <NativeSelect
      {...common}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: '–' }, ...(type === 'choice' ? choices : yesOrNo)]}
    />
  )
}

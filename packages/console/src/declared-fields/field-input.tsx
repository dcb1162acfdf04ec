import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import type { DeclaredField } from './use-declared-fields.ts'

type InputProps = { field: DeclaredField; value: string; onChange: (value: string) => void }

/** Where a person enters the value of a declared field; an empty text is none. */
export function FieldInput({ field, value, onChange }: InputProps) {
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

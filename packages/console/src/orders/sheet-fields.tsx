import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type DeclaredField, useDeclaredFields } from '../declared-fields/use-declared-fields.ts'
import { NumberField } from '../display/number-field.tsx'
import { filterValue, withFilter } from './field-filters.ts'
import type { FiltersProps } from './filters-props.ts'
import { TypedField } from './typed-field.tsx'

type SheetFieldsProps = Pick<FiltersProps, 'view' | 'onChange'>

/** The filters by searchable fields: texts and choices by a value, numbers and days by a range. */
export function SheetFields({ view, onChange }: SheetFieldsProps) {
  const fields = useDeclaredFields('order').filter(({ searchable }) => searchable)
  return fields.map((field) =>
    field.type === 'number' || field.type === 'date' ? (
      <Range key={field.key} {...{ field, view, onChange }} />
    ) : (
      <Value key={field.key} {...{ field, view, onChange }} />
    ),
  )
}

type FieldProps = SheetFieldsProps & { field: DeclaredField }

function Value({ field, view, onChange }: FieldProps) {
  const t = useTranslations('orders')
  const { key, label, type, choices } = field
  const value = filterValue(view.field, key, '=')
  const narrow = (next: string) => onChange({ field: withFilter(view.field, { key, operator: '=', value: next }) })
  if (type === 'text') return <TypedField label={label} value={value} onChange={narrow} />
  const yesOrNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => narrow(currentTarget.value)}
      data={[{ value: '', label: '–' }, ...(type === 'choice' ? choices : yesOrNo)]}
    />
  )
}

function Range({ field, view, onChange }: FieldProps) {
  const t = useTranslations('orders.filters')
  const { key, label, type } = field
  const ends = [
    { operator: '>=', label: t('fieldFrom', { field: label }) },
    { operator: '<=', label: t('fieldTo', { field: label }) },
  ] as const
  return (
    <Group grow align="flex-end">
      {ends.map(({ operator, label: name }) => {
        const value = filterValue(view.field, key, operator)
        const narrow = (next: string) => onChange({ field: withFilter(view.field, { key, operator, value: next }) })
        return type === 'date' ? (
          <TextInput
            key={operator}
            type="date"
            label={name}
            value={value}
            onChange={({ currentTarget }) => narrow(currentTarget.value)}
          />
        ) : (
          <NumberField
            key={operator}
            label={name}
            decimalScale={6}
            value={value === '' ? null : Number(value)}
            onChange={(number) => narrow(number === null ? '' : String(number))}
          />
        )
      })}
    </Group>
  )
}

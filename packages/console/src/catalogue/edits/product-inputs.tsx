import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import type { ProductFields } from './product-fields.ts'

type InputsProps = {
  values: ProductFields
  change: <Name extends keyof ProductFields>(field: Name, value: ProductFields[Name]) => void
  /** Why the API refused what a field has, by its name. */
  errors?: Readonly<Partial<Record<keyof ProductFields, string>>>
}

/** The fields of a product that a person enters. */
export function ProductInputs({ values, change, errors = {} }: InputsProps) {
  const t = useTranslations('catalogue.fields')
  const text = (field: 'name' | 'brand' | 'productType' | 'unit' | 'taxGroupCode') => (
    <TextInput
      label={t(field)}
      error={errors[field]}
      value={values[field]}
      onChange={({ currentTarget }) => change(field, currentTarget.value)}
    />
  )
  const number = (field: 'price' | 'cost' | 'taxRate') => (
    <NumberField
      label={t(field)}
      error={errors[field]}
      min={0}
      decimalScale={4}
      allowNegative={false}
      value={values[field]}
      onChange={(value) => change(field, value)}
      {...(field === 'taxRate' ? { max: 100, suffix: ' %' } : {})}
    />
  )
  return (
    <>
      {text('name')}
      <Textarea
        label={t('description')}
        autosize
        minRows={3}
        maxRows={10}
        error={errors.description}
        value={values.description}
        onChange={({ currentTarget }) => change('description', currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {text('brand')}
        {text('productType')}
        {text('unit')}
        {number('price')}
        {number('cost')}
        {number('taxRate')}
        {text('taxGroupCode')}
      </SimpleGrid>
      {(['isPackage', 'isBundle'] as const).map((field) => (
        <Checkbox
          key={field}
          label={t(field)}
          error={errors[field]}
          checked={values[field]}
          onChange={({ currentTarget }) => change(field, currentTarget.checked)}
        />
      ))}
    </>
  )
}

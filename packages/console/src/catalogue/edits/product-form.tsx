import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Product } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { ErrorState } from '../../shell/states.tsx'
import { productQuery } from '../catalogue-queries.ts'
import { EditConflict } from './edit-conflict.tsx'
import { NumberField } from './number-field.tsx'
import { fieldsOfProduct, type ProductFields, replacementOf } from './product-fields.ts'
import { type Edit, type Seen, useEdit } from './use-edit.ts'

/** The texts and prices of a product, to be changed. */
export function ProductForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const t = useTranslations('catalogue')
  const edit = useProductEdit(product, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.isChanged) edit.submit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <EditConflict edit={edit} nameOf={(field) => t(`fields.${field}`)} />
        <ProductInputs edit={edit} />
        {edit.error === null ? null : <ErrorState error={edit.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!edit.isChanged} loading={edit.isPending}>
            {t('edit.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useProductEdit(product: Product, onDone: () => void): Edit<ProductFields> {
  const t = useTranslations('catalogue.edit')
  const queries = useQueryClient()
  const query = productQuery(product.productId)
  return useEdit<ProductFields, Product>({
    seen: seenProduct(product),
    save: (changes, seen) => gateway.put('/api/products', { body: replacementOf(seen, changes), ifMatch: seen.versionId }),
    read: async () => seenProduct(await queries.fetchQuery({ ...query, staleTime: 0 })),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: ['catalogue'] })
      notifications.show({ color: 'green', message: t('saved'), closeButtonProps: { 'aria-label': t('close') } })
      onDone()
    },
  })
}

function seenProduct(product: Product): Seen<ProductFields, Product> {
  return { fields: fieldsOfProduct(product), version: product, modifiedBy: product.modifiedBy }
}

function ProductInputs({ edit: { values, change } }: { edit: Edit<ProductFields> }) {
  const t = useTranslations('catalogue.fields')
  const text = (field: 'name' | 'brand' | 'productType' | 'unit' | 'taxGroupCode') => (
    <TextInput label={t(field)} value={values[field]} onChange={({ currentTarget }) => change(field, currentTarget.value)} />
  )
  const number = (field: 'price' | 'cost' | 'taxRate') => (
    <NumberField
      label={t(field)}
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
    </>
  )
}

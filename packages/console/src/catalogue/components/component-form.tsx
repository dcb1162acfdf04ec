import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../../shell/states.tsx'
import { addedRow, componentsOf, listPath, rowError, rowsOf, sentComponents, withoutRow } from './component-edit.ts'
import { ComponentFields } from './component-fields.tsx'
import { ComponentPicker, type Part } from './component-picker.tsx'
import { partsQuery } from './component-queries.ts'
import type { KnownProducts } from './component-tree.ts'
import { useComponentEdit } from './use-component-edit.ts'

type FormProps = { product: Product; onDone: () => void }

const newKey = () => crypto.randomUUID()

/** The components of a package or bundle, or of one of its variants, to be changed. */
export function ComponentForm({ product, onDone }: FormProps) {
  const t = useTranslations('catalogue.components.edit')
  const { seen, theirs, takeTheirs, saving } = useComponentEdit(product, onDone)
  const [sku, setSku] = useState('')
  const variantSku = seen.variants.some(({ skuId }) => skuId === sku) ? sku : null
  return (
    <Stack>
      {seen.variants.length === 0 ? null : (
        <NativeSelect
          label={t('of')}
          description={t('ofHelp')}
          value={variantSku ?? ''}
          onChange={({ currentTarget }) => setSku(currentTarget.value)}
          data={[
            { value: '', label: t('ofProduct') },
            ...seen.variants.map(({ skuId, name }) => ({ value: skuId, label: name ?? skuId })),
          ]}
        />
      )}
      {theirs === null ? null : (
        <Alert color="orange" variant="outline" role="alert" title={t('conflict.title')}>
          <Stack gap="xs" align="start">
            <Text size="sm">{t('conflict.text', { name: theirs.modifiedBy ?? t('conflict.someone') })}</Text>
            <Button size="compact-sm" variant="default" onClick={takeTheirs}>
              {t('conflict.reload')}
            </Button>
          </Stack>
        </Alert>
      )}
      <Rows key={`${seen.versionId} ${variantSku}`} product={seen} {...{ variantSku, saving }} isStale={theirs !== null} />
    </Stack>
  )
}

type RowsProps = {
  product: Product
  variantSku: string | null
  saving: ReturnType<typeof useComponentEdit>['saving']
  /** Another one has saved other components: the person looks at them first. */
  isStale: boolean
}

function Rows({ product, variantSku, saving, isStale }: RowsProps) {
  const t = useTranslations('catalogue.components.edit')
  const parts = useQuery(partsQuery(product))
  const [picked, setPicked] = useState<KnownProducts>(new Map())
  const [rows, setRows] = useState(() => rowsOf(componentsOf(product, variantSku), newKey))
  const components = sentComponents(rows)
  const known = new Map([...(parts.data ?? []), ...picked])
  const add = ({ product: one, skuId }: Part) => {
    setPicked(new Map([...picked, [one.productId, one]]))
    setRows([...rows, addedRow({ productId: one.productId, skuId }, newKey())])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (components !== null && !isStale) saving.mutate({ variantSku, components })
  }
  const errors = rows.map((_, index) => rowError(saving.error, listPath(product, variantSku), index))
  return (
    <Stack component="form" onSubmit={submit}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(variantSku === null ? 'none' : 'noneOfVariant')}
        </Text>
      ) : null}
      <ul className="plain-list" aria-label={t('list')}>
        {rows.map((row, index) => (
          <ComponentFields
            key={row.key}
            row={row}
            known={known}
            isBundle={product.isBundle}
            error={errors[index] ?? null}
            onChange={(changed) => setRows(rows.map((one) => (one.key === row.key ? changed : one)))}
            onRemove={() => setRows(withoutRow(rows, row.key))}
          />
        ))}
      </ul>
      <ComponentPicker within={product} onPick={add} />
      {saving.error === null || errors.some((error) => error !== null) ? null : <ErrorState error={saving.error} />}
      <Group justify="flex-end">
        <Button type="submit" disabled={components === null || isStale} loading={saving.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

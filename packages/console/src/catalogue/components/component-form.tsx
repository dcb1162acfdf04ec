import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { NewProduct, Product } from '@open-oms/client/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { productQuery } from '../catalogue-queries.ts'
import { withLists } from '../edits/product-fields.ts'
import { useSaved } from '../edits/use-saved.ts'
import {
  addedRow,
  hasSameComponents,
  listPath,
  ownComponents,
  rowError,
  sentComponents,
  toComponentRows,
  withoutRow,
} from './component-edit.ts'
import { ComponentFields } from './component-fields.tsx'
import { ComponentPicker, type Part } from './component-picker.tsx'
import { partsQuery } from './component-queries.ts'
import type { KnownProducts } from './component-tree.ts'

const newKey = () => crypto.randomUUID()

/** The components of a package or bundle, or of one of its variants, to be changed. */
export function ComponentForm({ product, onDone }: { product: Product; onDone: () => void }) {
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
  const [rows, setRows] = useState(() => toComponentRows(ownComponents(product, variantSku), newKey))
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

type Components = NonNullable<NewProduct['components']>
type Save = { variantSku: string | null; components: Components }

/**
 * The write of a list of components. `theirs`: the product as another one has saved it meanwhile,
 * with other components.
 */
function useComponentEdit(product: Product, onDone: () => void) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const onSaved = useSaved(onDone)
  const [seen, setSeen] = useState(product)
  const [theirs, setTheirs] = useState<Product | null>(null)
  const read = () => queries.fetchQuery({ ...productQuery(product.productId), staleTime: 0 })
  const save = async (upon: Product, { variantSku, components }: Save): Promise<Product | null> => {
    const body = withLists(upon, variantSku, { components })
    try {
      await gateway.put('/api/products', { body, ifMatch: upon.versionId, idempotencyKey: keyOf(JSON.stringify(body)) })
      return null
    } catch (error) {
      if (!isApiError(error, 'VersionConflict')) throw error
      const now = await read()
      // Texts or pictures that another one has changed go along as they are now.
      return hasSameComponents(upon, now) ? await save(now, { variantSku, components }) : now
    }
  }
  const saving = useMutation({
    mutationFn: (list: Save) => save(seen, list),
    onSuccess: (now) => (now === null ? onSaved() : setTheirs(now)),
  })
  useKeepOpen(saving.isPending)
  /** Goes on with the components that another one has saved. */
  const takeTheirs = () => {
    if (theirs === null) return
    setSeen(theirs)
    setTheirs(null)
    saving.reset()
  }
  return { seen, theirs, takeTheirs, saving }
}

import { CloseButton, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { gateway } from '../session/gateway.ts'
import { type DraftLine, needsReason } from './draft.ts'

const FOUND = 20
/** A person who types waits no longer than this for what is found. */
const PAUSE_MS = 200

/** What a person may not do to a line: sell less of it, or at another price. */
export type LineLimits = { least: number; isPriceFixed: boolean }

const unlimited: LineLimits = { least: 0, isPriceFixed: false }

type ItemsProps = {
  lines: readonly DraftLine[]
  onChange: (lines: DraftLine[]) => void
  /** The limits of a line by its id; without it there are none. */
  limitsOf?: (id: string) => LineLimits
}

/** What is ordered: products by search, each with quantity, price and discount. */
export function ItemFields({ lines, onChange, limitsOf = () => unlimited }: ItemsProps) {
  const t = useTranslations('newOrder.items')
  const change = (id: string, changes: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...changes } : line)))
  const add = (sku: Sku) => {
    const id = String(Math.max(0, ...lines.map((line) => Number(line.id) || 0)) + 1)
    const price = { listPrice: sku.price, price: sku.price }
    onChange([...lines, { id, code: sku.code, name: sku.name, quantity: 1, ...price, discount: null, reason: '' }])
  }
  return (
    <Stack gap="sm">
      <ProductPicker onPick={add} />
      <Stack component="ul" gap="md" p={0} m={0} aria-label={t('table')} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <ItemRow
            key={line.id}
            line={line}
            limits={limitsOf(line.id)}
            onChange={(changes) => change(line.id, changes)}
            onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
          />
        ))}
      </Stack>
    </Stack>
  )
}

type RowProps = { line: DraftLine; limits: LineLimits; onChange: (changes: Partial<DraftLine>) => void; onRemove: () => void }

function ItemRow({ line, limits: { least, isPriceFixed }, onChange, onRemove }: RowProps) {
  const t = useTranslations('newOrder.items')
  const item = line.name
  const label = (field: string) => ({ label: field, 'aria-label': t('of', { field, item }) })
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {item}
          <Text span size="xs" c="dimmed" ml="xs">
            {line.code}
          </Text>
        </Text>
        {least > 0 ? null : <CloseButton size="sm" aria-label={t('remove', { item })} onClick={onRemove} />}
      </Group>
      <Group align="flex-end" gap="sm">
        <NumberField
          {...label(t('quantity'))}
          w={90}
          min={least}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <NumberField
          {...label(t('price'))}
          w={120}
          min={0}
          disabled={isPriceFixed}
          value={line.price}
          onChange={(price) => onChange({ price })}
        />
        <NumberField
          {...label(t('discount'))}
          w={110}
          min={0}
          max={100}
          disabled={isPriceFixed}
          value={line.discount}
          onChange={(discount) => onChange({ discount })}
        />
        {needsReason(line) ? (
          <TextInput
            {...label(t('reason'))}
            required
            style={{ flex: 1 }}
            miw={160}
            value={line.reason}
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          />
        ) : null}
      </Group>
    </Stack>
  )
}

type Sku = { code: string; name: string; price: number | null }

function ProductPicker({ onPick }: { onPick: (sku: Sku) => void }) {
  const t = useTranslations('newOrder.items')
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['catalogue', 'products', 'to-order', searchText],
    queryFn: ({ signal }) =>
      gateway.post('/api/products/SearchProducts', { body: { searchText, take: FOUND, disableFacets: true }, signal }),
    enabled: searchText !== '',
    placeholderData: keepPreviousData,
  })
  const skus = searchText === '' ? [] : (data?.result ?? []).flatMap(skusOf)
  const pick = (code: string | null) => {
    const sku = skus.find((one) => one.code === code)
    if (sku === undefined) return
    onPick(sku)
    setText('')
  }
  return (
    <Select
      label={t('find')}
      description={t('findHelp')}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      // The API has matched them already, by more than their names.
      filter={({ options }) => options}
      data={skus.map(({ code, name }) => ({ value: code, label: `${name} – ${code}` }))}
      nothingFoundMessage={searchText === '' ? null : t('nothingFound')}
      onChange={pick}
    />
  )
}

function skusOf({ productId, name, price, variants }: Product): Sku[] {
  if (variants.length === 0) return [{ code: productId, name: name ?? productId, price }]
  return variants.map((variant) => ({
    code: variant.skuId,
    name: [name, variant.name].filter(Boolean).join(', ') || variant.skuId,
    price: variant.price ?? price,
  }))
}

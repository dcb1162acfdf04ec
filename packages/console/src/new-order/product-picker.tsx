import { Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useStockText } from './use-stock-text.ts'

const FOUND = 20
/** A person who types waits no longer than this for what is found. */
const PAUSE_MS = 200

/** What can be ordered of a product; the price is that of one, with tax. */
export type Sku = { code: string; name: string; price: number | null }

type PickerProps = { currency: string | null; onPick: (sku: Sku) => void }

/** Finds products by name, SKU or barcode, each with its price and what is available of it. */
export function ProductPicker({ currency, onPick }: PickerProps) {
  const t = useTranslations('newOrder.items')
  const format = useFormat()
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
  const stockText = useStockText(skus.map(({ code }) => code))
  const find = (code: string | null) => skus.find((one) => one.code === code)
  const pick = (code: string | null) => {
    const sku = find(code)
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
      renderOption={({ option }) => {
        const price = find(option.value)?.price ?? null
        return (
          <Group justify="space-between" wrap="nowrap" w="100%">
            <Text size="sm">{option.label}</Text>
            <Stack gap={0} align="flex-end" className="figures">
              {price === null ? null : <Text size="sm">{format.money(price, currency)}</Text>}
              <Text size="xs" c="dimmed">
                {stockText(option.value)}
              </Text>
            </Stack>
          </Group>
        )
      }}
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

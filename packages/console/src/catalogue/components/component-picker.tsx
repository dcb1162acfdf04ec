import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'

/**
 * A product that may become a component, with the variant that is meant; null: the product without
 * a choice of variant.
 */
export type Part = { product: Product; skuId: string | null }

const FOUND = 20
/** A person who types waits no longer than this for what is found. */
const PAUSE_MS = 200

/** Finds products and variants by what people call them, and adds the one that is chosen. */
export function ComponentPicker({ within, onPick }: { within: Product; onPick: (part: Part) => void }) {
  const t = useTranslations('catalogue.components.edit')
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { data, isError } = useQuery({
    queryKey: ['catalogue', 'products', 'parts', searchText],
    queryFn: ({ signal }) =>
      gateway.post('/api/products/SearchProducts', { body: { searchText, take: FOUND, disableFacets: true }, signal }),
    enabled: searchText !== '',
    placeholderData: keepPreviousData,
  })
  const found = searchText === '' ? [] : (data?.result ?? []).filter(({ productId }) => productId !== within.productId)
  const parts = found.flatMap(productParts)
  const pick = (value: string | null) => {
    const part = parts.find((one) => partKey(one) === value)
    if (part === undefined) return
    onPick(part)
    setText('')
  }
  return (
    <Select
      label={t('add')}
      description={t('addHelp')}
      searchable
      clearable={false}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      // The API has matched them already, by more than their names.
      filter={({ options }) => options}
      data={parts.map((part) => ({ value: partKey(part), label: partLabel(part, t('anyVariant')) }))}
      nothingFoundMessage={searchText === '' ? null : t(isError ? 'searchFailed' : 'nothingFound')}
      onChange={pick}
    />
  )
}

function productParts(product: Product): Part[] {
  return [{ product, skuId: null }, ...product.variants.map(({ skuId }) => ({ product, skuId }))]
}

function partKey({ product, skuId }: Part): string {
  return JSON.stringify([product.productId, skuId])
}

function partLabel({ product, skuId }: Part, anyVariant: string): string {
  const { productId, name, variants } = product
  const variant = variants.find((one) => one.skuId === skuId)
  const ofVariant = skuId === null ? (variants.length === 0 ? null : anyVariant) : (variant?.name ?? null)
  const names = [name, ofVariant].filter((part) => part !== null).join(', ')
  return `${names === '' ? '' : `${names} – `}${skuId ?? productId}`
}

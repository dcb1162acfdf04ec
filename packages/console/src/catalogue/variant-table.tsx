import { Table, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { AssetPicture } from './assets/asset-picture.tsx'
import { mainPicture } from './assets/stored-file.ts'
import type { Variant } from './catalogue-queries.ts'
import { FreeStock } from './components/free-stock.tsx'
import type { Level } from './components/free-units.ts'
import { stockOfQuery } from './components/stock-of-query.ts'
import { MoreButton } from './more-button.tsx'

/**
 * Rows that are drawn at first, and with each press of the button: a product has up to 1,000
 * variants.
 */
const ROWS = 50

/** The variants of a product with their stock. */
export function VariantTable({ product }: { product: Product }) {
  const t = useTranslations('catalogue')
  const mayReadStock = useMay()('readOrders')
  const [pages, setPages] = useState(1)
  const shown = Array.from({ length: pages }, (_, page) => product.variants.slice(page * ROWS, (page + 1) * ROWS))
  return (
    <>
      <Table verticalSpacing={6} horizontalSpacing={6} className="figures" aria-label={t('variants.table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>{t('products.columns.picture')}</Table.Th>
            <Table.Th>{t('variants.variant')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('fields.gtins')}</Table.Th>
            <Table.Th ta="right">{t('fields.price')}</Table.Th>
            {mayReadStock ? <Table.Th ta="right">{t('stock.free')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((variants) => (
            <VariantRows key={variants[0]?.skuId} {...{ variants, product, mayReadStock }} />
          ))}
        </Table.Tbody>
      </Table>
      {pages * ROWS < product.variants.length ? <MoreButton onClick={() => setPages(pages + 1)} /> : null}
    </>
  )
}

/** Some variants, with one request for the stock of all of them. */
function VariantRows({ variants, product, mayReadStock }: { variants: Variant[]; product: Product; mayReadStock: boolean }) {
  const stock = useQuery(stockOfQuery(mayReadStock ? variants.map(({ skuId }) => skuId) : []))
  const levels = mayReadStock ? (stock.data ?? null) : undefined
  return variants.map((variant) => <VariantRow key={variant.skuId} {...{ variant, product, levels }} />)
}

/** `levels`: null while they are not known, undefined where the person may not see them. */
type RowProps = { variant: Variant; product: Product; levels: readonly Level[] | null | undefined }

function VariantRow({ variant, product, levels }: RowProps) {
  const t = useTranslations('catalogue.variants')
  const format = useFormat()
  const { skuId, name, price, gtins } = variant
  return (
    <Table.Tr>
      <Table.Td>
        <AssetPicture url={mainPicture(variant) ?? mainPicture(product)} size={160} alt="" height={40} width={40} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {name ?? skuId}
        <Text size="xs" c="dimmed">
          {skuId}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }} visibleFrom="sm">
        {gtins.join(', ') || '–'}
      </Table.Td>
      <Table.Td ta="right">
        {format.unitPrice(price ?? product.price, null)}
        {price === null && product.price !== null ? (
          <Text size="xs" c="dimmed">
            {t('ofProduct')}
          </Text>
        ) : null}
      </Table.Td>
      {levels === undefined ? null : (
        <Table.Td ta="right">
          <FreeStock skuIds={[skuId]} levels={levels} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}

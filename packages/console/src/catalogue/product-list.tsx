import { Loader, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Product } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useNextPage } from '../orders/use-next-page.ts'
import { AssetPicture } from './assets/asset-picture.tsx'
import { mainPicture } from './assets/stored-file.ts'
import { ProductMarks } from './product-marks.tsx'

const columns = ['picture', 'name', 'kind', 'brand', 'type', 'variants', 'price', 'modified'] as const
const TEMPLATE = '44px minmax(180px, 3fr) 80px minmax(90px, 1fr) minmax(90px, 1fr) 76px 110px 150px'
const NARROW_TEMPLATE = '44px minmax(0, 1fr)'

type ListProps = {
  products: readonly Product[]
  found: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetching: boolean
    isError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/**
 * Products as rows, of which only those in sight are drawn; more are fetched when the last one
 * comes near.
 */
export function ProductList({ products, found }: ListProps) {
  const t = useTranslations('catalogue.products')
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const frame = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // Filters above may wrap: where the list begins is known after it is drawn.
  useEffect(() => setOffset(frame.current?.offsetTop ?? 0))
  const virtual = useWindowVirtualizer({
    count: products.length,
    estimateSize: () => (isNarrow ? 76 : 56),
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => products[index]?.productId ?? index,
  })
  const items = virtual.getVirtualItems()
  useNextPage(found, (items.at(-1)?.index ?? 0) >= products.length - 20)
  return (
    <div ref={frame} role="table" aria-label={t('table')} aria-rowcount={products.length + 1} aria-busy={found.isFetching}>
      <HeaderRow isNarrow={isNarrow} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start, size }) => {
          const product = products[index]
          const style = { height: size, transform: `translateY(${start - offset}px)` }
          return product === undefined ? null : <ProductRow key={key} {...{ product, index, style, isNarrow }} />
        })}
      </div>
      {found.isFetchingNextPage ? <Loader m="md" size="sm" role="status" aria-label={t('loading')} /> : null}
    </div>
  )
}

function HeaderRow({ isNarrow }: { isNarrow: boolean }) {
  const t = useTranslations('catalogue.products.columns')
  const shown = isNarrow ? columns.slice(0, 2) : columns
  return (
    <div role="rowgroup" className={isNarrow ? 'for-screen-readers' : 'order-header'}>
      <div role="row" className="order-cells" style={{ gridTemplateColumns: TEMPLATE }} aria-rowindex={1}>
        {shown.map((name) => (
          <div role="columnheader" key={name} className="cut" data-column={name}>
            {name === 'picture' ? <span className="for-screen-readers">{t(name)}</span> : t(name)}
          </div>
        ))}
      </div>
    </div>
  )
}

type RowProps = { product: Product; index: number; style: CSSProperties; isNarrow: boolean }

function ProductRow({ product, index, style, isNarrow }: RowProps) {
  const { name, productId } = product
  return (
    <div role="row" className="order-row" style={style} aria-rowindex={index + 2}>
      <div className="order-cells" style={{ gridTemplateColumns: isNarrow ? NARROW_TEMPLATE : TEMPLATE }} role="presentation">
        <div role="cell">
          <AssetPicture url={mainPicture(product)} size={160} alt="" height={44} width={44} />
        </div>
        <div role="cell" className="product-name">
          <Link className="order-link cut" to="/catalogue/products/$productId" params={{ productId }}>
            {name ?? productId}
          </Link>
          <Text size="xs" c="dimmed" className="cut" component="span">
            {productId}
          </Text>
          {isNarrow ? <NarrowFigures product={product} /> : null}
        </div>
        {isNarrow ? null : <WideCells product={product} />}
      </div>
    </div>
  )
}

/** The columns that have room on a wide screen only. */
function WideCells({ product }: { product: Product }) {
  const format = useFormat()
  const { brand, productType, variants, price, modified } = product
  return (
    <>
      <div role="cell">
        <ProductMarks product={product} />
      </div>
      <div role="cell" className="cut">
        {brand ?? '–'}
      </div>
      <div role="cell" className="cut">
        {productType ?? '–'}
      </div>
      <div role="cell" className="figures" data-column="variants">
        {variants.length === 0 ? '–' : format.count(variants.length)}
      </div>
      <div role="cell" className="figures" data-column="price">
        {format.unitPrice(price, null)}
      </div>
      <div role="cell" className="cut figures">
        {format.time(modified)}
      </div>
    </>
  )
}

/** What of a product has room on a phone beside its name. */
function NarrowFigures({ product }: { product: Product }) {
  const t = useTranslations('catalogue.products')
  const format = useFormat()
  return (
    <span className="product-figures figures">
      {format.unitPrice(product.price, null)}
      {product.variants.length === 0 ? null : <span>{t('variantCount', { count: product.variants.length })}</span>}
      <ProductMarks product={product} />
    </span>
  )
}

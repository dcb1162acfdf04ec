import { Alert, Loader, Stack, Text } from '@mantine/core'
import type { Product } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { useMay } from '../../session/use-session.ts'
import { ErrorState } from '../../shell/states.tsx'
import { partsQuery } from './component-queries.ts'
import { allNodes, type ComponentNode, componentTree, type KnownProducts } from './component-tree.ts'
import { ComponentTree } from './component-tree-view.tsx'
import type { Level } from './free-units.ts'
import { packageStock } from './package-stock.ts'
import { stockOfQuery } from './stock-of-query.ts'

/**
 * What a package or bundle is made of, over all depths, with the stock of each part; for each
 * variant that has parts of its own.
 */
export function ComponentSection({ product }: { product: Product }) {
  const t = useTranslations('catalogue.components')
  const parts = useQuery(partsQuery(product))
  if (parts.isPending) return <Loader size="sm" role="status" aria-label={t('loading')} data-unsized />
  if (parts.isError) return <ErrorState error={parts.error} onRetry={() => void parts.refetch()} />
  return <Trees product={product} parts={parts.data} />
}

type Tree = { key: string; title: string | null; nodes: ComponentNode[] }

function componentTrees({ components, variants }: Product, parts: KnownProducts): Tree[] {
  const own = variants.filter((variant) => variant.components.length > 0)
  const ofProduct = { key: '', title: null, nodes: componentTree(components, parts) }
  const ofVariants = own.map(({ skuId, name, components }) => ({
    key: skuId,
    title: name === null ? skuId : `${name} (${skuId})`,
    nodes: componentTree(components, parts),
  }))
  return [ofProduct, ...ofVariants].filter(({ nodes }) => nodes.length > 0)
}

function Trees({ product, parts }: { product: Product; parts: KnownProducts }) {
  const t = useTranslations('catalogue.components')
  const mayReadStock = useMay()('readOrders')
  const trees = componentTrees(product, parts)
  const skuIds = [...new Set(trees.flatMap(({ nodes }) => allNodes(nodes).flatMap((node) => node.skuIds)))]
  const stock = useQuery(stockOfQuery(mayReadStock ? skuIds : []))
  if (trees.length === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <Stack>
      {mayReadStock ? null : <Alert variant="outline" color="gray" title={t('noStockRole')} />}
      {stock.isError ? <ErrorState error={stock.error} onRetry={() => void stock.refetch()} /> : null}
      {trees.map(({ key, title, nodes }) => (
        <Stack key={key} gap={4}>
          {title === null ? null : <Text fw={600}>{title}</Text>}
          {mayReadStock ? <Enough nodes={nodes} levels={stock.data ?? null} isBundle={product.isBundle} /> : null}
          <ComponentTree nodes={nodes} label={title ?? t('title')} levels={mayReadStock ? (stock.data ?? null) : undefined} />
        </Stack>
      ))}
    </Stack>
  )
}

type EnoughProps = { nodes: readonly ComponentNode[]; levels: readonly Level[] | null; isBundle: boolean }

/** For how many packages there is enough of everything. `levels`: null while they are not known. */
function Enough({ nodes, levels, isBundle }: EnoughProps) {
  const t = useTranslations('catalogue.components')
  const format = useFormat()
  if (levels === null) return <Text size="sm">–</Text>
  const enough = packageStock(nodes, levels)
  if (enough === null) return <Text size="sm">{t(isBundle ? 'dependsOnChoice' : 'notKnown')}</Text>
  const [best] = enough.byWarehouse
  const total = t('enough', { count: enough.total, shown: format.count(enough.total) })
  const alone = best !== undefined && enough.byWarehouse.length > 1
  return (
    <Text size="sm" className="figures">
      {alone ? `${total} ${t('enoughInOne', { warehouse: best.warehouseCode, count: format.count(best.packages) })}` : total}
    </Text>
  )
}

import { Group, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { ErrorState, NothingFound } from '../shell/states.tsx'
import { ButtonLink } from '../shell/text-link.tsx'
import { CatalogueFrame } from './catalogue-frame.tsx'
import { productsQuery } from './catalogue-queries.ts'
import { changedProductList, type ProductListView, productKinds } from './catalogue-view.ts'
import { ProductList } from './product-list.tsx'

/** All products. The address of the page says which are shown. */
export function ProductsPage() {
  const t = useTranslations('catalogue.products')
  const format = useFormat()
  const mayChange = useMay()('changeProducts')
  const view = useSearch({ from: '/catalogue/' })
  const navigate = useNavigate({ from: '/catalogue/' })
  const found = useInfiniteQuery(productsQuery(view))
  const products = found.data?.pages.flatMap(({ result }) => result) ?? []
  const hits = found.data?.pages[0]?.totalHits ?? null
  const show = (search: ProductListView) => void navigate({ search, replace: true })
  return (
    <CatalogueFrame page="products">
      <Filters view={view} onChange={show} />
      <Group justify="space-between">
        <div role="status" className="hits">
          {hits === null ? '' : t('hits', { count: hits, shown: format.count(hits) })}
        </div>
        {mayChange ? (
          <Group gap="xs">
            <ButtonLink to="/work/imports" variant="default">
              {t('import')}
            </ButtonLink>
            <ButtonLink to="/catalogue/new-product" variant="default">
              {t('create')}
            </ButtonLink>
          </Group>
        ) : null}
      </Group>
      {found.isError && products.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.isSuccess && products.length === 0 ? (
        <NothingFound texts="catalogue.products.empty" isNarrowed={Object.keys(view).length > 0} onClear={() => show({})} />
      ) : null}
      {products.length > 0 ? <ProductList products={products} found={found} /> : null}
    </CatalogueFrame>
  )
}

function Filters({ view, onChange }: { view: ProductListView; onChange: (view: ProductListView) => void }) {
  const t = useTranslations('catalogue.products')
  const kinds = ['all', ...productKinds] as const
  return (
    <Group gap="xs">
      <FilterField
        label={t('search')}
        value={view.text ?? ''}
        width={320}
        onChange={(text) => onChange(changedProductList(view, { text }))}
      />
      <FilterField
        label={t('contains')}
        value={view.contains ?? ''}
        width={220}
        onChange={(contains) => onChange(changedProductList(view, { contains }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('kind')}
        value={view.kind ?? 'all'}
        onChange={(kind) => onChange(changedProductList(view, { kind: productKinds.find((one) => one === kind) }))}
        data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
    </Group>
  )
}

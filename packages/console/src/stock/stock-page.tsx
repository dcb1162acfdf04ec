import { Alert, Button, Group, SegmentedControl, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { FilterField } from '../shell/filter-field.tsx'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { ErrorState, NothingFound } from '../shell/states.tsx'
import { stockEn } from '../texts/en/stock.ts'
import { stockNb } from '../texts/nb/stock.ts'
import { CorrectStock } from './level-actions.tsx'
import { ProductStockTable } from './product-stock-table.tsx'
import { StockDetails } from './stock-details.tsx'
import { joinPages } from './stock-groups.ts'
import { SKUS_MAX, stockQuery } from './stock-queries.ts'
import { narrowedView, type StockView } from './stock-view.ts'

const texts = { en: { stock: stockEn }, nb: { stock: stockNb } } as const

/** What there is of each product, and where. The address of the page says all that it shows. */
export function StockPage() {
  return (
    <AreaTexts texts={texts}>
      <Stock />
    </AreaTexts>
  )
}

function Stock() {
  const t = useTranslations('stock')
  const view = useSearch({ from: '/stock' })
  const navigate = useNavigate({ from: '/stock' })
  const mayReadProducts = useMay()('readProducts')
  const mayCorrect = useMay()('changeOrders')
  const found = useInfiniteQuery(stockQuery(view, mayReadProducts))
  const stock = joinPages(found.data?.pages.map(({ products }) => products) ?? [])
  const show = (search: StockView) => void navigate({ search, replace: true })
  const { sku, at, ...closed } = view
  useTitle(t('title'))
  return (
    <Stack component="section" gap="xs" px="md" py="sm" aria-label={t('title')}>
      <Group justify="space-between" mih={32}>
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {mayCorrect ? <CorrectStock level={null} label={t('add')} /> : null}
      </Group>
      <Filters view={view} mayReadProducts={mayReadProducts} onChange={(changes) => show(narrowedView(view, changes))} />
      {found.data?.pages[0]?.isCut ? (
        <Alert variant="outline" color="yellow" role="status">
          {t('cut', { count: SKUS_MAX })}
        </Alert>
      ) : null}
      {found.isError && stock.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.isSuccess && stock.length === 0 ? (
        <NothingFound texts="stock.empty" isNarrowed={Object.keys(closed).length > 0} onClear={() => show({})} />
      ) : null}
      {stock.length > 0 ? (
        <ProductStockTable
          products={stock}
          isOpen={view.low !== undefined || view.text !== undefined}
          onOpen={(one) => show({ ...closed, sku: one.skuId, at: one.warehouseCode })}
        />
      ) : null}
      {found.hasNextPage ? (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      <StockDetails
        name={sku === undefined || at === undefined ? null : { skuId: sku, warehouseCode: at }}
        onClose={() => show(closed)}
      />
    </Stack>
  )
}

type FilterProps = { view: StockView; mayReadProducts: boolean; onChange: (changes: StockView) => void }

function Filters({ view, mayReadProducts, onChange }: FilterProps) {
  const t = useTranslations('stock')
  const shown = [
    { value: 'all', label: t('all') },
    { value: 'low', label: t('low') },
  ]
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('shown')}
        data={shown}
        value={view.low === undefined ? 'all' : 'low'}
        onChange={(value) => onChange({ low: value === 'low' ? 'yes' : '' })}
      />
      <FilterField
        label={mayReadProducts ? t('search') : t('searchSku')}
        value={view.text ?? ''}
        width={300}
        onChange={(text) => onChange({ text })}
      />
      <FilterField
        label={t('warehouse')}
        value={view.warehouse ?? ''}
        width={200}
        onChange={(warehouse) => onChange({ warehouse })}
      />
    </Group>
  )
}

import './order-list.css'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useFormat } from '../display/use-format.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { ListSkeleton } from '../shell/skeletons.tsx'
import { ErrorState, NothingFound } from '../shell/states.tsx'
import { ordersEn } from '../texts/en/orders.ts'
import { ordersNb } from '../texts/nb/orders.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { changedView, impersonalView, isNarrowed, type OrderView, viewOfStore } from './order-view.ts'
import { OrderViews } from './order-views.tsx'
import { Selection } from './selection.tsx'
import { flattenPages, useCounts, useFoundOrders } from './use-found-orders.ts'
import { useSelectedIds } from './use-selected-ids.ts'

// Needed after the list is there; the first load has a budget.
const ListAside = lazy(async () => ({ default: (await import('./list-aside.tsx')).ListAside }))

const texts = { en: { orders: ordersEn }, nb: { orders: ordersNb } } as const

/** Finds orders. The address of the page says all that it shows. */
export function OrdersPage() {
  return (
    <AreaTexts texts={texts}>
      <Orders />
    </AreaTexts>
  )
}

function Orders() {
  const t = useTranslations('orders')
  const maySeeCustomers = useMay()('seeCustomers')
  const addressed = useSearch({ from: '/orders' })
  const asked = maySeeCustomers ? addressed : impersonalView(addressed)
  const view = viewOfStore(asked, useChosenStore().store)
  const navigate = useNavigate({ from: '/orders' })
  const found = useFoundOrders(view)
  const { facets, total } = useCounts(view, found)
  const [selected, setSelected] = useSelectedIds(view)
  const show = (search: OrderView) => {
    void navigate({ search, replace: true })
  }
  const orders = flattenPages(found.data)
  const selection = <Selection {...{ found, orders, view, selected, select: setSelected }} all={total?.totalHits ?? 0} />
  return (
    <Stack component="section" gap={0} className="orders-page" aria-label={t('title')}>
      <Stack gap="xs" px="md" pt="sm" pb="xs">
        <Group justify="space-between" align="flex-start" mih={{ base: 80, sm: 32 }}>
          <Group gap="sm" align="baseline">
            <Title order={1} size="h3">
              {t('title')}
            </Title>
            <HitCount total={total} />
            <Suspense>
              <ListAside view={view} found={found} />
            </Suspense>
          </Group>
          {selected.size === 0 ? selection : null}
        </Group>
        <OrderViews view={asked} onShow={show} />
        {maySeeCustomers || addressed.text === undefined ? null : <Text size="sm">{t('searchedByNumber')}</Text>}
        <OrderFilters view={view} facets={facets} onChange={(changes) => show(changedView(asked, changes))} />
      </Stack>
      {found.isError && orders.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <ListSkeleton label={t('loading')} /> : null}
      {found.isSuccess && orders.length === 0 ? (
        <NothingFound texts="orders.empty" isNarrowed={isNarrowed(asked)} onClear={() => show({})} />
      ) : null}
      {orders.length > 0 ? (
        <OrderList
          {...{ orders, found, view, selected, onSelect: setSelected }}
          onSort={(sort) => show(changedView(asked, { sort }))}
        />
      ) : null}
      {selected.size === 0 ? null : selection}
    </Stack>
  )
}

function HitCount({ total }: Pick<ReturnType<typeof useCounts>, 'total'>) {
  const t = useTranslations('orders')
  const format = useFormat()
  return (
    <Text c="dimmed" size="sm" role="status">
      {total === undefined
        ? ''
        : t(total.totalHitsIsExact ? 'hits' : 'hitsOrMore', { count: total.totalHits, shown: format.count(total.totalHits) })}
    </Text>
  )
}

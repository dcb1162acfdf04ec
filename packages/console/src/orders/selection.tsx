import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderView } from './order-view.ts'
import { flattenPages, type useFoundOrders } from './use-found-orders.ts'

// Loaded once the list is there: the first load has a budget.
const BulkActions = lazy(async () => ({ default: (await import('../bulk/bulk-actions.tsx')).BulkActions }))

/** So many orders can be selected: each is a request or more of what is done with them. */
const SELECTED_MAX = 1_000

type SelectionProps = {
  found: ReturnType<typeof useFoundOrders>
  /** How many orders are found. */
  all: number
  orders: ReturnType<typeof flattenPages>
  view: OrderView
  selected: ReadonlySet<string>
  select: (ids: ReadonlySet<string>) => void
}

/**
 * How many orders are selected, and what can be done with them; with none selected, what can be
 * done with all.
 */
export function Selection({ found, all, orders, view, selected, select }: SelectionProps) {
  const t = useTranslations('orders.selection')
  const chosen = orders.filter(({ id }) => selected.has(id))
  return (
    <Group gap="xs" className={chosen.length === 0 ? '' : 'selection-bar'}>
      {chosen.length === 0 ? null : (
        <>
          <Text size="sm" role="status">
            {t('selected', { count: chosen.length })}
          </Text>
          {chosen.length < Math.min(all, SELECTED_MAX) ? <SelectAll {...{ found, all, select }} /> : null}
          <Button size="xs" variant="subtle" onClick={() => select(new Set())}>
            {t('clear')}
          </Button>
        </>
      )}
      <Suspense>
        <BulkActions orders={chosen} view={view} count={chosen.length === 0 ? all : chosen.length} />
      </Suspense>
    </Group>
  )
}

/** Selects all that are found, loading those that have not been in sight. */
function SelectAll({ found, all, select }: Pick<SelectionProps, 'found' | 'all' | 'select'>) {
  const t = useTranslations('orders.selection')
  const [isLoading, setLoading] = useState(false)
  const selectAll = async () => {
    setLoading(true)
    let now: Pick<typeof found, 'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'> = found
    while (now.hasNextPage && !now.isError && flattenPages(now.data).length < SELECTED_MAX) now = await now.fetchNextPage()
    select(
      new Set(
        flattenPages(now.data)
          .map(({ id }) => id)
          .slice(0, SELECTED_MAX),
      ),
    )
    setLoading(false)
  }
  return (
    <Button size="xs" variant="default" loading={isLoading} onClick={() => void selectAll()}>
      {t(all > SELECTED_MAX ? 'first' : 'all', { count: Math.min(all, SELECTED_MAX) })}
    </Button>
  )
}

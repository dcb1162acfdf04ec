import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { OrderView } from '../orders/order-view.ts'
import { firstOrders, flattenPages, PAGE, type useFoundOrders } from '../orders/use-found-orders.ts'
import { savedSearchesKey } from '../orders/view-queries.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { countNews, type News } from './count-news.ts'
import { liveTexts } from './live-texts.ts'
import { useOrderChanges } from './use-order-changes.ts'

type NewOrdersProps = { view: OrderView; found: ReturnType<typeof useFoundOrders> }

/**
 * Says how many orders of a list are new or have changed, and shows them when the person asks for
 * it: rows never move otherwise.
 */
export function NewOrders(props: NewOrdersProps) {
  return (
    <AreaTexts texts={liveTexts}>
      <NewsButton {...props} />
    </AreaTexts>
  )
}

function NewsButton({ view, found }: NewOrdersProps) {
  const t = useTranslations('live')
  const format = useFormat()
  const queries = useQueryClient()
  const { added, changed } = useNews({ view, found })
  const count = added + changed
  const show = () => {
    void found.refetch()
    void queries.invalidateQueries({ queryKey: ['orders', 'facets'] })
    void queries.invalidateQueries({ queryKey: savedSearchesKey })
    globalThis.scrollTo({ top: 0 })
    // The button is gone then, and the focus with it.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const text = changed === 0 ? 'new' : added === 0 ? 'changed' : 'newOrChanged'
  return (
    <div role="status">
      {count === 0 ? null : (
        <Button size="compact-sm" variant="light" onClick={show} loading={found.isRefetching}>
          {t(text, { count, shown: `${format.count(count)}${count >= PAGE ? '+' : ''}` })}
        </Button>
      )}
    </div>
  )
}

/**
 * Counts the checks of all visits to lists: what one has found is not taken for the result of a
 * later one.
 */
let checks = 0

/**
 * What a list would show that it does not show yet. Orders change for other lists too, so the list
 * is asked for again, and not shown.
 */
function useNews({ view, found }: NewOrdersProps): News {
  const { columns, ...search } = view
  const searchKey = JSON.stringify(search)
  const [check, setCheck] = useState(0)
  useOrderChanges({ onChanged: () => setCheck(++checks), onLost: () => void found.refetch() })
  const fresh = useQuery({
    queryKey: ['orders', 'news', searchKey, check],
    queryFn: ({ signal }) => firstOrders(view, signal),
    enabled: check > 0,
    placeholderData: (former, query) => (query?.queryKey[2] === searchKey ? former : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
  if (fresh.data === undefined || found.data === undefined || found.isPlaceholderData) return { added: 0, changed: 0 }
  return countNews(flattenPages(found.data), fresh.data.result)
}

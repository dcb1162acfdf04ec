import { Checkbox, Loader, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { OrderSummary } from '@open-oms/client/types'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { headingSort, isOfField, type ShownColumn, widths } from './column-names.ts'
import type { ViewSort } from './field-columns.ts'
import { useOrderCells } from './order-columns.tsx'
import { OrderRow, type Toggle } from './order-row.tsx'
import type { OrderView } from './order-view.ts'
import { toggledIds } from './selected-ids.ts'
import { type useFoundOrders, WINDOW } from './use-found-orders.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListedFields, useShownColumns } from './use-listed-fields.ts'
import { useNextPage } from './use-next-page.ts'

type ListProps = {
  orders: OrderSummary[]
  found: ReturnType<typeof useFoundOrders>
  view: OrderView
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
  onSort: (sort: ViewSort) => void
}

/**
 * The orders as rows, of which only those in sight are drawn; more are fetched when the last one
 * comes near.
 */
export function OrderList({ orders, found, view, selected, onSelect, onSort }: ListProps) {
  const t = useTranslations('orders')
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const cells = useOrderCells()
  const shown = useShownColumns(view.columns)
  const frame = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // Filters above may wrap: where the list begins is known after it is drawn.
  useEffect(() => setOffset(frame.current?.offsetTop ?? 0))
  const virtual = useWindowVirtualizer({
    count: orders.length,
    estimateSize: () => (isNarrow ? 88 : 42),
    overscan: 8,
    scrollMargin: offset,
    scrollPaddingStart: 140,
    scrollPaddingEnd: 72,
    getItemKey: (index) => orders[index]?.id ?? index,
  })
  const toggle = useToggle(orders, onSelect)
  const current = useListKeys({ orders, toggle, reveal: (index) => virtual.scrollToIndex(index) })
  const items = virtual.getVirtualItems()
  useNextPage(found, (items.at(-1)?.index ?? 0) >= orders.length - 20)
  const { template, least } = widths(shown)
  return (
    <div
      ref={frame}
      role="table"
      aria-label={t('title')}
      aria-rowcount={orders.length + 1}
      aria-busy={found.isFetching}
      style={isNarrow ? {} : { minWidth: least }}
    >
      <HeaderRow {...{ shown, template, isNarrow, orders, selected, onSelect, onSort, sort: view.sort }} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start, size }) => {
          const order = orders[index]
          if (order === undefined) return null
          return (
            <OrderRow
              key={key}
              {...{ order, index, isNarrow, cells, template, toggle }}
              shown={shown.join()}
              height={size}
              top={start - offset}
              isSelected={selected.has(order.id)}
              isCurrent={current === index}
            />
          )
        })}
      </div>
      <ListEnd isLoading={found.isFetchingNextPage} isWindowEnd={!found.hasNextPage && orders.length >= WINDOW} />
    </div>
  )
}

/** Switches a row, or with Shift all rows from the one that was switched last. */
function useToggle(orders: readonly OrderSummary[], onSelect: ListProps['onSelect']): Toggle {
  const last = useRef<string | null>(null)
  const listed = useRef(orders)
  useEffect(() => {
    listed.current = orders
  })
  return useCallback(
    (id, isRange = false) => {
      const from = isRange ? last.current : null
      const ids = listed.current.map((order) => order.id)
      last.current = id
      onSelect((before) => toggledIds(before, ids, { id, from }))
    },
    [onSelect],
  )
}

type HeaderProps = Pick<ListProps, 'orders' | 'selected' | 'onSelect' | 'onSort'> & {
  sort: ViewSort | undefined
  shown: readonly ShownColumn[]
  template: string
  isNarrow: boolean
}

function HeaderRow({ shown, template, isNarrow, orders, selected, onSelect, onSort, sort }: HeaderProps) {
  const t = useTranslations('orders')
  const fieldOf = useListedFields()
  const headingOf = (name: ShownColumn) =>
    isOfField(name)
      ? { name, text: fieldOf(name)?.label ?? name, sorts: fieldOf(name)?.searchable === true }
      : { name, text: t(`columns.${name}`), sorts: true }
  const isEach = orders.every(({ id }) => selected.has(id))
  return (
    <div role="rowgroup" className={isNarrow ? 'for-screen-readers' : 'order-header is-sticky'}>
      <div role="row" className="order-cells" style={{ gridTemplateColumns: template }} aria-rowindex={1}>
        <div role="columnheader">
          {isNarrow ? (
            t('selection.column')
          ) : (
            <Checkbox
              size="xs"
              checked={isEach}
              indeterminate={selected.size > 0 && !isEach}
              onChange={() => onSelect(new Set(isEach ? [] : orders.map(({ id }) => id)))}
              aria-label={t('selection.loaded')}
            />
          )}
        </div>
        {shown.map((name) => (
          <Heading key={name} {...headingOf(name)} sort={sort} onSort={isNarrow ? undefined : onSort} />
        ))}
      </div>
    </div>
  )
}

type HeadingProps = {
  name: ShownColumn
  text: string
  /** False: of a field that is not searchable. */
  sorts: boolean
  sort: ViewSort | undefined
  onSort: ((sort: ViewSort) => void) | undefined
}

/** The name of a column; a button where the list can go by it. */
function Heading({ name, text, sorts, sort, onSort }: HeadingProps) {
  const maySeeCustomers = useMay()('seeCustomers')
  const sorting = !sorts || (name === 'customer' && !maySeeCustomers) ? null : headingSort(name, sort)
  if (sorting === null || onSort === undefined) {
    return (
      <div role="columnheader" className="cut" data-column={name}>
        {text}
      </div>
    )
  }
  const { next, direction } = sorting
  const Icon = direction === 'ascending' ? IconChevronUp : IconChevronDown
  return (
    <div role="columnheader" aria-sort={direction} data-column={name}>
      <button type="button" className="order-heading" onClick={() => onSort(next)}>
        <span className="cut">{text}</span>
        <Icon size={14} aria-hidden data-sorted={direction !== 'none'} />
      </button>
    </div>
  )
}

function ListEnd({ isLoading, isWindowEnd }: { isLoading: boolean; isWindowEnd: boolean }) {
  const t = useTranslations('orders')
  if (isLoading) return <Loader m="md" size="sm" role="status" aria-label={t('loading')} />
  return isWindowEnd ? (
    <Text p="md" c="dimmed" size="sm">
      {t('windowEnd')}
    </Text>
  ) : null
}

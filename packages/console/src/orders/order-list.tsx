import { Checkbox, Loader, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SparseOrder } from '@open-oms/client/types'
import { flexRender, getCoreRowModel, type Row, useReactTable } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Dispatch, memo, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { type ColumnName, columnNames, firstColumns, OrderLink, useOrderColumns, widths } from './order-columns.tsx'
import { OrderMarks } from './order-marks.tsx'
import type { OrderView } from './order-view.ts'
import { type useFoundOrders, WINDOW } from './use-found-orders.ts'
import { useListKeys } from './use-list-keys.ts'
import { useNextPage } from './use-next-page.ts'

type ListProps = {
  orders: SparseOrder[]
  found: ReturnType<typeof useFoundOrders>
  view: OrderView
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/**
 * The orders as rows, of which only those in sight are drawn; more are fetched when the last one
 * comes near.
 */
export function OrderList({ orders, found, view, selected, onSelect }: ListProps) {
  const t = useTranslations('orders')
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { rows, shown, headers, columns } = useRows(orders, view)
  const frame = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // Filters above may wrap: where the list begins is known after it is drawn.
  useEffect(() => setOffset(frame.current?.offsetTop ?? 0))
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? 72 : 42),
    overscan: 8,
    scrollMargin: offset,
    scrollPaddingStart: 140,
    scrollPaddingEnd: 40,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const toggle = useCallback((id: string) => onSelect((before) => toggled(before, id)), [onSelect])
  const current = useListKeys({ orders, toggle, reveal: (index) => virtual.scrollToIndex(index) })
  const items = virtual.getVirtualItems()
  useNextPage(found, (items.at(-1)?.index ?? 0) >= rows.length - 20)
  const template = `36px ${shown.map((name) => widths[name]).join(' ')}`
  return (
    <div ref={frame} role="table" aria-label={t('title')} aria-rowcount={orders.length + 1} aria-busy={found.isFetching}>
      <HeaderRow {...{ headers, template, isNarrow, orders, selected, onSelect }} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start, size }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <OrderRow
              key={key}
              {...{ row, index, isNarrow, columns, template, toggle }}
              shown={shown.join()}
              height={size}
              top={start - offset}
              isSelected={selected.has(row.id)}
              isCurrent={current === index}
            />
          )
        })}
      </div>
      <ListEnd isLoading={found.isFetchingNextPage} isWindowEnd={!found.hasNextPage && orders.length >= WINDOW} />
    </div>
  )
}

function useRows(orders: SparseOrder[], view: OrderView) {
  const shown = columnNames.filter((name) => (view.columns ?? firstColumns).some((one) => one === name) || name === 'number')
  const columns = useOrderColumns()
  const table = useReactTable({
    data: orders,
    columns,
    getCoreRowModel: getCoreRowModel(),
    getRowId: ({ id }) => id,
    state: { columnVisibility: Object.fromEntries(columnNames.map((name) => [name, shown.includes(name)])) },
  })
  const headers = table.getFlatHeaders().filter(({ column }) => column.getIsVisible())
  return { rows: table.getRowModel().rows, shown, headers, columns }
}

type HeaderProps = Pick<ListProps, 'orders' | 'selected' | 'onSelect'> & {
  headers: ReturnType<typeof useRows>['headers']
  template: string
  isNarrow: boolean
}

function HeaderRow({ headers, template, isNarrow, orders, selected, onSelect }: HeaderProps) {
  const t = useTranslations('orders')
  const isEach = orders.every(({ id }) => selected.has(id))
  return (
    <div role="rowgroup" className={isNarrow ? 'for-screen-readers' : 'order-header'}>
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
        {headers.map((header) => (
          <div role="columnheader" key={header.id} className="cut" data-column={header.column.id}>
            {flexRender(header.column.columnDef.header, header.getContext())}
          </div>
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  row: Row<SparseOrder>
  index: number
  height: number
  top: number
  /** The names of the columns that are shown: other ones may be as wide. */
  shown: string
  /** What the cells are drawn by: names of statuses and stores may come after the rows. */
  columns: ReturnType<typeof useOrderColumns>
  template: string
  isNarrow: boolean
  isSelected: boolean
  isCurrent: boolean
  toggle: (id: string) => void
}

/** Drawn again when something of it changes, and not with each step of scrolling. */
const OrderRow = memo(({ row, index, height, top, template, isNarrow, isSelected, isCurrent, toggle }: RowProps) => {
  const t = useTranslations('orders')
  const order = row.original
  const name = order.orderNumber ?? order.id
  return (
    <div
      role="row"
      className="order-row"
      style={{ height, transform: `translateY(${top}px)` }}
      data-current={isCurrent}
      aria-selected={isSelected}
      aria-rowindex={index + 2}
    >
      <div
        className="order-cells"
        style={{ gridTemplateColumns: isNarrow ? '36px minmax(0, 1fr)' : template }}
        role="presentation"
      >
        <div role="cell">
          <input
            type="checkbox"
            className="order-check"
            checked={isSelected}
            onChange={() => toggle(order.id)}
            aria-label={t('selection.select', { order: name })}
          />
        </div>
        {isNarrow ? (
          <NarrowCell order={order} />
        ) : (
          row.getVisibleCells().map((cell) => (
            <div role="cell" key={cell.id} className="cut figures" data-column={cell.column.id as ColumnName}>
              {flexRender(cell.column.columnDef.cell, cell.getContext())}
            </div>
          ))
        )}
      </div>
    </div>
  )
})

/** What of an order has room on a phone. */
function NarrowCell({ order }: { order: SparseOrder }) {
  const format = useFormat()
  const currencyOf = useOrderCurrency()
  const nameOf = useStatusNames()
  return (
    <div role="cell" className="narrow-order">
      <span className="cut">
        <OrderLink order={order} />
      </span>
      <span className="figures">{format.money(order.total ?? 0, currencyOf(order))}</span>
      <span className="cut">{order.customerName ?? format.day(order.created)}</span>
      <OrderMarks order={order} nameOf={nameOf} />
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

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(selected)
  if (!others.delete(id)) others.add(id)
  return others
}

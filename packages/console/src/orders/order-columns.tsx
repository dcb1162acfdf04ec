import type { SparseOrder } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { OrderMarks } from './order-marks.tsx'

export const columnNames = ['number', 'status', 'customer', 'created', 'total', 'store', 'type', 'modified', 'tags'] as const
export type ColumnName = (typeof columnNames)[number]

export const firstColumns: readonly ColumnName[] = ['number', 'status', 'customer', 'created', 'total', 'store']

/** How wide columns are beside each other. */
export const widths: Readonly<Record<ColumnName, string>> = {
  number: 'minmax(130px, 1.2fr)',
  status: 'minmax(140px, 1.2fr)',
  customer: 'minmax(140px, 2fr)',
  created: 'minmax(150px, 1fr)',
  total: 'minmax(120px, 1fr)',
  store: 'minmax(90px, 1fr)',
  type: 'minmax(90px, 1fr)',
  modified: 'minmax(150px, 1fr)',
  tags: 'minmax(120px, 1fr)',
}

const column = createColumnHelper<SparseOrder>()

/** The columns that the list can show. */
export function useOrderColumns() {
  const t = useTranslations('orders.columns')
  const format = useFormat()
  const currencyOf = useOrderCurrency()
  const nameOf = useStatusNames()
  const storeName = useStoreNames()
  return useMemo(
    () => [
      column.display({ id: 'number', header: t('number'), cell: ({ row }) => <OrderLink order={row.original} /> }),
      column.display({
        id: 'status',
        header: t('status'),
        cell: ({ row }) => <OrderMarks order={row.original} nameOf={nameOf} />,
      }),
      column.accessor(({ customerName }) => customerName ?? '–', { id: 'customer', header: t('customer') }),
      column.accessor(({ created }) => format.time(created), { id: 'created', header: t('created') }),
      column.accessor((order) => format.money(order.total ?? 0, currencyOf(order)), { id: 'total', header: t('total') }),
      column.accessor('storeId', {
        id: 'store',
        header: t('store'),
        cell: ({ getValue }) => <CodeText code={getValue()} name={storeName(getValue())} />,
      }),
      column.accessor('orderType', { id: 'type', header: t('type') }),
      column.accessor(({ modified }) => format.time(modified), { id: 'modified', header: t('modified') }),
      column.accessor(({ tags = [] }) => tags.join(', ') || '–', { id: 'tags', header: t('tags') }),
    ],
    [t, format, nameOf, storeName, currencyOf],
  )
}

/** The number of an order, leading to its page. */
export function OrderLink({ order }: { order: SparseOrder }) {
  return (
    <Link className="order-link" to="/orders/$orderId" params={{ orderId: order.id }}>
      {order.orderNumber ?? order.id}
    </Link>
  )
}

import { Badge, Group } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { isOpenError } from './open-errors.ts'

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

const column = createColumnHelper<Order>()

/** The columns that the list can show. */
export function useOrderColumns() {
  const t = useTranslations('orders.columns')
  const format = useFormat()
  return useMemo(
    () => [
      column.display({ id: 'number', header: t('number'), cell: ({ row }) => <OrderLink order={row.original} /> }),
      column.display({ id: 'status', header: t('status'), cell: ({ row }) => <OrderMarks order={row.original} /> }),
      column.accessor(({ customerName }) => customerName ?? '–', { id: 'customer', header: t('customer') }),
      column.accessor(({ created }) => format.time(created), { id: 'created', header: t('created') }),
      column.accessor(({ total, billingCurrency }) => format.money(total, billingCurrency), { id: 'total', header: t('total') }),
      column.accessor('storeId', { id: 'store', header: t('store') }),
      column.accessor('orderType', { id: 'type', header: t('type') }),
      column.accessor(({ modified }) => format.time(modified), { id: 'modified', header: t('modified') }),
      column.accessor(({ tags }) => tags.join(', ') || '–', { id: 'tags', header: t('tags') }),
    ],
    [t, format],
  )
}

/** The number of an order, leading to its page. */
export function OrderLink({ order }: { order: Order }) {
  return (
    <Link className="order-link" to="/orders/$orderId" params={{ orderId: order.id }}>
      {order.orderNumber ?? order.id}
    </Link>
  )
}

/** The status of an order, and what keeps it from going on. */
export function OrderMarks({ order }: { order: Order }) {
  const t = useTranslations('orders')
  const isHeld = order.holds?.some(({ released }) => released === null) === true
  const hasError = order.errors.some(isOpenError)
  return (
    <Group gap={6} wrap="nowrap">
      <Badge variant="default" tt="none" fw={500}>
        {order.status}
      </Badge>
      {isHeld ? (
        <Badge color="orange" variant="outline" tt="none" className="mark-held">
          {t('held')}
        </Badge>
      ) : null}
      {hasError ? (
        <Badge color="red" variant="outline" tt="none" className="mark-error">
          {t('error')}
        </Badge>
      ) : null}
    </Group>
  )
}

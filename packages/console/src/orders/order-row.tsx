import type { OrderSummary } from '@open-oms/client/types'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { ShownColumn } from './column-names.ts'
import { OrderLink, useItemsText, type useOrderCells, When } from './order-columns.tsx'
import { OrderMarks } from './order-marks.tsx'

/** Selects or deselects a row; as a range, all rows from the one that was switched last. */
export type Toggle = (id: string, isRange?: boolean) => void

type RowProps = {
  order: OrderSummary
  index: number
  height: number
  top: number
  /** The names of the columns that are shown, as one text: an equal one draws no row again. */
  shown: string
  /** What the cells are drawn by: names of statuses and stores may come after the rows. */
  cells: ReturnType<typeof useOrderCells>
  template: string
  isNarrow: boolean
  isSelected: boolean
  isCurrent: boolean
  toggle: Toggle
}

/** Drawn again when something of it changes, and not with each step of scrolling. */
export const OrderRow = memo(({ order, index, height, top, isSelected, isCurrent, ...drawn }: RowProps) => {
  const { template, isNarrow, toggle, cells, shown } = drawn
  const t = useTranslations('orders')
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
        style={{ gridTemplateColumns: isNarrow ? '24px minmax(0, 1fr)' : template }}
        role="presentation"
      >
        <div role="cell">
          <input
            type="checkbox"
            className="order-check"
            checked={isSelected}
            onChange={({ nativeEvent }) => toggle(order.id, (nativeEvent as MouseEvent).shiftKey === true)}
            aria-label={t('selection.select', { order: name })}
          />
        </div>
        {isNarrow ? (
          <NarrowCell order={order} />
        ) : (
          (shown.split(',') as ShownColumn[]).map((name) => (
            <div role="cell" key={name} className="cut figures" data-column={name}>
              {cells(name, order)}
            </div>
          ))
        )}
      </div>
    </div>
  )
})

/** The order in one cell, for a phone. */
function NarrowCell({ order }: { order: OrderSummary }) {
  const format = useFormat()
  const nameOf = useStatusNames()
  const itemsText = useItemsText()
  return (
    <div role="cell" className="narrow-order">
      <span className="cut">
        <OrderLink order={order} /> {order.customerName ?? ''}
      </span>
      <span className="figures">{format.money(order.total, order.currency)}</span>
      <span className="cut dimmed">{itemsText(order)}</span>
      <span className="dimmed">
        <When at={order.created} format={format} />
      </span>
      <OrderMarks order={order} nameOf={nameOf} />
    </div>
  )
}

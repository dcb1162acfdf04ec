import type { OrderSummary } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { TagChips } from '../configuration/tag-chips.tsx'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { fieldText } from '../declared-fields/use-declared-fields.ts'
import type { Format } from '../display/format.ts'
import { useFormat } from '../display/use-format.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { type ColumnName, isOfField, type ShownColumn } from './column-names.ts'
import { isOpenError } from './open-errors.ts'
import { Mark, OrderMarks } from './order-marks.tsx'
import { fulfilmentTone, paymentTone } from './order-tones.ts'
import { useListedFields } from './use-listed-fields.ts'

type Cell = (order: OrderSummary) => ReactNode

/** What the list shows of an order in each column. */
export function useOrderCells(): (name: ShownColumn, order: OrderSummary) => ReactNode {
  const format = useFormat()
  const nameOf = useStatusNames()
  const reasonName = useHoldReasons()
  const storeName = useStoreNames()
  const words = useWords()
  const t = useTranslations('orders')
  const fieldOf = useListedFields()
  const itemsText = useItemsText()
  return useMemo(() => {
    const cells: Readonly<Record<ColumnName, Cell>> = {
      number: (order) => <OrderLink order={order} />,
      status: (order) => <OrderMarks order={order} nameOf={nameOf} />,
      customer: ({ customerName }) => customerName ?? '–',
      items: (order) => <span title={itemsText(order)}>{itemsText(order)}</span>,
      payment: ({ paymentStatus }) => (
        <Mark tone={paymentTone(paymentStatus)}>{words('orderPaymentStatuses', paymentStatus)}</Mark>
      ),
      fulfilment: ({ fulfilmentStatus: status }) =>
        status === null ? '–' : <Mark tone={fulfilmentTone(status)}>{words('fulfilmentStatuses', status)}</Mark>,
      created: ({ created }) => <When at={created} format={format} />,
      age: ({ created }) => format.age(created, new Date()),
      total: ({ total, currency }) => format.money(total, currency),
      store: ({ storeId }) => <CodeText code={storeId} name={storeName(storeId)} />,
      shipping: ({ shippingMethodNames }) => listText(shippingMethodNames),
      warehouse: ({ warehouseCodes }) => listText(warehouseCodes),
      assignee: ({ assignee }) => assignee ?? '–',
      hold: ({ holds }) => listText(holds.map(({ reasonCode }) => reasonName(reasonCode))),
      error: ({ errors }) => <span title={errorText(errors)}>{errorText(errors)}</span>,
      expires: ({ authorizationExpires }) => <When at={authorizationExpires} format={format} />,
      type: ({ orderType }) => orderType,
      modified: ({ modified }) => <When at={modified} format={format} />,
      tags: ({ tags }) => (tags.length === 0 ? '–' : <TagChips tags={tags} />),
    }
    const yesOrNo = { yes: t('yes'), no: t('no') }
    return (name, order) => {
      if (!isOfField(name)) return cells[name](order)
      const field = fieldOf(name)
      const value = field && order.fields[field.key]
      return value ? fieldText(field, value, { format, words: yesOrNo }) : '–'
    }
  }, [fieldOf, format, itemsText, nameOf, reasonName, storeName, t, words])
}

/** A time as a person says it, with all of it beside the pointer. */
export function When({ at, format }: { at: string | null; format: Format }) {
  if (at === null) return '–'
  return (
    <time dateTime={at} title={format.time(at)}>
      {format.when(at, new Date())}
    </time>
  )
}

/** `2 × Wool socks and 3 more`: what comes first, and how much else there is. */
export function useItemsText(): (order: OrderSummary) => string {
  const t = useTranslations('orders')
  const format = useFormat()
  return useCallback((order) => itemsText(order, { t, format }), [t, format])
}

type Words = { t: ReturnType<typeof useTranslations<'orders'>>; format: Format }

function itemsText({ itemCount, firstItemName, firstItemCount }: OrderSummary, { t, format }: Words): string {
  if (firstItemName === null) return format.quantity(itemCount)
  const first = `${format.quantity(firstItemCount)} × ${firstItemName}`
  // Quantities have at most six decimals.
  const others = Math.round((itemCount - firstItemCount) * 1_000_000) / 1_000_000
  return others > 0 ? t('andMore', { first, others: format.quantity(others) }) : first
}

function listText(texts: readonly string[]): string {
  return texts.join(', ') || '–'
}

/** What is wrong: the newest error that nobody has put right. */
function errorText(errors: OrderSummary['errors']): string {
  const open = errors.findLast(isOpenError) ?? errors.at(-1)
  return open?.message ?? open?.key ?? '–'
}

/** The number of an order, leading to its page. */
export function OrderLink({ order }: { order: Pick<OrderSummary, 'id' | 'orderNumber'> }) {
  return (
    <Link className="order-link" to="/orders/$orderId" params={{ orderId: order.id }}>
      {order.orderNumber ?? order.id}
    </Link>
  )
}

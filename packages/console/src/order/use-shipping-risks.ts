import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { openHolds } from '../holds/open-holds.ts'
import { whyQuery } from './order-queries.ts'
import { shipsUnpaid } from './unpaid-goods.ts'
import { useLineTitles } from './use-line-products.ts'

/**
 * Why goods that are about to leave had better not: they are neither paid nor authorised, the order
 * is held, or there are not enough of them. `lineItemIds`: the lines of the goods; absent, all.
 */
export function useShippingRisks(order: Order) {
  const t = useTranslations('order.risk')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const reasonName = useHoldReasons()
  const titleOf = useLineTitles(order.orderForm.lineItems)
  const { data: why } = useQuery(whyQuery(order.id))
  return (result: WorkflowResult | null | undefined, lineItemIds?: readonly string[]): string[] => {
    const missing = why?.reasons.filter(
      ({ code, about }) => code === 'StockMissing' && (lineItemIds === undefined || lineItemIds.includes(about.id)),
    )
    const names = missing?.map(({ about }) => {
      const line = order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === about.id)
      return line === undefined ? about.id : titleOf(line)
    })
    return [
      ...(shipsUnpaid(result) ? [t('unpaid', { amount: format.money(order.remainingPayment, currency) })] : []),
      ...openHolds(order).map(({ reasonCode }) => t('held', { reason: reasonName(reasonCode) })),
      ...(names === undefined || names.length === 0 ? [] : [t('missing', { items: names.join(', ') })]),
    ]
  }
}

import { List, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useLineTitles } from '../order/use-line-products.ts'
import { type OrderChange, orderChanges } from './order-changes.ts'

/**
 * How an order after a write, or after a dry run of it, differs from the one that the person sees.
 */
export function ChangeList({ before, after }: { before: Order; after: Order | null }) {
  const t = useTranslations('shipping.changes')
  const say = useSentence(before)
  const changes = after === null ? [] : withoutEchoes(orderChanges(before, after))
  if (changes.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <List size="sm" spacing={2} className="figures">
      {changes.map((change) => (
        <List.Item key={JSON.stringify(change)}>{say(change)}</List.Item>
      ))}
    </List>
  )
}

/**
 * A new shipment says what has moved: of its goods only what else becomes of them, and nothing of
 * where they were.
 */
function withoutEchoes(changes: readonly OrderChange[]): OrderChange[] {
  const added = new Set(changes.flatMap((change) => (change.what === 'newShipment' ? change.shipmentId : [])))
  if (added.size === 0) return [...changes]
  return changes.flatMap((change) => {
    if (change.what !== 'line') return change
    const isMovedOnly = change.delivered === 0 && change.canceled === 0
    if (isMovedOnly) return change.moved > 0 ? change : []
    return { ...change, moved: added.has(change.shipmentId) ? 0 : change.moved }
  })
}

function useSentence(order: Order): (change: OrderChange) => string {
  const t = useTranslations('shipping.changes')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const names = useStatusNames()
  const titleOf = useLineTitles(order.orderForm.lineItems)
  const statusLabel = (status: string | null) => (status === null ? '–' : names(status, order.orderType))
  const line = (change: Extract<OrderChange, { what: 'line' }>) => {
    const deeds = (['delivered', 'canceled', 'moved'] as const).filter((deed) => change[deed] !== 0)
    const parts = deeds.map((deed) => t(messageKey(deed, change[deed]), { count: format.quantity(Math.abs(change[deed])) }))
    return t('line', { name: titleOf(change.line), shipment: change.shipmentId, parts: parts.join(', ') })
  }
  return (change) => {
    switch (change.what) {
      case 'status':
        return t('status', { from: statusLabel(change.from), to: statusLabel(change.to) })
      case 'shipmentStatus':
        return t('shipmentStatus', { shipment: change.shipmentId, from: statusLabel(change.from), to: statusLabel(change.to) })
      case 'newShipment':
        return t('newShipment', {
          shipment: change.shipmentId,
          count: change.units,
          shown: format.quantity(change.units),
          warehouse: change.warehouseCode ?? '–',
        })
      case 'removedShipment':
        return t('removedShipment', { shipment: change.shipmentId })
      case 'line':
        return line(change)
      case 'money':
        return t(change.total, { amount: format.money(change.amount, currency) })
    }
  }
}

function messageKey(deed: 'delivered' | 'canceled' | 'moved', units: number) {
  if (deed === 'moved') return units > 0 ? 'movedHere' : 'movedAway'
  return units > 0 ? deed : (`${deed}Less` as const)
}

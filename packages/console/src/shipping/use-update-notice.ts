import { notifications } from '@mantine/notifications'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { dryRunEffects } from '../order/dry-run-effects.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { orderChanges } from './order-changes.ts'
import { exact, type UnitsAction } from './units.ts'

/**
 * Says what a write to the lines of an order did: how many items, and the money. What failed stays
 * until it is closed.
 */
export function useUpdateNotice(order: Order, deed: UnitsAction): (result: WorkflowResult) => void {
  const t = useTranslations('shipping.result')
  const format = useFormat()
  const words = useWords()
  const currency = useOrderCurrency()(order)
  return (result) => {
    const { captured, refunded } = dryRunEffects(order, result)
    const count = changedUnits(order, result, deed)
    const parts = [
      t(deed, { count, shown: format.quantity(count) }),
      captured > 0 ? t('captured', { amount: format.money(captured, currency) }) : null,
      refunded > 0 ? t('refunded', { amount: format.money(refunded, currency) }) : null,
    ].filter((part) => part !== null)
    const failed = result.orderActionExecutionResults.filter(({ actionStatus }) => actionStatus === 'Error')
    const reasons = failed.map(({ actionType, message, errorReason }) =>
      [words('workflowSteps', actionType ?? ''), errorReason ?? message]
        .filter((part) => part !== null && part !== '')
        .join(' – '),
    )
    const isFine = !result.isAborted && failed.length === 0
    notifications.show({
      color: isFine ? 'green' : result.isAborted ? 'red' : 'orange',
      ...(isFine ? {} : { autoClose: false as const }),
      title: result.isAborted ? t('aborted') : null,
      message: [parts.join(', '), ...reasons].join('. '),
      closeButtonProps: { 'aria-label': t('close') },
    })
  }
}

/** How many units were delivered or cancelled, or are in another shipment now. */
function changedUnits(before: Order, { order: after }: WorkflowResult, deed: UnitsAction): number {
  const lines = after === null ? [] : orderChanges(before, after).filter((change) => change.what === 'line')
  const units = lines.map(({ delivered, canceled, moved }) => {
    if (deed === 'deliver') return delivered
    return deed === 'cancel' ? canceled : Math.max(0, moved)
  })
  return exact(units.reduce((sum, one) => sum + one, 0))
}

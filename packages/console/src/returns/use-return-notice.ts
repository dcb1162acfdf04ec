import { notifications } from '@mantine/notifications'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { RETURN_TYPE, statusMeaning } from '../configuration/status-meaning.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { abortReason } from '../order/move-order.tsx'
import type { ReturnForm } from '../order/payments/pending-refunds.ts'
import { gateway } from '../session/gateway.ts'
import { showUndo } from '../shell/undo-notice.tsx'

/**
 * Says that a return is registered, and offers to cancel its form, which gives its units back. A
 * form that was paid back when it was registered cannot be cancelled, nor one whose type has no
 * cancelled status: then it says so.
 */
export function useReturnNotice(order: Order): (form: ReturnForm) => void {
  const t = useTranslations('returns')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const names = useNames()
  return ({ returnId, creditAmount, creditPaymentTotal }) => {
    const message = t('takeBack.done', { id: returnId, amount: format.money(creditAmount, currency) })
    const closeLabel = t('close')
    const [status] = statusMeaning(names.data?.orderTypes ?? [], RETURN_TYPE).canceled
    if (status === undefined || creditPaymentTotal > 0) {
      const noUndo = t(creditPaymentTotal > 0 ? 'takeBack.paidBack' : 'takeBack.noUndo')
      return void notifications.show({
        color: 'green',
        message: `${message} ${noUndo}`,
        closeButtonProps: { 'aria-label': closeLabel },
      })
    }
    const undo = async () => {
      // This form and no other one, whatever else has happened to the order: no version is asked
      // for.
      const call = { params: { orderId: order.id }, body: { returnId, status } }
      const reason = abortReason(await gateway.post('/api/Returns/{orderId}/UpdateStatus', call))
      if (reason !== null) throw new Error(reason)
    }
    showUndo({ message, closeLabel, undo })
  }
}

import { Loader, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useCurrencyOf } from '../configuration/use-currency-of.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { StepsPreview } from '../order/move-preview.tsx'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'

type RefundPreviewProps = { order: Order; returnId: string; status: string }

/** The payments that a status of a return would make, by a dry run of it. */
export function RefundPreview({ order, returnId, status }: RefundPreviewProps) {
  const t = useTranslations('returns.refund')
  const format = useFormat()
  const currency = useCurrencyOf()(order)
  const nameOf = useStatusNames()
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'one', order.id, 'preview', order.versionId, returnId, status],
    queryFn: ({ signal }) =>
      gateway.post('/api/Returns/{orderId}/UpdateStatus', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: { returnId, status },
        signal,
      }),
  })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('previewing')} />
  const known = new Set(order.orderForm.payments.map(({ id }) => id))
  const after = data.order?.orderForm.payments ?? []
  const refunds = after.filter(({ id, transactionType }) => transactionType === 'Credit' && !known.has(id))
  return (
    <StepsPreview result={data}>
      {refunds.length === 0 ? <Text size="sm">{t('noPayment')}</Text> : null}
      {refunds.map(({ id, amount, paymentMethodName: method }) => (
        <Text size="sm" fw={600} key={id}>
          {t('payment', { amount: format.money(amount, currency), method })}
        </Text>
      ))}
      <Text size="sm">{t('status', { id: returnId, status: nameOf(status) })}</Text>
    </StepsPreview>
  )
}

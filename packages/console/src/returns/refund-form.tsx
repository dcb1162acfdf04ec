import { Alert, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { abortReason } from '../order/move-order.tsx'
import { StepsPreview } from '../order/move-preview.tsx'
import type { OrderActionProps } from '../order/order-action.ts'
import { whyQuery } from '../order/order-queries.ts'
import { PaymentRestsTable } from '../order/payments/payment-rests-table.tsx'
import { type PendingRefund, pendingRefunds, type ReturnForm } from '../order/payments/pending-refunds.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { DryRunProblem, WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { refundDue } from './return-amounts.ts'
import { ReturnsTexts } from './returns-texts.tsx'

/**
 * Pays back what a return is worth: moves its form to the status that refunds, after showing what
 * would happen.
 */
export function Refund(props: OrderActionProps) {
  return (
    <ReturnsTexts>
      <RefundForm {...props} />
    </ReturnsTexts>
  )
}

function RefundForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('returns.refund')
  // The reasons of the API name the status that pays back, and why money is still missing.
  const why = useQuery({ ...whyQuery(order.id), staleTime: 0 })
  if (why.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (why.isError) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />
  const refunds = pendingRefunds(order, why.data.reasons)
  const [first] = refunds
  if (first === undefined) return <EmptyState title={t('nothing.title')} text={t('nothing.text')} />
  return <RefundChoice {...{ order, first, refunds, onDone }} />
}

type ChoiceProps = OrderActionProps & { first: PendingRefund; refunds: readonly PendingRefund[] }

function RefundChoice({ order, first, refunds, onDone }: ChoiceProps) {
  const t = useTranslations('returns.refund')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const [chosen, setChosen] = useState(first.form.returnId)
  const refunding = useRefunding(order, onDone)
  const { form, status } = refunds.find((one) => one.form.returnId === chosen) ?? first
  const { returnId } = form
  const trial = useQuery(refundPreviewQuery(order, { returnId, status }))
  const due = (one: ReturnForm) => format.money(refundDue(order, one, currency), currency)
  return (
    <Stack>
      <Radio.Group label={t('choose')} value={returnId} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {refunds.map((one) => (
            <Radio
              key={one.form.returnId}
              value={one.form.returnId}
              label={t('choice', { id: one.form.returnId, amount: due(one.form) })}
              description={<span lang="en">{one.sentence}</span>}
            />
          ))}
        </Stack>
      </Radio.Group>
      {status === null ? (
        <Alert color="orange" variant="outline" title={t('noStatus')} />
      ) : (
        <RefundPreview {...{ order, returnId, status }} />
      )}
      <PaymentRestsTable order={order} />
      <WriteProblem orderId={order.id} error={refunding.error} dryRunError={trial.error} onReloaded={refunding.reset} />
      <Group justify="flex-end">
        <Button
          disabled={status === null}
          loading={refunding.isPending}
          onClick={() => (status === null ? undefined : refunding.mutate({ returnId, status }))}
        >
          {t('submit', { amount: due(form) })}
        </Button>
      </Group>
    </Stack>
  )
}

type RefundProgress = { returnId: string; status: string }

function useRefunding(order: Order, onDone: () => void) {
  const sayRefunded = useRefundNotice(order)
  return useOrderWrite(order, {
    send: (body: RefundProgress, write) => gateway.post('/api/Returns/{orderId}/UpdateStatus', { ...write, body }),
    onWritten: (result, refund) => {
      sayRefunded(result, refund)
      onDone()
    },
  })
}

/** Says what became of a refund: what is paid back, or why nothing is yet. */
export function useRefundNotice(order: Order): (result: WorkflowResult, refund: RefundProgress) => void {
  const t = useTranslations('returns')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const nameOf = useStatusNames()
  const refundNotice = (result: WorkflowResult, { returnId: id, status }: RefundProgress) => {
    const reason = abortReason(result)
    if (reason !== null) return { color: 'red', autoClose: false as const, message: t('refund.aborted', { reason }) }
    // Of the form in the response and not a difference: it is right for a repeated response, too.
    const form = result.order?.returnOrderForms.find(({ returnId }) => returnId === id)
    if (form !== undefined && form.creditPaymentTotal > 0) {
      const amount = format.money(form.creditPaymentTotal, currency)
      return { color: 'green', message: t('refund.done', { id, amount }) }
    }
    const [warning] = result.orderActionExecutionResults.flatMap(({ message, errorReason }) => message ?? errorReason ?? [])
    return {
      color: 'yellow',
      autoClose: false as const,
      message: t('refund.waits', { id, status: nameOf(status), reason: warning ?? '' }),
    }
  }
  return (result, refund) =>
    void notifications.show({ ...refundNotice(result, refund), closeButtonProps: { 'aria-label': t('close') } })
}

/** A dry run of a status of a return; without a status there is none. */
export function refundPreviewQuery(order: Order, { returnId, status }: { returnId: string; status: string | null }) {
  return queryOptions({
    queryKey: ['orders', 'one', order.id, 'preview', order.versionId, returnId, status],
    queryFn: ({ signal }) =>
      gateway.post('/api/Returns/{orderId}/UpdateStatus', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: { returnId, status: status ?? '' },
        signal,
      }),
    enabled: status !== null,
  })
}

/** The payments that a status of a return would make, by a dry run of it. */
export function RefundPreview({ order, returnId, status }: { order: Order; returnId: string; status: string }) {
  const t = useTranslations('returns.refund')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const nameOf = useStatusNames()
  const { data, error, refetch } = useQuery(refundPreviewQuery(order, { returnId, status }))
  if (error !== null) return <DryRunProblem error={error} onRetry={() => void refetch()} />
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

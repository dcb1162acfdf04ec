import { Button, Checkbox, Group, List, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { MoneyPreview, useMoneyNotice } from './money-preview.tsx'
import { movedMoney } from './moved-money.ts'
import { filled, NoteField, ReasonField } from './reason-field.tsx'

const reasons = ['CustomerRequest', 'OutOfStock', 'PaymentFailed', 'Fraud', 'WrongAddress', 'Duplicate', 'Other'] as const

type Cancellation = { reason: string; note?: string; refund: boolean; sendNotifications: boolean }

/** Cancels what of an order has not left, after showing what is paid back and given up. */
export function CancelOrderForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.cancelOrder')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isRefunded, setRefunded] = useState(true)
  const [isTold, setTold] = useState(order.customerEmail !== null)
  const trial = useTrial(order, isRefunded)
  const canceling = useCanceling({ order, onDone })
  const refund = trial.data === undefined ? 0 : movedMoney(order, trial.data, currency).refunded
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== '') canceling.mutate({ reason, ...filled(note), refund: isRefunded, sendNotifications: isTold })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <ReasonField
        label={t('reason')}
        reasons={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      <NoteField value={note} onChange={setNote} />
      {order.orderForm.capturedPaymentTotal > 0 ? (
        <Checkbox label={t('refund')} checked={isRefunded} onChange={({ currentTarget }) => setRefunded(currentTarget.checked)} />
      ) : null}
      <Checkbox
        label={order.customerEmail === null ? t('noAddress') : t('tell', { address: order.customerEmail })}
        disabled={order.customerEmail === null}
        checked={isTold}
        onChange={({ currentTarget }) => setTold(currentTarget.checked)}
      />
      <MoneyPreview order={order} trial={trial}>
        <CanceledItems {...{ order, after: trial.data?.order ?? null }} />
      </MoneyPreview>
      <WriteProblem orderId={order.id} error={canceling.error} dryRunError={trial.error} onReloaded={canceling.reset} />
      <Group justify="flex-end">
        <Button type="submit" color="red" disabled={reason === '' || trial.data === undefined} loading={canceling.isPending}>
          {refund > 0 ? t('submitRefund', { amount: format.money(refund, currency) }) : t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

/** A dry run of the cancellation: the same code, rolled back. Its reason does not matter. */
function useTrial(order: OrderActionProps['order'], refund: boolean) {
  return useQuery({
    queryKey: ['orders', 'one', order.id, 'preview', order.versionId, 'cancel', refund],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/{orderId}/Cancel', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: { reason: 'Other', refund, sendNotifications: false },
        signal,
      }),
  })
}

function useCanceling({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.cancelOrder')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const notify = useMoneyNotice(order)
  return useOrderWrite(order, {
    send: (body: Cancellation, write) => gateway.post('/api/Orders/{orderId}/Cancel', { ...write, body }),
    onWritten: (result) => {
      notify(result, ({ refunded }) => (refunded > 0 ? t('doneRefund', { amount: format.money(refunded, currency) }) : t('done')))
      onDone()
    },
  })
}

type ItemsProps = { order: OrderActionProps['order']; after: OrderActionProps['order'] | null }

function CanceledItems({ order, after }: ItemsProps) {
  const t = useTranslations('payments.cancelOrder')
  if (after === null) return null
  const units = (lines: ItemsProps['order']['orderForm']['lineItems']) =>
    lines.reduce((sum, { canceledQuantity, isPackageBrokeDown }) => sum + (isPackageBrokeDown ? 0 : canceledQuantity), 0)
  const count = units(after.orderForm.lineItems) - units(order.orderForm.lineItems)
  const isPartial = after.orderForm.lineItems.some(({ quantity, canceledQuantity }) => canceledQuantity < quantity)
  return (
    <>
      <List.Item>{t('items', { count })}</List.Item>
      {isPartial ? <List.Item>{t('partial')}</List.Item> : null}
    </>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Order } from '@open-oms/client/types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { MoneyPreview, useMoneyNotice } from './money-preview.tsx'
import { movableMoney } from './moved-money.ts'
import { filled, NoteField, ReasonField } from './reason-field.tsx'

const reasons = ['Goodwill', 'Late', 'Shipping', 'Damaged', 'PriceMatch', 'Other'] as const

/** Until a dry run follows what is typed. */
const PAUSE_MS = 300

type RefundBody = { amount: number; reason: string; note?: string; refundFor: 'Order' | 'Shipping' }

/** Pays money back without a return, after showing from which payments. */
export function RefundAmountForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.refundAmount')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const { refundable } = movableMoney(order, currency)
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const refunding = useRefunding({ order, onDone })
  const isPossible = amount !== null && amount > 0 && amount <= refundable
  const refundFor = reason === 'Shipping' ? 'Shipping' : 'Order'
  const trial = useRefundTrial(order, { amount: isPossible ? amount : null, refundFor })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPossible && reason !== '') refunding.mutate({ amount, reason, ...filled(note), refundFor })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <ReasonField
        label={t('reason')}
        reasons={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      <NumberField
        label={t('amount')}
        description={t('most', { amount: format.money(refundable, currency) })}
        required
        min={0}
        value={amount}
        onChange={setAmount}
        error={amount !== null && amount > refundable ? t('tooMuch', { amount: format.money(refundable, currency) }) : null}
      />
      <NoteField value={note} onChange={setNote} />
      {isPossible ? <MoneyPreview order={order} trial={trial} /> : <Text size="sm">{t('enter')}</Text>}
      <WriteProblem orderId={order.id} error={refunding.error} dryRunError={trial.error} onReloaded={refunding.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isPossible || reason === ''} loading={refunding.isPending}>
          {isPossible ? t('submitAmount', { amount: format.money(amount, currency) }) : t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

type Trial = Pick<RefundBody, 'refundFor'> & { amount: number | null }

function useRefundTrial(order: Order, { amount, refundFor }: Trial) {
  const [debounced] = useDebouncedValue(amount, PAUSE_MS)
  const settled = debounced ?? amount
  return useQuery({
    queryKey: ['orders', 'one', order.id, 'preview', order.versionId, 'refund', settled, refundFor],
    queryFn: ({ signal }) =>
      gateway.post('/api/Orders/{orderId}/Refund', {
        params: { orderId: order.id },
        query: { dryRun: true },
        body: { amount: settled ?? 0, reason: 'Other', refundFor },
        signal,
      }),
    enabled: amount !== null,
    placeholderData: keepPreviousData,
  })
}

function useRefunding({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.refundAmount')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const notify = useMoneyNotice(order)
  return useOrderWrite(order, {
    send: (body: RefundBody, write) => gateway.post('/api/Orders/{orderId}/Refund', { ...write, body }),
    onWritten: (result) => {
      notify(result, ({ refunded }) => t('done', { amount: format.money(refunded, currency) }))
      onDone()
    },
  })
}

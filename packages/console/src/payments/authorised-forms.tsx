import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { PaymentRestsTable } from '../order/payments/payment-rests-table.tsx'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { useMoneyNotice } from './money-preview.tsx'
import { movableMoney } from './moved-money.ts'
import { filled, NoteField } from './reason-field.tsx'

/** Captures what is authorised before the workflow does. */
export function CaptureForm(props: OrderActionProps) {
  const currency = useOrderCurrency()(props.order)
  return <MoveForm {...props} kind="capture" most={movableMoney(props.order, currency).capturable} />
}

/** Gives up what is authorised and not captured. */
export function VoidForm(props: OrderActionProps) {
  const currency = useOrderCurrency()(props.order)
  return <MoveForm {...props} kind="void" most={movableMoney(props.order, currency).authorised} />
}

type MoveProps = OrderActionProps & { kind: 'capture' | 'void'; most: number }

function MoveForm({ order, onDone, kind, most }: MoveProps) {
  const t = useTranslations(`payments.${kind}`)
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const [amount, setAmount] = useState<number | null>(most)
  const [note, setNote] = useState('')
  const moving = useMoving({ order, onDone, kind, most })
  const isPossible = amount !== null && amount > 0 && amount <= most
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPossible) moving.mutate({ amount, ...filled(note) })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text size="sm">{t('explain')}</Text>
      <NumberField
        label={t('amount')}
        description={t('most', { amount: format.money(most, currency) })}
        required
        data-autofocus
        min={0}
        value={amount}
        onChange={setAmount}
        error={amount !== null && amount > most ? t('tooMuch', { amount: format.money(most, currency) }) : null}
      />
      <NoteField value={note} onChange={setNote} />
      <PaymentRestsTable order={order} />
      <WriteProblem orderId={order.id} error={moving.error} onReloaded={moving.reset} />
      <Group justify="flex-end">
        <Button type="submit" {...(kind === 'void' ? { color: 'red' } : {})} disabled={!isPossible} loading={moving.isPending}>
          {t('submit', { amount: format.money(amount ?? 0, currency) })}
        </Button>
      </Group>
    </Stack>
  )
}

function useMoving({ order, onDone, kind }: MoveProps) {
  const t = useTranslations(`payments.${kind}`)
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const notify = useMoneyNotice(order)
  return useOrderWrite(order, {
    send: (body: { amount: number; note?: string }, write) =>
      kind === 'capture'
        ? gateway.post('/api/Orders/{orderId}/Capture', { ...write, body })
        : gateway.post('/api/Orders/{orderId}/Void', { ...write, body }),
    onWritten: (result) => {
      notify(result, ({ captured, voided }) =>
        t('done', { amount: format.money(kind === 'capture' ? captured : voided, currency) }),
      )
      onDone()
    },
  })
}

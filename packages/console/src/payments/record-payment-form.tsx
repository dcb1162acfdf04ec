import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { NewPayment, Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { unpaidInvoices } from './offered.ts'
import { isKnownReference, newPayment, paidInvoice, unpaidAmount } from './recorded-payment.ts'

/** Records money that was received outside of the system: in cash, by bank, for an invoice. */
export function RecordPaymentForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.record')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const invoices = unpaidInvoices(order)
  const methods = usePaymentMethods(order)
  const [chosen, setSource] = useState(invoices[0]?.id ?? '')
  const [entered, setAmount] = useState<number | null>(unpaidAmount(order, currency))
  const [date, setDate] = useState(today)
  const [reference, setReference] = useState('')
  const recording = useRecording({ order, onDone })
  const invoice = invoices.find(({ id }) => id === chosen)
  const source = invoice === undefined && chosen === '' ? (methods[0]?.value ?? '') : chosen
  const amount = invoice?.amount ?? entered
  const isKnown = invoice === undefined && isKnownReference(order, reference)
  const isReady = source !== '' && amount !== null && amount > 0 && date !== '' && !isKnown
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const paid = { reference: reference.trim(), paidDate: paidTime(date) }
    recording.mutate(invoice === undefined ? newPayment({ ...paid, amount, method: source }) : paidInvoice(invoice, paid))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('method')}
        data-autofocus
        value={source}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
        data={[
          ...invoices.map((one) => ({
            value: one.id,
            label: t('invoice', { number: one.invoiceId ?? '', amount: format.money(one.amount, currency) }),
          })),
          ...methods,
        ]}
      />
      <NumberField label={t('amount')} required min={0} disabled={invoice !== undefined} value={amount} onChange={setAmount} />
      <TextInput
        label={t('date')}
        type="date"
        required
        max={today()}
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <TextInput
        label={t('reference')}
        description={t('referenceHelp')}
        maxLength={200}
        error={isKnown ? t('known') : null}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <WriteProblem orderId={order.id} error={recording.error} onReloaded={recording.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isReady} loading={recording.isPending}>
          {t('submit', { amount: format.money(amount ?? 0, currency) })}
        </Button>
      </Group>
    </Stack>
  )
}

/** The methods that the order's market offers. */
function usePaymentMethods(order: Order): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['orders', 'one', order.id, 'payment options'],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}/GetPaymentOptions', { params: { orderId: order.id }, signal }),
  })
  return data.map(({ name, paymentMethodName, displayName }) => ({
    value: paymentMethodName ?? name,
    label: displayName ?? paymentMethodName ?? name,
  }))
}

/** The day of the person, as fields for days have it. */
function today(): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date())
}

/** Now for today: the money is in the books of the day that it came. Else noon of that day. */
function paidTime(date: string): string {
  return (date === today() ? new Date() : new Date(`${date}T12:00`)).toISOString()
}

function useRecording({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  return useOrderWrite(order, {
    send: (payment: NewPayment, write) => gateway.post('/api/Orders/{orderId}/AddPayments', { ...write, body: [payment] }),
    onWritten: (_, { amount }) => {
      const message = t('record.done', { amount: format.money(amount, currency) })
      notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': t('close') } })
      onDone()
    },
  })
}

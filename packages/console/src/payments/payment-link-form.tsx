import { Button, Checkbox, Code, CopyButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { Order, WorkflowResult } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { useMoneyNotice } from './money-preview.tsx'
import { linkableAmount, type PendingLink, pendingLinks } from './pending-links.ts'

const DAYS = [1, 3, 7, 14, 30] as const

/** The links by which the customer can pay, and the form for another one where something is due. */
export function PaymentLinkForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('payments.link')
  const links = pendingLinks(order, new Date().toISOString())
  const due = linkableAmount(order, links, useOrderCurrency()(order))
  return (
    <Stack>
      {links.map((link) => (
        <OpenLink key={link.id} order={order} link={link} />
      ))}
      {due > 0 ? <NewLink key={due} {...{ order, onDone, due }} /> : <Text size="sm">{t('covered')}</Text>}
    </Stack>
  )
}

function OpenLink({ order, link }: { order: Order; link: PendingLink }) {
  const t = useTranslations('payments.link')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const withdrawing = useLinkWrite(order, {
    send: (_: object, write) =>
      gateway.post('/api/Orders/{orderId}/WithdrawPaymentLink', { ...write, body: { paymentId: link.id ?? '' } }),
    done: () => t('withdrawn', { amount: format.money(link.amount, currency) }),
  })
  const values = { amount: format.money(link.amount, currency), time: format.time(link.expires) }
  return (
    <Stack gap={6} role="group" aria-label={t(link.isExpired ? 'expired' : 'open', values)}>
      <Text size="sm" fw={500}>
        {t(link.isExpired ? 'expired' : 'open', values)}
      </Text>
      <Code block className="note-text">
        {link.url}
      </Code>
      <Group gap="xs">
        {link.isExpired ? null : (
          <CopyButton value={link.url}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button size="xs" variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate({})}>
          {t('withdraw')}
        </Button>
      </Group>
      <WriteProblem orderId={order.id} error={withdrawing.error} onReloaded={withdrawing.reset} />
    </Stack>
  )
}

type LinkBody = { amount: number; validForHours: number; sendEmail: boolean; sendSms: boolean }

function NewLink({ order, onDone, due }: OrderActionProps & { due: number }) {
  const t = useTranslations('payments.link')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const [amount, setAmount] = useState<number | null>(due)
  const [days, setDays] = useState<number>(3)
  const [sendEmail, setSendEmail] = useState(Boolean(order.customerEmail))
  const [sendSms, setSendSms] = useState(false)
  const isSent = sendEmail || sendSms
  // A link that is not sent stays on the screen, to be copied.
  const sending = useLinkWrite(order, {
    send: (body: LinkBody, write) => gateway.post('/api/Orders/{orderId}/PaymentLink', { ...write, body }),
    done: () => t(isSent ? 'sent' : 'made', { amount: format.money(amount ?? 0, currency) }),
    ...(isSent ? { onDone } : {}),
  })
  const isPossible = amount !== null && amount > 0 && amount <= due
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPossible) sending.mutate({ amount, validForHours: days * 24, sendEmail, sendSms })
  }
  const most = { amount: format.money(due, currency) }
  return (
    <Stack component="form" onSubmit={submit}>
      <NumberField
        label={t('amount')}
        description={t('most', most)}
        required
        data-autofocus
        min={0}
        value={amount}
        onChange={setAmount}
        error={amount !== null && amount > due ? t('tooMuch', most) : null}
      />
      <NativeSelect
        label={t('validFor')}
        data={DAYS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      <Recipient label="email" to={order.customerEmail} checked={sendEmail} onChange={setSendEmail} />
      <Recipient label="sms" to={order.customerPhone} checked={sendSms} onChange={setSendSms} />
      {isSent ? null : <Text size="sm">{t('notSent')}</Text>}
      <WriteProblem orderId={order.id} error={sending.error} onReloaded={sending.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isPossible} loading={sending.isPending}>
          {t(isSent ? 'submit' : 'make', { amount: format.money(amount ?? 0, currency) })}
        </Button>
      </Group>
    </Stack>
  )
}

type RecipientProps = { label: 'email' | 'sms'; to: string | null; checked: boolean; onChange: (checked: boolean) => void }

function Recipient({ label, to, checked, onChange }: RecipientProps) {
  const t = useTranslations('payments.link')
  return (
    <Checkbox
      label={to ? t(label, { to }) : t(`${label}Unknown`)}
      disabled={!to}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

type LinkWrite<Body> = {
  send: (
    body: Body,
    write: Parameters<Parameters<typeof useOrderWrite<Body, WorkflowResult>>[1]['send']>[1],
  ) => Promise<WorkflowResult>
  done: () => string
  onDone?: () => void
}

function useLinkWrite<Body extends object>(order: Order, { send, done, onDone }: LinkWrite<Body>) {
  const notify = useMoneyNotice(order)
  const writing = useOrderWrite(order, {
    send: ({ body }: { body: Body; payments: number }, write) => send(body, write),
    onWritten: (result) => {
      notify(result, done)
      onDone?.()
    },
  })
  // A link like one that was withdrawn is another one, and no repetition.
  const { length: payments } = order.orderForm.payments
  return { ...writing, mutate: (body: Body) => writing.mutate({ body, payments }) }
}

import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { OrderMessage } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBlobAddress } from '../display/use-blob-address.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { makeDocument } from './documents.ts'

/** Sends the invoice of an order, which is shown before as the customer gets it. */
export function InvoiceForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('documents.invoice')
  const [email, setEmail] = useState(order.customerEmail ?? '')
  const sending = useOrderWrite(order, {
    // The invoice is of the order as it is when it is sent.
    send: (emailTo: string, { params, idempotencyKey }): Promise<OrderMessage> =>
      gateway.post('/api/Orders/{orderId}/SendInvoice', { params, body: { emailTo }, idempotencyKey }),
    onWritten: ({ to }) => {
      notifications.show({ color: 'green', message: t('done', { to: to.join(', ') }) })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') sending.mutate(email.trim())
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={t('email')}
        description={t('several')}
        required
        data-autofocus
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Preview orderId={order.id} versionId={order.versionId} />
      <WriteProblem orderId={order.id} error={sending.error} onReloaded={sending.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={email.trim() === '' || order.isNotificationsDisabled} loading={sending.isPending}>
          {t('submit', { to: email.trim() })}
        </Button>
      </Group>
      {order.isNotificationsDisabled ? <Text size="sm">{t('disabled')}</Text> : null}
    </Stack>
  )
}

function Preview({ orderId, versionId }: { orderId: string; versionId: string | null }) {
  const t = useTranslations('documents.invoice')
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'one', orderId, 'invoice', versionId],
    queryFn: () => makeDocument(orderId, 'invoice', null),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useBlobAddress(data)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (address === null) return <Loader size="sm" role="status" aria-label={t('loading')} />
  return <iframe className="document-frame" title={t('preview')} src={address} />
}

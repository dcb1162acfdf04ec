import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useLineTitles } from '../order/use-line-products.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { openLines, openUnits } from './units.ts'

/**
 * Cancels what is open of one line in all shipments. No step runs, and the customer may be written
 * to about this line alone.
 */
export function CancelLineForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('shipping.cancelLine')
  const format = useFormat()
  const [seen] = useState(order)
  const lines = openLines(seen.orderForm)
  const titleOf = useLineTitles(seen.orderForm.lineItems)
  const [lineItemId, setLineItemId] = useState(lines[0]?.lineItemId ?? '')
  const [sendNotifications, setSendNotifications] = useState(false)
  const line = lines.find((one) => one.lineItemId === lineItemId)
  const write = useCancellation(seen, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate({ lineItemId, sendNotifications })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('line')}
        data-autofocus
        autoFocus
        value={lineItemId}
        onChange={({ currentTarget }) => setLineItemId(currentTarget.value)}
        data={lines.map((one) => ({ value: one.lineItemId, label: `${titleOf(one)} · ${format.quantity(openUnits(one))}` }))}
      />
      <Checkbox
        label={t('mail')}
        disabled={seen.isNotificationsDisabled}
        checked={sendNotifications}
        onChange={({ currentTarget }) => setSendNotifications(currentTarget.checked)}
      />
      {line === undefined ? null : (
        <Text size="sm">{t('explain', { name: titleOf(line), count: format.quantity(openUnits(line)) })}</Text>
      )}
      <WriteProblem orderId={seen.id} error={write.error} onReloaded={onDone} />
      <Group justify="flex-end">
        <Button type="submit" loading={write.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function useCancellation(order: Order, onDone: () => void) {
  const t = useTranslations('shipping.cancelLine')
  const statusName = useStatusNames()
  return useOrderWrite(order, {
    send: ({ lineItemId, sendNotifications }: { lineItemId: string; sendNotifications: boolean }, { params, ...write }) =>
      gateway.post('/api/Orders/{orderId}/OrderLines/{lineItemId}/Cancel', {
        ...write,
        params: { ...params, lineItemId },
        query: { sendNotifications },
      }),
    onWritten: ({ status }) => {
      notifications.show({ color: 'green', message: t('done', { status: statusName(status, order.orderType) }) })
      onDone()
    },
  })
}

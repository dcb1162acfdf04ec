import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { PackageFields } from './package-fields.tsx'
import { type TrackingDraft, trackingDraft, withTracking } from './tracking.ts'

/**
 * How the shipments of an order travel: tracking, method, comment and parcels of one of them. No
 * workflow runs.
 */
export function TrackingForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('shipping.tracking')
  const [seen] = useState(order)
  const { shipments } = seen.orderForm
  const [shipmentId, setShipmentId] = useState(shipments[0]?.shipmentId ?? '')
  const shipment = shipments.find((one) => one.shipmentId === shipmentId) ?? shipments[0]
  if (shipment === undefined) throw new Error('The order has no shipments.')
  return (
    <Stack>
      {shipments.length < 2 ? null : (
        <NativeSelect
          label={t('shipment')}
          value={shipmentId}
          onChange={({ currentTarget }) => setShipmentId(currentTarget.value)}
          data={shipments.map((one) => one.shipmentId)}
        />
      )}
      <ShipmentForm key={shipment.shipmentId} order={seen} shipment={shipment} onDone={onDone} />
    </Stack>
  )
}

function ShipmentForm({ order, shipment, onDone }: OrderActionProps & { shipment: Order['orderForm']['shipments'][number] }) {
  const t = useTranslations('shipping.tracking')
  const [draft, setDraft] = useState(() => trackingDraft(shipment))
  const write = useTrackingWrite(order, shipment.shipmentId, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate(draft)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {(['trackingNumber', 'trackingLink', 'method', 'comment'] as const).map((field, index) => (
        <TextInput
          key={field}
          label={t(field)}
          type={field === 'trackingLink' ? 'url' : 'text'}
          maxLength={2_000}
          data-autofocus={index === 0 || undefined}
          autoFocus={index === 0}
          value={draft[field]}
          onChange={({ currentTarget }) => setDraft({ ...draft, [field]: currentTarget.value })}
        />
      ))}
      <PackageFields
        lines={shipment.lineItems}
        packages={draft.packages}
        onChange={(packages) => setDraft({ ...draft, packages })}
      />
      <WriteProblem orderId={order.id} error={write.error} onReloaded={onDone} />
      <Group justify="flex-end">
        <Button type="submit" loading={write.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function useTrackingWrite(order: Order, shipmentId: string, onDone: () => void) {
  const t = useTranslations('shipping.tracking')
  return useOrderWrite(order, {
    send: (draft: TrackingDraft, write) =>
      // All shipments are sent, with the version: a patch could not take a parcel or a text away.
      gateway.put('/api/OrderShipments/{orderId}', {
        ...write,
        body: withTracking(order.orderForm.shipments, shipmentId, draft),
      }),
    onWritten: () => {
      notifications.show({ color: 'green', message: t('done', { shipment: shipmentId }) })
      onDone()
    },
  })
}

import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'

type Shipment = Order['orderForm']['shipments'][number]

/** What leaves together, from where, how, and where it is now. */
export function ShipmentList({ order }: { order: Order }) {
  const t = useTranslations('order.shipments')
  const { shipments } = order.orderForm
  if (shipments.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="md">
      {shipments.map((shipment) => (
        <ShipmentRow key={shipment.shipmentId} shipment={shipment} orderType={order.orderType} />
      ))}
    </Stack>
  )
}

function ShipmentRow({ shipment, orderType }: { shipment: Shipment; orderType: string }) {
  const t = useTranslations('order.shipments')
  const format = useFormat()
  const nameOf = useStatusNames()
  const units = shipment.lineItems.reduce((sum, { quantity }) => sum + quantity, 0)
  const facts = [
    shipment.shippingMethodName,
    shipment.warehouseCode === null ? null : t('from', { warehouse: shipment.warehouseCode }),
    t('units', { count: format.quantity(units) }),
  ]
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {shipment.shipmentId}
        </Text>
        {shipment.orderStatus === null ? null : (
          <Badge variant="default" tt="none" fw={500}>
            <CodeText code={shipment.orderStatus} name={nameOf(shipment.orderStatus, orderType)} />
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {facts.filter((fact) => fact !== null).join(' · ')}
      </Text>
      <Tracking shipment={shipment} />
    </div>
  )
}

function Tracking({ shipment }: { shipment: Shipment }) {
  const t = useTranslations('order.shipments')
  const { shipmentTrackingNumber: number, shipmentTrackingLink: link } = shipment
  if (number === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('notSent')}
      </Text>
    )
  }
  return (
    <Text size="sm">
      {t('tracking')}:{' '}
      {isWebAddress(link) ? (
        <Anchor href={link} target="_blank" rel="noreferrer noopener" underline="always" inherit>
          {number}
        </Anchor>
      ) : (
        number
      )}
    </Text>
  )
}

/** What a carrier or a client has sent is a link only where it leads to a page. */
function isWebAddress(text: string | null): text is string {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text)
}

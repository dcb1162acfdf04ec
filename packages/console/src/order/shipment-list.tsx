import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { isWebAddress } from '../display/web-address.ts'
import { itemCount, type LineProduct, lineItems, lineTitle } from './line-items.ts'
import { ProgressChips } from './lines-table.tsx'
import { shipmentLabels } from './shipment-labels.ts'
import { useLineProducts } from './use-line-products.ts'

type Shipment = Order['orderForm']['shipments'][number]

/** What leaves together, with its goods, from where, how, and where it is now. */
export function ShipmentList({ order }: { order: Order }) {
  const t = useTranslations('order.shipments')
  const products = useLineProducts(order.orderForm.lineItems)
  const { shipments } = order.orderForm
  if (shipments.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Stack gap="md">
      {shipments.map((shipment) => (
        <ShipmentRow key={shipment.shipmentId} shipment={shipment} orderType={order.orderType} products={products} />
      ))}
    </Stack>
  )
}

type ShipmentProps = { shipment: Shipment; orderType: string; products: ReadonlyMap<string, LineProduct> }

function ShipmentRow({ shipment, orderType, products }: ShipmentProps) {
  const t = useTranslations('order.shipments')
  const format = useFormat()
  const nameOf = useStatusNames()
  const count = itemCount(shipment.lineItems)
  const facts = [
    shipment.shippingMethodName,
    shipment.warehouseCode === null ? null : t('from', { warehouse: shipment.warehouseCode }),
    t('items', { count, shown: format.quantity(count) }),
  ]
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t('name', { id: shipment.shipmentId })}
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
      <Labels shipment={shipment} />
      <ShipmentGoods {...{ shipment, products }} />
    </div>
  )
}

function ShipmentGoods({ shipment, products }: Omit<ShipmentProps, 'orderType'>) {
  const t = useTranslations('order.shipments')
  const format = useFormat()
  const row = (line: Shipment['lineItems'][number], isComponent: boolean) => (
    <li key={line.lineItemId} data-component={isComponent || undefined}>
      <span>{t('line', { count: format.quantity(line.quantity), item: lineTitle(line, products.get(line.code ?? '')) })}</span>
      <ProgressChips line={line} />
    </li>
  )
  return (
    <ul className="shipment-goods figures">
      {lineItems(shipment.lineItems).flatMap(({ line, components }) => [
        row(line, false),
        ...components.map((part) => row(part, true)),
      ])}
    </ul>
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

/** The labels of the parcels, to print them once more. */
function Labels({ shipment }: { shipment: Shipment }) {
  const t = useTranslations('order.shipments')
  return shipmentLabels(shipment).map((link, index) => (
    <div key={link}>
      <Anchor href={link} target="_blank" rel="noreferrer noopener" underline="always" size="sm">
        {t('label', { number: index + 1 })}
      </Anchor>
    </div>
  ))
}

import { Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { ClampedText } from '../display/clamped-text.tsx'

type Address = Order['billingAddress']

/** Who has ordered, how they are reached, and where the goods and the invoice go. */
export function CustomerCard({ order }: { order: Order }) {
  const t = useTranslations('order.customer')
  const address = order.orderForm.shipments.find((shipment) => shipment.address !== null)?.address ?? null
  const facts = [
    ['name', order.customerName],
    ['number', order.customerNumber],
    ['email', order.customerEmail],
    ['phone', order.customerPhone],
    ['delivery', addressText(address)],
    ['billing', addressText(order.billingAddress)],
  ] as const
  const known = facts.filter(([, value]) => value !== null && value !== '')
  if (known.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <dl className="facts">
      {known.flatMap(([name, value]) => [
        <dt key={name}>{t(name)}</dt>,
        <dd key={`${name} value`}>
          <ClampedText text={value ?? ''} />
        </dd>,
      ])}
    </dl>
  )
}

function addressText(address: Address): string | null {
  if (address === null) return null
  const person = address.name ?? [address.firstName, address.lastName].filter((part) => part !== null).join(' ')
  const place = [address.postalCode, address.city].filter((part) => part !== null).join(' ')
  const parts = [address.organization, person, address.line1, address.line2, place, address.countryCode]
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { TextLink } from '../shell/text-link.tsx'
import { customerOfOrderQuery, type FoundCustomer } from './customer-queries.ts'
import { CustomersTexts } from './customers-texts.tsx'

/** How often the customer of an order has ordered, and for how much, with the way to its page. */
export function CustomerOfOrder({ orderId }: { orderId: string }) {
  const maySee = useMay()('seeCustomers')
  const { data: customer } = useQuery({ ...customerOfOrderQuery(orderId), enabled: maySee })
  if (customer === undefined || customer === null) return null
  return (
    <CustomersTexts>
      <CustomerLine customer={customer} />
    </CustomersTexts>
  )
}

function CustomerLine({ customer: { key, orderCount, figures } }: { customer: FoundCustomer }) {
  const t = useTranslations('customers.ofOrder')
  const format = useFormat()
  const amounts = figures.map(({ turnover, currency }) => format.money(turnover, currency))
  return (
    <Group gap="xs" mt="sm">
      <TextLink to="/customers/$customerKey" params={{ customerKey: key }}>
        {t('open')}
      </TextLink>
      <Text size="sm" c="dimmed">
        {[t('orders', { count: orderCount }), ...amounts].join(' · ')}
      </Text>
    </Group>
  )
}

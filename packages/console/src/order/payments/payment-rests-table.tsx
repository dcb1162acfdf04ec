import { Table, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../../configuration/use-order-currency.ts'
import { useFormat } from '../../display/use-format.ts'
import { useWords } from '../../vocabulary/use-words.ts'
import { paymentRests } from './payment-rests.ts'

// What is still open comes first, so that a phone shows it without scrolling to the side.
const amounts = ['open', 'authorised', 'captured', 'refunded'] as const

/**
 * For each payment of an order that money can be taken from, what was authorised, captured and
 * refunded, and what is still open.
 */
export function PaymentRestsTable({ order }: { order: Order }) {
  const t = useTranslations('order.payments.rests')
  const format = useFormat()
  const words = useWords()
  const currency = useOrderCurrency()(order)
  const rests = paymentRests(order, currency)
  if (rests.length === 0) return null
  const title = t('title')
  return (
    <div>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Table.ScrollContainer
        minWidth={460}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': title, role: 'group' } }}
      >
        <Table verticalSpacing={4} horizontalSpacing={6} fz="xs" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('payment')}</Table.Th>
              {amounts.map((name) => (
                <Table.Th key={name} ta="right">
                  {t(name)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="figures">
            {rests.map((rest) => (
              <Table.Tr key={rest.id}>
                <Table.Td>{`${words('transactionTypes', rest.transactionType)} · ${rest.paymentMethodName}`}</Table.Td>
                {amounts.map((name) => (
                  <Table.Td key={name} ta="right">
                    {rest[name] === null ? '–' : format.money(rest[name], currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  )
}

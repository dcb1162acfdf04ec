import { Table, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../../configuration/use-order-currency.ts'
import { useFormat } from '../../display/use-format.ts'
import { useWords } from '../../vocabulary/use-words.ts'

/**
 * Every movement of money, oldest first, and what in all is authorised, captured and refunded.
 */
export function PaymentsTable({ order }: { order: Order }) {
  const t = useTranslations('order.payments')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const words = useWords()
  const { payments } = order.orderForm
  if (payments.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <Table.ScrollContainer
      minWidth={520}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t('title'), role: 'group' } }}
    >
      <Table verticalSpacing={6} horizontalSpacing={8} fz="sm" className="order-lines">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('kind')}</Table.Th>
            {/* Early, so that a phone shows it without scrolling to the side. */}
            <Table.Th ta="right">{t('amount')}</Table.Th>
            {(['method', 'status', 'time'] as const).map((name) => (
              <Table.Th key={name}>{t(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">
          {payments.map((payment) => (
            <Table.Tr key={payment.id}>
              <Table.Td>{words('transactionTypes', payment.transactionType)}</Table.Td>
              <Table.Td ta="right">{format.money(payment.amount, currency)}</Table.Td>
              <Table.Td>{payment.paymentMethodName}</Table.Td>
              <Table.Td>
                {words('paymentStatuses', payment.status)}
                {payment.reason === null ? null : (
                  <Text size="xs" c="dimmed">
                    {payment.reason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{format.time(payment.created)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <PaymentTotals order={order} />
      </Table>
    </Table.ScrollContainer>
  )
}

function PaymentTotals({ order }: { order: Order }) {
  const t = useTranslations('order.totals')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const { authorizedPaymentTotal, capturedPaymentTotal, creditPaymentTotal } = order.orderForm
  const totals = [
    ['authorized', authorizedPaymentTotal],
    ['captured', capturedPaymentTotal],
    ['credited', creditPaymentTotal],
  ] as const
  return (
    <Table.Tfoot className="figures">
      {totals
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{t(name)}</Table.Th>
            <Table.Td ta="right">{format.money(amount, currency)}</Table.Td>
            <Table.Td colSpan={3} />
          </Table.Tr>
        ))}
    </Table.Tfoot>
  )
}

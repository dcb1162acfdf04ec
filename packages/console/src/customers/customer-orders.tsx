import { Button, Loader, Stack, Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { type CustomerOrder, customerOrdersQuery } from './customer-queries.ts'

/** What a customer has ordered, newest first. */
export function CustomerOrders({ customerKey }: { customerKey: string }) {
  const t = useTranslations('customers.orders')
  const found = useInfiniteQuery(customerOrdersQuery(customerKey))
  if (found.isPending) return <Loader size="sm" />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Stack gap="xs">
      <Table verticalSpacing={6} horizontalSpacing={6} aria-label={t('table')} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('number')}</Table.Th>
            <Table.Th>{t('created')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('payment')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('fulfilment')}</Table.Th>
            <Table.Th ta="right">{t('total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.pages.flatMap(({ result }) => result.map((order) => <OrderRow key={order.id} order={order} />))}
        </Table.Tbody>
      </Table>
      {found.hasNextPage ? (
        <Button variant="default" size="xs" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

function OrderRow({ order }: { order: CustomerOrder }) {
  const format = useFormat()
  const words = useWords()
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/orders/$orderId" params={{ orderId: order.id }}>
          {order.orderNumber ?? order.id}
        </TextLink>
      </Table.Td>
      <Table.Td>{format.day(order.created)}</Table.Td>
      <Table.Td visibleFrom="sm">{words('orderPaymentStatuses', order.paymentStatus)}</Table.Td>
      <Table.Td visibleFrom="sm">
        {order.fulfilmentStatus === null ? '–' : words('fulfilmentStatuses', order.fulfilmentStatus)}
      </Table.Td>
      <Table.Td ta="right">{format.money(order.total, order.currency)}</Table.Td>
    </Table.Tr>
  )
}

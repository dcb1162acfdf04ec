import { Button, Loader, Stack, Table, Text } from '@mantine/core'
import type { LedgerLine, Order, Posting } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { ClampedText } from '../display/clamped-text.tsx'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { AmountTable } from './amount-table.tsx'
import { ordersOfLine } from './line-orders.ts'
import { ordersOfPostingQuery } from './money-queries.ts'

type LineOrdersProps = { posting: Posting; line: LedgerLine | undefined }

/** The orders that a posting, or the chosen line of it, comes from. */
export function LineOrders({ posting, line }: LineOrdersProps) {
  const t = useTranslations('money.orders')
  const mayRead = useMay()('readOrders')
  const title = line === undefined ? t('title') : t('titleOfLine', { line: line.lineSequence, account: line.accountNumber })
  return (
    <Section title={title}>
      {posting.orderIds.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {mayRead ? (
        <OrderList posting={posting} line={line} />
      ) : (
        <Text size="sm" className="note-text">
          {t('mayNotRead')} {posting.orderIds.join(', ')}
        </Text>
      )}
    </Section>
  )
}

function OrderList({ posting, line }: LineOrdersProps) {
  const t = useTranslations('money.orders')
  const states = useTranslations('states')
  const query = useInfiniteQuery(ordersOfPostingQuery(posting.id, posting.orderIds))
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} data-unsized />
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const loaded = data?.pages.flat() ?? []
  const orders = line === undefined ? loaded : ordersOfLine(line, loaded)
  return (
    <Stack gap="sm">
      {line === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t(orders.length === loaded.length ? 'sumsAll' : 'narrowed')}
        </Text>
      )}
      <OrderTable orders={orders} />
      {hasNextPage ? (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}

const columns = ['order', 'customer', 'status', 'payments', 'total'] as const

function OrderTable({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('money.orders')
  const format = useFormat()
  const currencyOf = useOrderCurrency()
  const nameOf = useStatusNames()
  return (
    <AmountTable
      label={t('title')}
      minWidth={560}
      columns={columns.map((key) => ({ key, label: t(key), isAmount: key === 'total' }))}
    >
      {orders.map((order) => (
        <Table.Tr key={order.id}>
          <Table.Td>
            <TextLink to="/orders/$orderId" params={{ orderId: order.id }} fw={500}>
              {order.orderNumber ?? order.id}
            </TextLink>
          </Table.Td>
          <Table.Td>
            <ClampedText text={order.customerName ?? ''} />
          </Table.Td>
          <Table.Td>
            <CodeText code={order.status} name={nameOf(order.status, order.orderType)} />
          </Table.Td>
          <Table.Td>
            {[...new Set(order.orderForm.payments.map((one) => one.paymentMethodName))].filter(Boolean).join(', ')}
          </Table.Td>
          <Table.Td ta="right">{format.money(order.total, currencyOf(order))}</Table.Td>
        </Table.Tr>
      ))}
    </AmountTable>
  )
}

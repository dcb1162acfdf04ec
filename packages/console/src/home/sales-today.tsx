import { Stack, Table, Text, Title } from '@mantine/core'
import type { SalesFigures } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { dayIn } from '../display/zoned-time.ts'
import { ErrorState } from '../shell/states.tsx'
import { salesQuery } from './home-queries.ts'

/** What was sold today, beside the same weekday of last week up to the same time of day. */
export function SalesToday({ now, zone, store }: { now: Date; zone: string; store: string | null }) {
  const t = useTranslations('home.sales')
  const { data, isError, isLoading, error, refetch } = useQuery(salesQuery(dayIn(now, zone), zone, store))
  return (
    <section aria-labelledby="home-sales" data-unsized={isLoading || undefined}>
      <Title order={2} size="h4" id="home-sales" mb="xs">
        {t('title')}
      </Title>
      {isError && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <>
          <Totals {...data} />
          <Parts {...data.today} />
        </>
      )}
    </section>
  )
}

function Totals({ today, before }: { today: SalesFigures; before: SalesFigures }) {
  const t = useTranslations('home.sales')
  const format = useFormat()
  if (today.currencies.length === 0) return <Text c="dimmed">{t('none')}</Text>
  const shown = today.currencies.map(({ currency, total, orders }) => {
    const earlier = before.currencies.find((one) => one.currency === currency)?.total ?? 0
    const facts = { orders, average: format.money(total / orders, currency), before: format.money(earlier, currency) }
    return (
      <div key={currency}>
        <Text className="figures" fz={22} fw={600} lh={1.3}>
          {format.money(total, currency)}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('orders', facts)} · {t('before', facts)}
        </Text>
      </div>
    )
  })
  return <Stack gap="xs">{shown}</Stack>
}

function Parts({ stores, paymentMethods, products }: SalesFigures) {
  const t = useTranslations('home.sales')
  const format = useFormat()
  const storeName = useStoreNames()
  return (
    <>
      <PartTable
        name={t('stores')}
        rows={stores.map(({ storeId, currency, total }) => [storeName(storeId), format.money(total, currency)])}
      />
      <PartTable
        name={t('methods')}
        rows={paymentMethods.map(({ paymentMethodName, currency, amount }) => [
          paymentMethodName || t('otherMethod'),
          format.money(amount, currency),
        ])}
      />
      <PartTable
        name={t('products')}
        rows={products.map(({ name, quantity, currency, total }) => [
          `${format.quantity(quantity)} × ${name}`,
          format.money(total, currency),
        ])}
      />
    </>
  )
}

function PartTable({ name, rows }: { name: string; rows: readonly (readonly [name: string, amount: string])[] }) {
  if (rows.length === 0) return null
  return (
    <Table verticalSpacing={4} mt="sm" aria-label={name}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" colSpan={2}>
            {name}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="figures">
        {rows.map(([part, amount]) => (
          <Table.Tr key={`${part} ${amount}`}>
            <Table.Td>{part}</Table.Td>
            <Table.Td ta="right">{amount}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

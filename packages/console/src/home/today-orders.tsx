import { Table, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { dayIn, hoursOfDay } from '../display/zoned-time.ts'
import { viewOfStore } from '../orders/order-view.ts'
import { ErrorState } from '../shell/states.tsx'
import { hourQuery } from './home-queries.ts'
import { sumKnown } from './home-view.ts'

// The page is of use without it: the chart comes after.
const HourChart = lazy(async () => ({ default: (await import('./hour-chart.tsx')).HourChart }))

/**
 * The orders that were created today, by hour: as a chart, and as a table with the same figures.
 */
export function TodayOrders({ now, zone, store }: { now: Date; zone: string; store: string | null }) {
  const t = useTranslations('home.today')
  const format = useFormat()
  const day = dayIn(now, zone)
  const hours = hoursOfDay(day, zone)
  const begun = hours.filter(({ from }) => from <= now)
  const found = useQueries({ queries: begun.map((hour) => hourQuery(hour, hour.to <= now, store)) })
  const bars = hours.map(({ label }, index) => ({ label, count: found[index]?.data ?? null }))
  const total = sumKnown(found.map(({ data }) => data ?? null))
  const failed = found.find(({ isError, data }) => isError && data === undefined)
  return (
    <section aria-labelledby="home-today">
      <Title order={2} size="h4" id="home-today" mb="xs">
        {t('title')}
      </Title>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      <Text size="sm" mih={22}>
        {total === null ? (
          ''
        ) : (
          <Link className="order-link" to="/orders" search={viewOfStore({ from: day, to: day, zone }, store)}>
            {t('total', { count: total, shown: format.count(total) })}
          </Link>
        )}
      </Text>
      <div className="home-chart">
        <Suspense>
          <HourChart label={t('chart')} bars={bars} />
        </Suspense>
      </div>
      <details className="home-details">
        <summary>{t('table')}</summary>
        <Table verticalSpacing={4} aria-label={t('title')} maw={320}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('hour')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('orders')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="figures">
            {bars.slice(0, begun.length).map(({ label, count }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta="right">{count === null ? '–' : format.count(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </section>
  )
}

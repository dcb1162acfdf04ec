import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { viewOfStore } from '../orders/order-view.ts'
import { ErrorState } from '../shell/states.tsx'
import { agesQuery } from './home-queries.ts'
import { type Age, ages, type OpenStatus, sumKnown, toStatusRows, viewOfAge } from './home-view.ts'

type Place = { now: Date; zone: string; store: string | null }
type OpenProps = Place & { statuses: readonly OpenStatus[] }

/** How many orders are open, by status and age; each number leads to its orders. */
export function OpenOrders({ statuses, now, zone, store }: OpenProps) {
  const t = useTranslations('home.open')
  const names = statuses.map(({ name }) => name)
  const counted = useQuery({ ...agesQuery({ statuses: names, now, zone, store }), enabled: names.length > 0 })
  const rows = counted.data === undefined ? null : toStatusRows(statuses, counted.data)
  return (
    <section aria-labelledby="home-open" data-unsized={counted.isLoading || undefined}>
      <Title order={2} size="h4" id="home-open" mb="xs">
        {t('title')}
      </Title>
      {counted.isError && rows === null ? <ErrorState error={counted.error} onRetry={() => void counted.refetch()} /> : null}
      {rows?.some(({ total }) => total === null) ? (
        <Text size="sm" role="status">
          {t('timedOut')}
        </Text>
      ) : null}
      {rows?.length === 0 ? <Text c="dimmed">{t('none')}</Text> : null}
      {rows === null || rows.length === 0 ? null : (
        <div className="home-scroll">
          <Table verticalSpacing={6} aria-label={t('caption')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('status')}</Table.Th>
                {ages.map((age) => (
                  <Table.Th key={age} scope="col" ta="right">
                    {t(`ages.${age}`)}
                  </Table.Th>
                ))}
                <Table.Th scope="col" ta="right">
                  {t('total')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="figures">
              {rows.map((row) => (
                <StatusCells key={row.name} {...row} statuses={[row.name]} {...{ now, zone, store }} />
              ))}
            </Table.Tbody>
            <Table.Tfoot className="figures">
              <StatusCells
                label={t('all')}
                statuses={names}
                counts={Object.fromEntries(ages.map((age) => [age, sumKnown(rows.map(({ counts }) => counts[age]))])) as Counts}
                total={sumKnown(rows.map(({ total }) => total))}
                {...{ now, zone, store }}
              />
            </Table.Tfoot>
          </Table>
        </div>
      )}
    </section>
  )
}

type Counts = Record<Age, number | null>
type CellsProps = Place & {
  label: string
  statuses: readonly string[]
  counts: Readonly<Counts>
  total: number | null
}

function StatusCells({ label, statuses, counts, total, now, zone, store }: CellsProps) {
  const t = useTranslations('home.open')
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {label}
      </Table.Th>
      {ages.map((age) => (
        <Table.Td key={age} ta="right">
          <Linked count={counts[age]} name={{ status: label, age: t(`ages.${age}`) }}>
            {(shown, name) => (
              <Link className="order-link" to="/orders" search={viewOfAge({ age, statuses, now, zone, store })} aria-label={name}>
                {shown}
              </Link>
            )}
          </Linked>
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <Linked count={total} name={{ status: label, age: t('total') }}>
          {(shown, name) => (
            <Link
              className="order-link"
              to="/orders"
              search={viewOfStore({ status: [...statuses], sort: 'CreatedAscending' }, store)}
              aria-label={name}
            >
              {shown}
            </Link>
          )}
        </Linked>
      </Table.Td>
    </Table.Tr>
  )
}

type LinkedProps = {
  count: number | null
  name: { status: string; age: string }
  /**
   * The link, by the number as it is shown and by what it is called where nobody sees the table.
   */
  children: (shown: string, name: string) => ReactNode
}

/** Nothing to look at is no link. */
function Linked({ count, name, children }: LinkedProps) {
  const t = useTranslations('home.open')
  const format = useFormat()
  if (count === 0)
    return (
      <Text span c="dimmed" size="sm">
        0
      </Text>
    )
  return children(
    count === null ? '–' : format.count(count),
    count === null ? `${name.status}, ${name.age}` : t('show', { count, ...name }),
  )
}

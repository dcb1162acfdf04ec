import { Group, Paper, Text, Title } from '@mantine/core'
import type { FoundRun, RunSearchResult, SparseOrderSearchResult } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useMayRunAllStores } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { type LetterService, readDeadLetterView } from '../work/dead-letter-view.ts'
import { countQuery, lettersQuery, queueQuery } from './home-queries.ts'
import type { OpenStatus } from './home-view.ts'

const errorsView = { errors: true, sort: 'CreatedAscending' } as const
const holdsView = { holds: true, sort: 'CreatedAscending' } as const

/** What someone must look at, each with the way to the list of it. */
export function Exceptions({ statuses }: { statuses: readonly OpenStatus[] }) {
  const t = useTranslations('home.exceptions')
  const queue = useQuery(queueQuery)
  const errors = useQuery(countQuery(errorsView))
  const holds = useQuery(countQuery(holdsView))
  const openView = { status: statuses.map(({ name }) => name), sort: 'CreatedAscending' as const }
  const open = useQuery(countQuery(openView))
  const mayRunAllStores = useMayRunAllStores()
  const letters = useQuery({ ...lettersQuery, enabled: mayRunAllStores })
  const asked = [queue, errors, holds, open, ...(mayRunAllStores ? [letters] : [])]
  const failed = asked.find(({ isError, data }) => isError && data === undefined)
  const hasLetters = mayRunAllStores && letters.data?.count !== 0
  const isClear = [queue, errors, holds].every(({ data }) => data?.totalHits === 0) && !hasLetters
  return (
    <section aria-labelledby="home-exceptions">
      <Group gap="sm" align="baseline" mb="xs" mih={{ base: 59, xs: 0 }}>
        <Title order={2} size="h4" id="home-exceptions">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {isClear ? t('clear') : ''}
        </Text>
      </Group>
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all(asked.map((one) => one.refetch()))} />
      ) : null}
      <ul className="home-exceptions">
        {(['Aborted', 'Interrupted', 'Waiting'] as const).map((state) => (
          <Exception key={state} isBad={state !== 'Waiting'} count={countOfState(queue.data, state)}>
            <Link className="home-link" to="/work" search={{ state: [state] }}>
              {t(stateTexts[state])}
            </Link>
          </Exception>
        ))}
        <OrdersException found={errors.data} isBad>
          <Link className="home-link" to="/orders" search={errorsView}>
            {t('errors')}
          </Link>
        </OrdersException>
        <OrdersException found={holds.data}>
          <Link className="home-link" to="/orders" search={holdsView}>
            {t('holds')}
          </Link>
        </OrdersException>
        {mayRunAllStores ? <LettersException found={letters.data} /> : null}
      </ul>
      <dl className="facts home-oldest">
        <OldestRun runs={queue.data} />
        <OldestOrder found={open.data} statuses={statuses} />
      </dl>
    </section>
  )
}

const stateTexts = { Aborted: 'failed', Interrupted: 'interrupted', Waiting: 'waiting' } as const

type Count = { count: number; isExact: boolean } | undefined

function countOfState(found: RunSearchResult | undefined, state: FoundRun['state']): Count {
  if (found === undefined) return undefined
  const facet = found.facets.find(({ facetType }) => facetType === 'States')
  return { count: facet?.facets.find(({ value }) => value === state)?.count ?? 0, isExact: found.totalHitsIsExact }
}

type ExceptionProps = { count: Count; isBad?: boolean; children: ReactNode }

/** A number with its link; the whole card is the link's. */
function Exception({ count, isBad = false, children }: ExceptionProps) {
  const t = useTranslations('home.exceptions')
  const format = useFormat()
  const shown = count === undefined ? '–' : format.count(count.count)
  return (
    <Paper component="li" withBorder p="sm" className="home-card" data-bad={isBad && count !== undefined && count.count > 0}>
      <Text className="figures" fz={26} fw={650} lh={1.2} {...(count?.count === 0 ? { c: 'dimmed' } : {})}>
        {count === undefined || count.isExact || count.count === 0 ? shown : t('orMore', { count: shown })}
      </Text>
      {children}
    </Paper>
  )
}

type OrdersProps = { found: SparseOrderSearchResult | undefined; isBad?: boolean; children: ReactNode }

function OrdersException({ found, isBad = false, children }: OrdersProps) {
  return (
    <Exception
      isBad={isBad}
      count={found === undefined ? undefined : { count: found.totalHits, isExact: found.totalHitsIsExact }}
    >
      {children}
    </Exception>
  )
}

function LettersException({ found }: { found: { count: number; service: LetterService } | undefined }) {
  const t = useTranslations('home.exceptions')
  return (
    <Exception isBad count={found && { count: found.count, isExact: true }}>
      <Link className="home-link" to="/work/dead-letters" search={readDeadLetterView({ service: found?.service })}>
        {t('deadLetters')}
      </Link>
    </Exception>
  )
}

function OldestRun({ runs }: { runs: RunSearchResult | undefined }) {
  const t = useTranslations('home.exceptions')
  const format = useFormat()
  const nameOf = useStatusNames()
  const [run] = runs?.result ?? []
  return (
    <>
      <dt>{t('oldestRun')}</dt>
      <dd>
        {run === undefined ? (
          <Nothing isKnown={runs !== undefined} />
        ) : (
          <>
            <OrderLink id={run.orderId} number={run.orderNumber} />{' '}
            {t('step', { step: run.step ?? nameOf(run.status, run.orderType), time: format.time(run.since) })}
          </>
        )}
      </dd>
    </>
  )
}

function OldestOrder({ found, statuses }: { found: SparseOrderSearchResult | undefined; statuses: readonly OpenStatus[] }) {
  const t = useTranslations('home.exceptions')
  const format = useFormat()
  const [order] = found?.result ?? []
  const status = statuses.find(({ name }) => name === order?.status)?.label ?? order?.status ?? ''
  return (
    <>
      <dt>{t('oldestOrder')}</dt>
      <dd>
        {order === undefined ? (
          <Nothing isKnown={found !== undefined} />
        ) : (
          <>
            <OrderLink id={order.id} number={order.orderNumber} /> {t('status', { status, time: format.time(order.created) })}
          </>
        )}
      </dd>
    </>
  )
}

function Nothing({ isKnown }: { isKnown: boolean }) {
  const t = useTranslations('home.exceptions')
  return isKnown ? t('nothing') : '–'
}

function OrderLink({ id, number }: { id: string; number: string | null | undefined }) {
  return (
    <Link className="order-link" to="/orders/$orderId" params={{ orderId: id }}>
      {number ?? id}
    </Link>
  )
}

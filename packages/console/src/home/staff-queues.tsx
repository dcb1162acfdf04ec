import { Paper, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { pendingRequestsQuery } from '../refund-requests/request-queries.ts'
import { returnsToRefundQuery } from '../returns-desk/desk-queries.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { countQuery } from './home-queries.ts'
import type { Queue } from './queues.ts'

type QueuesProps = { queues: readonly Queue[]; store: string | null; lateAfterDays: number }

/** What staff have to do, each number with the way to exactly its orders. */
export function StaffQueues({ queues, store, lateAfterDays }: QueuesProps) {
  const t = useTranslations('home.queues')
  const counted = useQueries({ queries: queues.map(({ view }) => countQuery(view)) })
  const toRefund = useQuery(returnsToRefundQuery(store))
  const approvals = useApprovals()
  const failed = [...counted, toRefund].find(({ isError, data }) => isError && data === undefined)
  return (
    <section aria-labelledby="home-queues">
      <Title order={2} size="h4" id="home-queues" mb="xs">
        {t('title')}
      </Title>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      <ul className="home-exceptions">
        {queues.map(({ name, view }, index) => {
          const found = counted[index]?.data
          const isBad = (name === 'errors' || name === 'late') && (found?.totalHits ?? 0) > 0
          return (
            <QueueCard key={name} count={found?.totalHits} isBad={isBad}>
              <Link className="home-link" to="/orders" search={view}>
                {t(name, { days: lateAfterDays })}
              </Link>
            </QueueCard>
          )
        })}
        <QueueCard count={toRefund.data} isBad={false}>
          <Link className="home-link" to="/returns" search={{ queue: 'refund' }}>
            {t('toRefund')}
          </Link>
        </QueueCard>
        {approvals === 0 ? null : (
          <QueueCard count={approvals} isBad={false}>
            <Link className="home-link" to="/refund-requests">
              {t('toApprove')}
            </Link>
          </QueueCard>
        )}
      </ul>
    </section>
  )
}

/** How many refunds of others the person may approve: most shops have no limit, and never any. */
function useApprovals(): number {
  const mayRefund = useMay()('refund')
  const { userName } = useUser()
  const { data = [] } = useQuery({ ...pendingRequestsQuery, enabled: mayRefund })
  return data.filter(({ requestedBy }) => requestedBy !== userName).length
}

/** A number of things to do; a dash until it is known. */
function QueueCard({ count, isBad, children }: { count: number | undefined; isBad: boolean; children: ReactNode }) {
  const format = useFormat()
  return (
    <Paper component="li" withBorder p="sm" className="home-card" data-bad={isBad}>
      <Text className="figures" fz={26} fw={600} lh={1.2} {...(count === 0 ? { c: 'dimmed' } : {})}>
        {count === undefined ? '–' : format.count(count)}
      </Text>
      {children}
    </Paper>
  )
}

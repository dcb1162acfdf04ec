import { Loader, Text } from '@mantine/core'
import type { OrderVersion } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { wholeTimelineQuery } from '../order/order-queries.ts'
import { TimelineEntries } from '../order/timeline/timeline-entries.tsx'
import { ErrorState } from '../shell/states.tsx'
import { entriesBetween } from './what-followed.ts'

type Version = Pick<OrderVersion, 'created' | 'value'>

/**
 * What happened from one version to another: statuses, workflow, payments, messages and the events
 * that were sent.
 */
export function Meanwhile({ orderId, one, other }: { orderId: string; one: Version; other: Version }) {
  const t = useTranslations('versions')
  const { data, error, isPending, refetch } = useQuery(wholeTimelineQuery(orderId))
  if (isPending) return <Loader size="sm" role="status" aria-label={t('loading')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = entriesBetween(data.entries, one, other)
  return (
    <>
      {data.isCut ? <Text size="sm">{t('followedCut', { count: data.entries.length })}</Text> : null}
      {entries.length === 0 ? (
        <Text size="sm">{t('followedNone')}</Text>
      ) : (
        <TimelineEntries entries={entries} order={other.value} />
      )}
    </>
  )
}

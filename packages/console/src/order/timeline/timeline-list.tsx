import { Button, Loader } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { timelineQuery } from '../order-queries.ts'
import { TimelineEntries } from './timeline-entries.tsx'

/** What has happened to the order, oldest first, with who did it. */
export function TimelineList({ order }: { order: Order }) {
  const orderId = order.id
  const t = useTranslations('order.timeline')
  const states = useTranslations('states')
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(orderId),
  )
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = data.pages.flatMap(({ result }) => result)
  return (
    <>
      <TimelineEntries
        entries={entries}
        order={order}
        action={({ kind, versionId }) =>
          kind !== 'version' || versionId === null ? null : (
            <TextLink size="xs" to="/orders/$orderId/versions" params={{ orderId }} search={{ to: versionId }}>
              {t('changes')}
            </TextLink>
          )
        }
      />
      {hasNextPage ? (
        <Button mt="sm" size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

import { Button, Loader, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { timelineQuery } from './order-queries.ts'

/** What has happened to the order, oldest first, with who did it. */
export function TimelineList({ orderId }: { orderId: string }) {
  const t = useTranslations('order.timeline')
  const states = useTranslations('states')
  const format = useFormat()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(orderId),
  )
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = data.pages.flatMap(({ result }) => result)
  return (
    <>
      <Timeline bulletSize={10} lineWidth={2} lang="en">
        {entries.map(({ time, kind, summary, actor }, index) => (
          // Entries of one moment may be alike; they are never reordered.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells equal entries apart
          <Timeline.Item key={`${time} ${kind} ${index}`}>
            <Text size="sm" className="note-text">
              {summary}
            </Text>
            <Text size="xs" c="dimmed">
              {[format.time(time), actor].filter((part) => part !== null).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasNextPage ? (
        <Button mt="sm" size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

import { Paper, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { countQuery } from './home-queries.ts'
import { LATE_DAYS, type Queue } from './queues.ts'

/** What staff have to do, each number with the way to exactly its orders. */
export function StaffQueues({ queues }: { queues: readonly Queue[] }) {
  const t = useTranslations('home.queues')
  const format = useFormat()
  const counted = useQueries({ queries: queues.map(({ view }) => countQuery(view)) })
  const failed = counted.find(({ isError, data }) => isError && data === undefined)
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
            <Paper key={name} component="li" withBorder p="sm" className="home-card" data-bad={isBad}>
              <Text className="figures" fz={26} fw={600} lh={1.2} {...(found?.totalHits === 0 ? { c: 'dimmed' } : {})}>
                {found === undefined ? '–' : format.count(found.totalHits)}
              </Text>
              <Link className="home-link" to="/orders" search={view}>
                {t(name, { days: LATE_DAYS })}
              </Link>
            </Paper>
          )
        })}
      </ul>
    </section>
  )
}

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from '../session/use-session.ts'
import { readDeadLetterView } from '../work/dead-letter-view.ts'
import { lettersQuery, queueQuery } from './home-queries.ts'
import { countOfStates } from './home-view.ts'

/** One line for who keeps the system running: steps that failed, and events that nobody handled. */
export function TechnicalLine() {
  const t = useTranslations('home.technical')
  const mayRunAllStores = useMay()('runAllStores')
  const { data: runs } = useQuery(queueQuery)
  const { data: letters } = useQuery({ ...lettersQuery, enabled: mayRunAllStores })
  if (runs === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {t('title')}{' '}
      <Link className="order-link" to="/work" search={{ state: ['Aborted', 'Interrupted'] }}>
        {t('failed', { count: countOfStates(runs, ['Aborted', 'Interrupted']) })}
      </Link>
      {', '}
      <Link className="order-link" to="/work" search={{ state: ['Waiting'] }}>
        {t('waiting', { count: countOfStates(runs, ['Waiting']) })}
      </Link>
      {letters === undefined ? null : (
        <>
          {', '}
          <Link className="order-link" to="/work/dead-letters" search={readDeadLetterView({ service: letters.service })}>
            {t('events', { count: letters.count })}
          </Link>
        </>
      )}
    </Text>
  )
}

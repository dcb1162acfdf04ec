import './home.css'
import { Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChosenStore } from '../configuration/use-chosen-store.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { useTitle } from '../display/use-title.ts'
import { viewOfStore } from '../orders/order-view.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay, useUser } from '../session/use-session.ts'
import { PageSkeleton } from '../shell/skeletons.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { homeEn } from '../texts/en/home.ts'
import { homeNb } from '../texts/nb/home.ts'
import { displayTimeZone, openStatuses } from './home-view.ts'
import { OpenOrders } from './open-orders.tsx'
import { staffQueues } from './queues.ts'
import { SalesToday } from './sales-today.tsx'
import { StaffQueues } from './staff-queues.tsx'
import { TechnicalLine } from './technical-line.tsx'
import { TodayOrders } from './today-orders.tsx'

const texts = { en: { home: homeEn }, nb: { home: homeNb } } as const
const MINUTE_MS = 60_000

/** What needs attention first, then what is open, then the orders of today. */
export function HomePage() {
  return (
    <AreaTexts texts={texts}>
      <Home />
    </AreaTexts>
  )
}

function Home() {
  const t = useTranslations('home')
  const mayRead = useMay()('readOrders')
  useTitle(t('title'))
  return (
    <Stack component="section" p="md" gap="lg" aria-label={t('title')}>
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      {mayRead ? <Figures /> : <EmptyState title={t('none.title')} text={t('none.text')} />}
    </Stack>
  )
}

function Figures() {
  const t = useTranslations('home')
  const { userName } = useUser()
  const names = useNames()
  const now = useNow()
  const { store } = useChosenStore()
  if (names.isPending) return <PageSkeleton label={t('loading')} />
  if (names.data === undefined) return <ErrorState error={names.error} onRetry={() => void names.refetch()} />
  const zone = displayTimeZone(names.data)
  const statuses = openStatuses(names.data)
  const queues = staffQueues(names.data, { now, zone, userName }).map((queue) => ({
    ...queue,
    view: viewOfStore(queue.view, store),
  }))
  return (
    <>
      <Text size="sm" mt={-16} c="dimmed">
        {t('zone', { zone })}
      </Text>
      <StaffQueues {...{ queues, store }} lateAfterDays={names.data.lateAfterDays} />
      <div className="home-columns">
        <OpenOrders {...{ statuses, now, zone, store }} />
        <Stack gap="lg">
          <SalesToday {...{ now, zone, store }} />
          <TodayOrders {...{ now, zone, store }} />
        </Stack>
      </div>
      <TechnicalLine />
    </>
  )
}

/** The time, new each minute: a page that is left open goes on into the next hour and day. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

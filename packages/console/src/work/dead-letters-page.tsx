import { Button, Group, Loader, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { DeadLetter } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { useTitle } from '../shell/use-title.ts'
import { workEn } from '../texts/en/work.ts'
import { workNb } from '../texts/nb/work.ts'
import { DeadLetterDialog } from './dead-letter-dialog.tsx'
import { DeadLetterList } from './dead-letter-list.tsx'
import { deadLettersQuery } from './dead-letter-queries.ts'
import { type DeadLetterView, letterServices, readDeadLetterView } from './dead-letter-view.ts'
import { EndingResults } from './ending-results.tsx'
import { MoreButton } from './run-list.tsx'
import { useEnding } from './use-ending.ts'
import { WorkPages } from './work-pages.tsx'

const texts = { en: { work: workEn }, nb: { work: workNb } } as const

/** The events that a service could not handle, and how to have them handled again or given up. */
export function DeadLettersPage() {
  return (
    <AreaTexts texts={texts}>
      <DeadLetters />
    </AreaTexts>
  )
}

type Show = (changes: Record<string, unknown>) => void

function DeadLetters() {
  const t = useTranslations('work')
  const view = useSearch({ from: '/work/dead-letters' })
  const navigate = useNavigate({ from: '/work/dead-letters' })
  const show: Show = (changes) => void navigate({ search: readDeadLetterView({ ...view, ...changes }), replace: true })
  useTitle(t('deadLetters.title'))
  return (
    <Stack component="section" gap={0} aria-label={t('deadLetters.title')}>
      <Stack gap="xs" px="md" pt="sm" pb="xs">
        <Title order={1} size="h3" mih={32}>
          {t('title')}
        </Title>
        <WorkPages page="deadLetters" />
        <Filters view={view} show={show} />
      </Stack>
      {/* By its key: what was chosen and done is of one service. */}
      <Found key={view.service ?? 'orders'} view={view} show={show} />
    </Stack>
  )
}

type ViewProps = { view: DeadLetterView; show: Show }

function Filters({ view: { service = 'orders', consumer }, show }: ViewProps) {
  const t = useTranslations('work.deadLetters')
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('service')}
        value={service}
        onChange={(chosen) => show({ service: chosen, consumer: undefined, letter: undefined })}
        data={letterServices.map((value) => ({ value, label: t(`services.${value}`) }))}
      />
      {consumer === undefined ? null : (
        <Button size="xs" variant="light" onClick={() => show({ consumer: undefined })}>
          {t('clear', { consumer })}
        </Button>
      )}
    </Group>
  )
}

function Found({ view, show }: ViewProps) {
  const t = useTranslations('work')
  const service = view.service ?? 'orders'
  const found = useInfiniteQuery(deadLettersQuery(service, view.consumer))
  const ending = useEnding(service)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const letters = found.data?.pages.flatMap(({ result }) => result) ?? []
  const waiting = found.data?.pages[0]?.consumers.reduce((sum, one) => sum + one.waiting, 0) ?? 0
  // A dead letter that was replayed is not in the list any more, nor in the selection.
  const chosen = letters.filter(({ id }) => selected.has(id))
  return (
    <>
      {ending.endings === null ? null : <EndingResults endings={ending.endings} onClose={ending.forget} />}
      {found.isError && letters.length === 0 ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loader m="xl" role="status" aria-label={t('loading')} /> : null}
      {found.isSuccess && letters.length === 0 ? (
        <EmptyState title={t('deadLetters.empty.title')} text={t('deadLetters.empty.text')} />
      ) : null}
      {letters.length > 0 ? (
        <>
          <ReplayBar
            {...{ letters, chosen, waiting }}
            isBusy={ending.isRunning}
            onReplay={(some) => void ending.end('replay', some)}
          />
          <DeadLetterList
            letters={letters}
            selected={new Set(chosen.map(({ id }) => id))}
            onSelect={setSelected}
            onConsumer={(consumer) => show({ consumer })}
            onOpen={(letter) => show({ letter })}
          />
        </>
      ) : null}
      <MoreButton hasMore={found.hasNextPage} isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      <DeadLetterDialog
        {...{ service, isBusy: ending.isRunning }}
        letterId={view.letter}
        onClose={() => show({ letter: undefined })}
        onEnd={(action, letter) => {
          show({ letter: undefined })
          void ending.end(action, [letter])
        }}
      />
    </>
  )
}

type BarProps = {
  letters: readonly DeadLetter[]
  chosen: readonly DeadLetter[]
  waiting: number
  isBusy: boolean
  onReplay: (letters: readonly DeadLetter[]) => void
}

/** Replays those that are selected, else all that are shown. */
function ReplayBar({ letters, chosen, waiting, isBusy, onReplay }: BarProps) {
  const t = useTranslations('work.deadLetters')
  const some = chosen.length > 0 ? chosen : letters
  return (
    <Group justify="space-between" px="md" pb="xs">
      <Text size="sm" c="dimmed">
        {t('waiting', { count: waiting })}
      </Text>
      <Button size="xs" loading={isBusy} onClick={() => onReplay(some)}>
        {t(chosen.length > 0 ? 'replaySelected' : 'replayShown', { count: some.length })}
      </Button>
    </Group>
  )
}

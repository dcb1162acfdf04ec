import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { DeadLetter } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../shell/states.tsx'
import { DeadLetterDialog } from './dead-letter-dialog.tsx'
import { DeadLetterList } from './dead-letter-list.tsx'
import { deadLettersQuery } from './dead-letter-queries.ts'
import { type DeadLetterView, letterServices, readDeadLetterView } from './dead-letter-view.ts'
import { EndingResults } from './ending-results.tsx'
import { useEnding } from './use-ending.ts'
import { WorkFrame, WorkTexts } from './work-frame.tsx'
import { FoundList } from './work-list.tsx'

/** The events that a service could not handle, and how to have them handled again or given up. */
export function DeadLettersPage() {
  return (
    <WorkTexts>
      <DeadLetters />
    </WorkTexts>
  )
}

type Show = (changes: Record<string, unknown>) => void

function DeadLetters() {
  const view = useSearch({ from: '/work/dead-letters' })
  const navigate = useNavigate({ from: '/work/dead-letters' })
  const show: Show = (changes) => void navigate({ search: readDeadLetterView({ ...view, ...changes }), replace: true })
  return (
    <WorkFrame page="deadLetters" filters={<Filters view={view} show={show} />}>
      {/* By its key: what was chosen and done is of one service. */}
      <Found key={view.service ?? 'orders'} view={view} show={show} />
    </WorkFrame>
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
  const t = useTranslations('work.deadLetters')
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
      <FoundList
        found={found}
        isEmpty={letters.length === 0}
        whenEmpty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
      >
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
      </FoundList>
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

import { Anchor, Button, Loader, Text, Timeline } from '@mantine/core'
import type { Order, TimelineEntry } from '@open-oms/client/types'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ClampedText } from '../../display/clamped-text.tsx'
import { useFormat } from '../../display/use-format.ts'
import { messagesQuery } from '../../messages/message-queries.ts'
import { useMay } from '../../session/use-session.ts'
import { ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { useWords } from '../../vocabulary/use-words.ts'
import { wholeTimelineQuery } from '../order-queries.ts'
import { foldTimeline, type TimelineEvent } from './fold-timeline.ts'
import { useSentences } from './use-sentences.ts'

/** So many events are shown before someone asks for more, and so many with each time they do. */
const SHOWN = 12

/** Notes are longer than names. */
const NOTE_SHOWN = 400

/** What has happened to the order, newest first, with who did it. */
export function TimelineList({ order }: { order: Order }) {
  const t = useTranslations('order.timeline')
  const states = useTranslations('states')
  const [shown, setShown] = useState(SHOWN)
  const { data, error, isPending, refetch } = useQuery(wholeTimelineQuery(order.id))
  const withSubject = useSubjects(order)
  const events = useMemo(() => foldTimeline(data?.entries ?? []), [data])
  if (isPending) return <Loader size="sm" role="status" aria-label={states('loading')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data.isCut ? <Text size="sm">{t('cut', { count: data.entries.length })}</Text> : null}
      <Timeline bulletSize={10} lineWidth={2} className="order-timeline">
        {events.slice(0, shown).map(({ entry, ...event }) => (
          <Timeline.Item key={eventKey(entry)} {...(event.openSteps.length > 0 ? { color: 'red' } : {})}>
            <EventText order={order} event={{ ...event, entry: withSubject(entry) }} />
          </Timeline.Item>
        ))}
      </Timeline>
      {events.length > shown ? (
        <Button mt="sm" size="xs" variant="default" onClick={() => setShown(shown + 5 * SHOWN)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

/** What is unique of an entry: its version, or the thing that it is about at its time. */
function eventKey({ time, kind, versionId, data }: TimelineEntry): string {
  return JSON.stringify([time, kind, versionId, data])
}

/** Adds the subject of its message to an entry, for people who may see messages. */
function useSubjects(order: Order): (entry: TimelineEntry) => TimelineEntry {
  const mayChange = useMay()('changeOrders')
  const { data } = useInfiniteQuery({ ...messagesQuery(order.id), enabled: mayChange })
  const subjects = useMemo(
    () => new Map(data?.pages.flatMap(({ result }) => result.map(({ id, subject }) => [id as unknown, subject] as const))),
    [data],
  )
  return (entry) => {
    const subject = entry.kind === 'message' ? subjects.get(entry.data.messageId) : null
    return subject === null || subject === undefined ? entry : { ...entry, data: { ...entry.data, subject } }
  }
}

function EventText({ order, event: { entry, versionId, steps, openSteps } }: { order: Order; event: TimelineEvent }) {
  const t = useTranslations('order.timeline')
  const format = useFormat()
  const { text, lang } = useSentences(order).entry(entry)
  const [areStepsShown, setStepsShown] = useState(false)
  const written = writtenText(entry)
  return (
    <>
      <Text size="sm" className="note-text" lang={lang}>
        {text}
      </Text>
      {written === null ? null : (
        <Text size="sm" className="note-text timeline-note">
          <ClampedText text={written} max={NOTE_SHOWN} />
        </Text>
      )}
      <StepList steps={areStepsShown ? steps : openSteps} />
      <Text size="xs" c="dimmed" component="div" className="timeline-facts">
        <span>{[format.time(entry.time), entry.actor].filter((part) => part !== null).join(' · ')}</span>
        {steps.length === 0 ? null : (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-expanded={areStepsShown}
            onClick={() => setStepsShown(!areStepsShown)}
          >
            {t(areStepsShown ? 'hideSteps' : 'steps', { count: steps.length })}
          </Anchor>
        )}
        {versionId === null ? null : (
          <TextLink inherit to="/orders/$orderId/versions" params={{ orderId: order.id }} search={{ to: versionId }}>
            {t('changes')}
          </TextLink>
        )}
      </Text>
    </>
  )
}

/** What people have written: a note, or the reason of a hold. */
function writtenText({ kind, data }: TimelineEntry): string | null {
  const texts = kind === 'comment' ? [data.detail, data.title] : kind === 'hold' ? [data.releaseNote, data.note] : []
  const text = texts.find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof text === 'string' ? text : null
}

function StepList({ steps }: { steps: readonly TimelineEntry[] }) {
  const t = useTranslations('order.timeline')
  const words = useWords()
  if (steps.length === 0) return null
  return (
    <ul className="timeline-steps">
      {steps.map(({ data }) => (
        <li key={String(data.stepId)} data-outcome={data.actionStatus ?? 'open'}>
          {[
            words('workflowSteps', String(data.actionType)),
            data.actionStatus === 'Error' ? t('failed') : data.actionStatus === null ? t('underWay') : '',
            data.actionStatus === 'Error' ? String(data.errorReason ?? data.message ?? '') : '',
          ]
            .filter((part) => part !== '')
            .join(' – ')}
        </li>
      ))}
    </ul>
  )
}

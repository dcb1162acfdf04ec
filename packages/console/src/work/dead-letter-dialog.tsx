import { Button, Code, Group, Loader, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { DeadLetter, DeadLetterWithEvent } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { Subject } from './dead-letter-list.tsx'
import { deadLetterQuery, type EndAction } from './dead-letter-queries.ts'
import { type LetterService, readableEvent } from './dead-letter-view.ts'

type DialogProps = {
  service: LetterService
  /** The dead letter that is shown; undefined: none. */
  letterId: string | undefined
  isBusy: boolean
  onClose: () => void
  onEnd: (action: EndAction, letter: DeadLetter) => void
}

/** A dead letter with its event, and what can be done with it. */
export function DeadLetterDialog({ service, letterId, isBusy, onClose, onEnd }: DialogProps) {
  const t = useTranslations('work.deadLetters')
  return (
    <Modal
      opened={letterId !== undefined}
      onClose={onClose}
      size="xl"
      title={t('letter')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {letterId === undefined ? null : <Letter key={letterId} {...{ service, letterId, isBusy, onEnd }} />}
    </Modal>
  )
}

function Letter({ service, letterId, isBusy, onEnd }: Omit<DialogProps, 'letterId' | 'onClose'> & { letterId: string }) {
  const t = useTranslations('work')
  const { data, error, refetch } = useQuery(deadLetterQuery(service, letterId))
  if (data !== undefined)
    return (
      <Stack>
        <Facts letter={data} />
        <EventText event={data.event} />
        <Actions isBusy={isBusy} onEnd={(action) => onEnd(action, data)} />
      </Stack>
    )
  if (isApiError(error, 'NotFound')) return <EmptyState title={t('deadLetters.gone.title')} text={t('deadLetters.gone.text')} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Loader role="status" aria-label={t('loading')} />
}

function Facts({ letter }: { letter: DeadLetterWithEvent }) {
  const t = useTranslations('work.deadLetters')
  const format = useFormat()
  return (
    <dl className="facts">
      <dt>{t('event')}</dt>
      <dd>{letter.type ?? t('unreadable')}</dd>
      <dt>{t('subject')}</dt>
      <dd>
        <Subject letter={letter} isBelow={false} />
      </dd>
      <dt>{t('consumer')}</dt>
      <dd>{letter.consumer}</dd>
      <dt>{t('reason')}</dt>
      <dd className="note-text">{letter.reason}</dd>
      <dt>{t('tries')}</dt>
      <dd>{format.count(letter.tries)}</dd>
      <dt>{t('since')}</dt>
      <dd>{format.time(letter.createdAt)}</dd>
      <dt>{t('eventId')}</dt>
      <dd>{letter.eventId}</dd>
    </dl>
  )
}

/** The event as text: whoever has sent it decides what it says. */
function EventText({ event }: { event: string }) {
  const t = useTranslations('work.deadLetters')
  return (
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('content') }}>
      <Code block className="note-text">
        {readableEvent(event)}
      </Code>
    </ScrollArea.Autosize>
  )
}

/** To drop an event takes a second press: its effect is lost permanently. */
function Actions({ isBusy, onEnd }: { isBusy: boolean; onEnd: (action: EndAction) => void }) {
  const t = useTranslations('work.deadLetters')
  const [isDropping, setDropping] = useState(false)
  if (!isDropping)
    return (
      <>
        <Text size="sm">{t('explain.replay')}</Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={isBusy} onClick={() => setDropping(true)}>
            {t('drop')}
          </Button>
          <Button loading={isBusy} onClick={() => onEnd('replay')}>
            {t('replay')}
          </Button>
        </Group>
      </>
    )
  return (
    <>
      <Text size="sm" role="alert">
        {t('explain.drop')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => setDropping(false)}>
          {t('keep')}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => onEnd('drop')}>
          {t('dropNow')}
        </Button>
      </Group>
    </>
  )
}

import { Badge, Button, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Order, OrderMessage } from '@open-oms/client/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { ErrorState } from '../shell/states.tsx'
import { messagesEn } from '../texts/en/messages.ts'
import { messagesNb } from '../texts/nb/messages.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { MessageDialog } from './message-dialog.tsx'
import { messagesQuery } from './message-queries.ts'

const texts = { en: { messages: messagesEn }, nb: { messages: messagesNb } } as const

/** The e-mails and SMS of an order on its page. */
export function OrderMessages({ order }: { order: Order }) {
  return (
    <AreaTexts texts={texts}>
      <MessagesCard order={order} />
    </AreaTexts>
  )
}

const stateColors = { Waiting: 'blue', Sent: 'green', Failed: 'red' } as const

/** What the customer was sent, newest first; each opens with its text and can be sent again. */
function MessagesCard({ order }: { order: Order }) {
  const t = useTranslations('messages')
  const [shown, setShown] = useState<OrderMessage>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(messagesQuery(order.id))
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" role="status" aria-label={t('loading')} />
  const messages = data.pages.flatMap(({ result }) => result)
  const close = () => setShown(undefined)
  return (
    <Stack gap="sm">
      {messages.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {messages.map((message) => (
        <MessageLine key={message.id} message={message} onOpen={() => setShown(message)} />
      ))}
      {hasNextPage ? (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      <BusyDialog
        opened={shown !== undefined}
        onClose={close}
        size="lg"
        title={shown === undefined ? '' : t(`types.${shown.type}`)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {shown === undefined ? null : <MessageDialog order={order} message={shown} onDone={close} />}
      </BusyDialog>
    </Stack>
  )
}

function MessageLine({ message, onOpen }: { message: OrderMessage; onOpen: () => void }) {
  const t = useTranslations('messages')
  const format = useFormat()
  const words = useWords()
  const { type, state, to, createdAt, sentAt, resendOf } = message
  const name = message.subject ?? t(type === 'sms' ? 'sms' : 'types.email')
  const facts = [t(`types.${type}`), format.time(sentAt ?? createdAt), ...(resendOf === null ? [] : [t('again')])]
  return (
    <div>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <UnstyledButton
          className="order-link note-text"
          fz="sm"
          onClick={onOpen}
          aria-label={t('openOf', { name, to: to.join(', ') })}
        >
          {name}
        </UnstyledButton>
        <Badge variant="dot" color={stateColors[state]} tt="none" flex="none">
          {words('messageStates', state)}
        </Badge>
      </Group>
      <Text size="xs" className="note-text">
        {to.join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </div>
  )
}

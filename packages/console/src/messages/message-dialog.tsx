import { Button, Group, Loader, Paper, ScrollArea, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order, OrderMessage } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { messageQuery } from './message-queries.ts'

type DialogProps = { order: Order; message: OrderMessage; onDone: () => void }

/** One message with its text, and a button that sends it again. */
export function MessageDialog({ order, message, onDone }: DialogProps) {
  const t = useTranslations('messages')
  const maySend = useMay()('sendMessages')
  const { data, error, refetch } = useQuery(messageQuery(order.id, message.id))
  return (
    <Stack>
      <Facts message={data ?? message} />
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Loader size="sm" role="status" aria-label={t('loading')} />
        ) : null
      ) : (
        <Paper withBorder p="md">
          <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('text') }}>
            <Text size="sm" className="note-text">
              {data.text ?? t('noText')}
            </Text>
          </ScrollArea.Autosize>
        </Paper>
      )}
      {maySend ? <SendAgain order={order} message={data ?? message} onDone={onDone} /> : null}
    </Stack>
  )
}

function Facts({ message }: { message: OrderMessage }) {
  const t = useTranslations('messages')
  const format = useFormat()
  const words = useWords()
  const facts = [
    ['subject', message.subject],
    ['to', message.to.join(', ')],
    ['cc', message.cc.join(', ')],
    ['bcc', message.bcc.join(', ')],
    ['from', message.from],
    ['template', message.template],
    ['state', words('messageStates', message.state)],
    ['created', format.time(message.createdAt)],
    ['sent', message.sentAt === null ? null : format.time(message.sentAt)],
    ['next', message.nextAttemptAt === null ? null : format.time(message.nextAttemptAt)],
    ['attempts', format.count(message.attempts)],
    ['reason', message.reason],
    ['warning', message.warning],
    ['resentBy', message.resentBy],
  ] as const
  const known = facts.filter(([, value]) => value !== null && value !== '')
  return (
    <dl className="facts">
      {known.flatMap(([name, value]) => [<dt key={name}>{t(`facts.${name}`)}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  )
}

/** What waits is sent anyway. */
function SendAgain({ order, message, onDone }: DialogProps) {
  const t = useTranslations('messages')
  const write = useOrderWrite(order, {
    // The content stays as it was, whatever has become of the order: no version guards it.
    send: (messageId: string, { params, idempotencyKey }) =>
      gateway.post('/api/Orders/{orderId}/Messages/{messageId}/Resend', { params: { ...params, messageId }, idempotencyKey }),
    onWritten: () => {
      notifications.show({ color: 'green', message: t('done'), closeButtonProps: { 'aria-label': t('close') } })
      onDone()
    },
  })
  if (message.state === 'Waiting') return <Text size="sm">{t('waits')}</Text>
  return (
    <>
      <Text size="sm">{t(message.state === 'Failed' ? 'explain.failed' : 'explain.sent', { to: message.to.join(', ') })}</Text>
      <WriteProblem orderId={order.id} error={write.error} onReloaded={onDone} />
      <Group justify="flex-end">
        <Button loading={write.isPending} onClick={() => write.mutate(message.id)}>
          {t('sendAgain')}
        </Button>
      </Group>
    </>
  )
}

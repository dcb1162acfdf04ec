import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { isComplete, type MessageDraft, SMS_TEXT_MAX, TEXT_MAX, toComment } from './message.ts'

/**
 * Writes to the customer by e-mail, by SMS or by both; the text is kept among the notes of the
 * order.
 */
export function MessageForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('documents.message')
  const [draft, setDraft] = useState<MessageDraft>({
    isEmail: order.customerEmail !== null,
    email: order.customerEmail ?? '',
    subject: '',
    isSms: false,
    phone: order.customerPhone ?? '',
    text: '',
  })
  const write = useMessage(order, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(draft)) write.mutate(draft)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {order.isNotificationsDisabled ? <Text size="sm">{t('disabled')}</Text> : null}
      <Recipients draft={draft} onChange={setDraft} />
      <Textarea
        label={t('text')}
        required
        autosize
        minRows={4}
        maxRows={12}
        maxLength={draft.isSms ? SMS_TEXT_MAX : TEXT_MAX}
        data-autofocus
        autoFocus
        value={draft.text}
        onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
      />
      <WriteProblem orderId={order.id} error={write.error} onReloaded={onDone} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isComplete(draft)} loading={write.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function Recipients({ draft, onChange }: { draft: MessageDraft; onChange: (draft: MessageDraft) => void }) {
  const t = useTranslations('documents.message')
  return (
    <>
      <Checkbox
        label={t('isEmail')}
        checked={draft.isEmail}
        onChange={({ currentTarget }) => onChange({ ...draft, isEmail: currentTarget.checked })}
      />
      {draft.isEmail ? (
        <>
          <TextInput
            label={t('email')}
            description={t('several')}
            required
            value={draft.email}
            onChange={({ currentTarget }) => onChange({ ...draft, email: currentTarget.value })}
          />
          <TextInput
            label={t('subject')}
            description={t('subjectHelp')}
            value={draft.subject}
            onChange={({ currentTarget }) => onChange({ ...draft, subject: currentTarget.value })}
          />
        </>
      ) : null}
      <Checkbox
        label={t('isSms')}
        checked={draft.isSms}
        onChange={({ currentTarget }) => onChange({ ...draft, isSms: currentTarget.checked })}
      />
      {draft.isSms ? (
        <TextInput
          label={t('phone')}
          description={t('several')}
          required
          value={draft.phone}
          onChange={({ currentTarget }) => onChange({ ...draft, phone: currentTarget.value })}
        />
      ) : null}
    </>
  )
}

function useMessage(order: Order, onDone: () => void) {
  const t = useTranslations('documents.message')
  return useOrderWrite(order, {
    // A text changes nothing that another person may have changed: it goes to the order as it is.
    send: (draft: MessageDraft, { idempotencyKey }) =>
      gateway.post('/api/Orders/AddComment', { body: toComment(order.id, draft), idempotencyKey }),
    onWritten: () => {
      notifications.show({ color: 'green', message: t('done') })
      onDone()
    },
  })
}

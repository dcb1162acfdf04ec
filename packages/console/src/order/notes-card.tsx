import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ClampedText } from '../display/clamped-text.tsx'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useMayChangeOrders, useUser } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { useWords } from '../vocabulary/use-words.ts'
import { orderQuery } from './order-queries.ts'

/** Notes are longer than names; a program may write one of 100,000 characters. */
const NOTE_SHOWN = 1_500

/** What people have written about the order, newest first, as text and nothing else. */
export function NotesCard({ order }: { order: Order }) {
  const t = useTranslations('order.notes')
  const format = useFormat()
  const mayChange = useMayChangeOrders()
  const words = useWords()
  const commentTypeName = ({ type }: Order['orderNotes'][number]) => (type === null ? null : words('commentTypes', type))
  const notes = [...order.orderNotes, ...order.publicOrderNotes].sort((a, b) => b.created.localeCompare(a.created))
  return (
    <Stack gap="sm">
      {mayChange ? <NewNote orderId={order.id} /> : null}
      {notes.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {notes.map((note) => (
        <div key={note.id ?? note.created}>
          <Text size="xs" c="dimmed">
            {[note.creator, format.time(note.created), commentTypeName(note)]
              .filter((part) => part !== null && part !== '')
              .join(' · ')}
          </Text>
          <Text size="sm" className="note-text">
            <ClampedText text={note.detail ?? note.title ?? ''} max={NOTE_SHOWN} />
          </Text>
        </div>
      ))}
    </Stack>
  )
}

/**
 * A note that is being written, kept for this person and order until it is added, whatever page is
 * opened meanwhile.
 */
function useDraft(orderId: string): [string, (text: string) => void] {
  const { userName } = useUser()
  const key = `oms-console-note ${userName} ${orderId}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const keep = (next: string) => {
    setText(next)
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  }
  return [text, keep]
}

function NewNote({ orderId }: { orderId: string }) {
  const t = useTranslations('order.notes')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [text, setText] = useDraft(orderId)
  // A note may be written twice, but not by one press of which the response was lost.
  const [written, setWritten] = useState(0)
  const adding = useMutation({
    mutationFn: () =>
      gateway.post('/api/Orders/AddComment', {
        body: { orderId, commentText: text.trim(), commentType: 'Internal' },
        idempotencyKey: keyOf(`${written} ${text.trim()}`),
      }),
    onSuccess: async () => {
      setText('')
      setWritten(written + 1)
      await queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <Textarea
        label={t('text')}
        size="xs"
        autosize
        minRows={2}
        required
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {adding.isError ? <ErrorState error={adding.error} /> : null}
      <Group justify="flex-end">
        <Button type="submit" size="xs" variant="default" loading={adding.isPending} disabled={text.trim() === ''}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

import { Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderQuery } from '../order/order-queries.ts'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { NoteEditor, type NoteText } from './note-editor.tsx'
import { NoteTexts } from './note-texts.tsx'
import { inOrder, type NoteChange, NoteView } from './note-view.tsx'

type Comment = Order['orderNotes'][number]

/** What people have written about the order, as text and nothing else. */
export function OrderNotes({ order }: { order: Order }) {
  return (
    <NoteTexts>
      <Notes order={order} />
    </NoteTexts>
  )
}

function Notes({ order }: { order: Order }) {
  const t = useTranslations('notes')
  const mayChange = useMay()('changeOrders')
  const notes = inOrder([...order.orderNotes, ...order.publicOrderNotes])
  return (
    <Stack gap="sm">
      {mayChange ? <NewNote orderId={order.id} /> : null}
      {notes.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {notes.map((note) => (
        <OrderNote key={note.id ?? note.created} orderId={order.id} note={note} />
      ))}
    </Stack>
  )
}

function OrderNote({ orderId, note }: { orderId: string; note: Comment }) {
  const words = useWords()
  const queries = useQueryClient()
  const change = async ({ text, mentions, isPinned }: NoteChange) => {
    await gateway.patch('/api/Orders/{orderId}/Comments/{commentId}', {
      params: { orderId, commentId: note.id ?? '' },
      body: {
        ...(text === undefined ? {} : { commentText: text, ...(note.type === 'Internal' ? { mentions: mentions ?? [] } : {}) }),
        ...(isPinned === undefined ? {} : { isPinned }),
      },
    })
    await queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
  }
  const shown = {
    text: note.detail ?? note.title ?? '',
    author: note.creator,
    created: note.created,
    edited: note.edited ?? null,
    isPinned: note.isPinned === true,
    mentions: note.mentions ?? [],
    kind: note.type === null ? null : words('commentTypes', note.type),
    isSent: note.sendNotification === true,
  }
  return <NoteView note={shown} onChange={change} />
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
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [text, setText] = useDraft(orderId)
  // A note may be written twice, but not by one press of which the response was lost.
  const [written, setWritten] = useState(0)
  const adding = useMutation({
    mutationFn: (note: NoteText) =>
      gateway.post('/api/Orders/AddComment', {
        body: { orderId, commentText: note.text, commentType: 'Internal', mentions: note.mentions },
        idempotencyKey: keyOf(`${written} ${note.text}`),
      }),
    onSuccess: async () => {
      setText('')
      setWritten(written + 1)
      await queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    },
  })
  return (
    <NoteEditor
      label={t('order')}
      submit={t('submit')}
      text={text}
      onText={setText}
      onSubmit={(note) => adding.mutate(note)}
      isPending={adding.isPending}
      error={adding.error}
    />
  )
}

import { CloseButton, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { NoteEditor, type NoteText } from '../notes/note-editor.tsx'
import { NoteTexts } from '../notes/note-texts.tsx'
import { inOrder, type NoteChange, NoteView } from '../notes/note-view.tsx'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useMay } from '../session/use-session.ts'
import { KeepsText } from '../shell/keeps-text.tsx'
import { ErrorState } from '../shell/states.tsx'
import { type Customer, customerQuery } from './customer-queries.ts'

const NOTE_LENGTH_MAX = 4_000

/** What the desk has written about the customer, and a field for more. */
export function CustomerNotes({ customer }: { customer: Customer }) {
  return (
    <NoteTexts>
      <Notes customer={customer} />
    </NoteTexts>
  )
}

function Notes({ customer: { key: customerKey, notes } }: { customer: Customer }) {
  const t = useTranslations('customers.notes')
  const mayChange = useMay()('changeOrders')
  return (
    <Stack gap="sm">
      {mayChange ? (
        <KeepsText>
          <NewNote customerKey={customerKey} />
        </KeepsText>
      ) : null}
      {notes.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {inOrder(notes).map((note) => (
        <CustomerNote key={note.id} note={note} customerKey={customerKey} />
      ))}
    </Stack>
  )
}

function useNotesChanged(customerKey: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: customerQuery(customerKey).queryKey })
}

function CustomerNote({ note, customerKey }: { note: Customer['notes'][number]; customerKey: string }) {
  const t = useTranslations('customers.notes')
  const format = useFormat()
  const onSuccess = useNotesChanged(customerKey)
  const params = { customerKey, noteId: note.id }
  const removing = useMutation({
    mutationFn: () => gateway.delete('/api/Customers/{customerKey}/Notes/{noteId}', { params }),
    onSuccess,
  })
  const change = async (body: NoteChange) => {
    await gateway.patch('/api/Customers/{customerKey}/Notes/{noteId}', { params, body })
    await onSuccess()
  }
  return (
    <div>
      <NoteView note={{ ...note, kind: null, isSent: false }} onChange={change}>
        <CloseButton
          size={24}
          aria-label={t('delete', { time: format.time(note.created) })}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        />
      </NoteView>
      {removing.isError ? <ErrorState error={removing.error} /> : null}
    </div>
  )
}

function NewNote({ customerKey }: { customerKey: string }) {
  const t = useTranslations('customers.notes')
  const keyOf = useIdempotencyKey()
  const notesChanged = useNotesChanged(customerKey)
  const [text, setText] = useState('')
  // A note may be written twice, but not by one press of which the response was lost.
  const [written, setWritten] = useState(0)
  const adding = useMutation({
    mutationFn: (note: NoteText) =>
      gateway.post('/api/Customers/{customerKey}/Notes', {
        params: { customerKey },
        body: note,
        idempotencyKey: keyOf(`${written} ${note.text}`),
      }),
    onSuccess: async () => {
      setText('')
      setWritten(written + 1)
      await notesChanged()
    },
  })
  return (
    <NoteEditor
      label={t('text')}
      submit={t('submit')}
      text={text}
      onText={setText}
      onSubmit={(note) => adding.mutate(note)}
      isPending={adding.isPending}
      error={adding.error}
      maxLength={NOTE_LENGTH_MAX}
    />
  )
}

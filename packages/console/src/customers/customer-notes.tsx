import { Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'
import { useIdempotencyKey } from '../session/use-idempotency-key.ts'
import { useMayChangeOrders } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { type Customer, customerQuery } from './customer-queries.ts'

const NOTE_LENGTH_MAX = 4_000

/** What the desk has written about the customer, newest first, and a field for more. */
export function CustomerNotes({ customer: { key: customerKey, notes } }: { customer: Customer }) {
  const t = useTranslations('customers.notes')
  const mayChange = useMayChangeOrders()
  return (
    <Stack gap="sm">
      {mayChange ? <NewNote customerKey={customerKey} /> : null}
      {notes.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {notes.map((note) => (
        <NoteText key={note.id} note={note} customerKey={customerKey} />
      ))}
    </Stack>
  )
}

function useNotesChanged(customerKey: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: customerQuery(customerKey).queryKey })
}

function NoteText({ note, customerKey }: { note: Customer['notes'][number]; customerKey: string }) {
  const t = useTranslations('customers.notes')
  const format = useFormat()
  const mayChange = useMayChangeOrders()
  const onSuccess = useNotesChanged(customerKey)
  const params = { customerKey, noteId: note.id }
  const removing = useMutation({
    mutationFn: () => gateway.delete('/api/Customers/{customerKey}/Notes/{noteId}', { params }),
    onSuccess,
  })
  const time = format.time(note.created)
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {`${note.author} · ${time}`}
        </Text>
        {mayChange ? (
          <CloseButton
            size="xs"
            aria-label={t('delete', { time })}
            disabled={removing.isPending}
            onClick={() => removing.mutate()}
          />
        ) : null}
      </Group>
      <Text size="sm" className="note-text">
        {note.text}
      </Text>
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
    mutationFn: () =>
      gateway.post('/api/Customers/{customerKey}/Notes', {
        params: { customerKey },
        body: { text: text.trim() },
        idempotencyKey: keyOf(`${written} ${text.trim()}`),
      }),
    onSuccess: async () => {
      setText('')
      setWritten(written + 1)
      await notesChanged()
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
        maxLength={NOTE_LENGTH_MAX}
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

import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ClampedText } from '../display/clamped-text.tsx'
import { useFormat } from '../display/use-format.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { KeepsText } from '../shell/keeps-text.tsx'
import { ErrorState } from '../shell/states.tsx'
import { colleaguesQuery } from './colleagues-query.ts'
import { NoteEditor, type NoteText } from './note-editor.tsx'

/** Notes are longer than names; a program may write one of 100,000 characters. */
const NOTE_SHOWN = 1_500

export type ShownNote = {
  text: string
  author: string | null
  created: string
  edited: string | null
  isPinned: boolean
  mentions: readonly string[]
  /** What else is known of it, such as who sees it. */
  kind: string | null
  /** It was sent to someone. */
  isSent: boolean
}

export type NoteChange = Partial<NoteText> & { isPinned?: boolean }

type NoteViewProps = { note: ShownNote; onChange: (change: NoteChange) => Promise<unknown>; children?: ReactNode }

/** A note with who wrote it. Its author edits it, everyone pins it. */
export function NoteView({ note, onChange, children }: NoteViewProps) {
  const t = useTranslations('notes')
  const format = useFormat()
  const { userName } = useUser()
  const mayChange = useMay()('changeOrders')
  const [text, setText] = useState<string | null>(null)
  const changing = useMutation({ mutationFn: onChange, onSuccess: () => setText(null) })
  const { author, created, edited, isPinned, kind } = note
  const isOwn = author?.toLowerCase() === userName.toLowerCase()
  const time = format.time(created)
  const facts = [
    isPinned ? t('pinned') : null,
    author,
    time,
    edited === null ? null : t('edited', { time: format.time(edited) }),
    kind,
  ]
  if (text !== null)
    return (
      <KeepsText>
        <NoteEditor
          label={t('text')}
          submit={t('save')}
          text={text}
          onText={setText}
          onSubmit={(changed) => changing.mutate(changed)}
          isPending={changing.isPending}
          error={changing.error}
          onCancel={() => setText(null)}
        />
      </KeepsText>
    )
  const action = (name: 'pin' | 'unpin' | 'edit', run: () => void) => (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t('ofNote', { action: t(name), time })}
      disabled={changing.isPending}
      onClick={run}
    >
      {t(name)}
    </Button>
  )
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap={4} align="flex-start">
        <Text size="xs" c="dimmed">
          {facts.filter((part) => part !== null && part !== '').join(' · ')}
        </Text>
        {mayChange ? (
          <Group gap={2} wrap="nowrap">
            {action(isPinned ? 'unpin' : 'pin', () => changing.mutate({ isPinned: !isPinned }))}
            {isOwn && !note.isSent ? action('edit', () => setText(note.text)) : null}
            {children}
          </Group>
        ) : null}
      </Group>
      <Text size="sm" className="note-text">
        <ClampedText text={note.text} max={NOTE_SHOWN} />
      </Text>
      <Mentioned names={note.mentions} />
      {changing.error === null ? null : <ErrorState error={changing.error} />}
    </div>
  )
}

function Mentioned({ names }: { names: readonly string[] }) {
  const t = useTranslations('notes')
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: names.length > 0 })
  if (names.length === 0) return null
  const shown = names.map((name) => colleagues.find(({ userName }) => userName === name)?.displayName ?? name)
  return (
    <Text size="xs" c="dimmed">
      {t('mentioned', { names: shown.join(', ') })}
    </Text>
  )
}

/** The pinned ones first, and of both the newest. */
export function inOrder<Note extends { isPinned?: boolean | null; created: string }>(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => Number(b.isPinned === true) - Number(a.isPinned === true) || b.created.localeCompare(a.created))
}

import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { colleaguesQuery } from './colleagues-query.ts'
import { beginsMention, mentionedIn, withMention } from './mentions.ts'

export type NoteText = { text: string; mentions: string[] }

type NoteEditorProps = {
  label: string
  submit: string
  text: string
  onText: (text: string) => void
  onSubmit: (note: NoteText) => void
  isPending: boolean
  error: Error | null
  maxLength?: number
  onCancel?: () => void
}

/** A field for a note, in which `@` and a choice from the list name a colleague. */
export function NoteEditor({ label, submit, text, onText, onSubmit, isPending, error, maxLength, onCancel }: NoteEditorProps) {
  const t = useTranslations('notes')
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const write = (next: string) => {
    const isBegun = next.length > text.length && beginsMention(next) && colleagues.length > 0
    onText(next)
    if (isBegun) picker.current?.focus()
  }
  const mention = (userName: string | null) => {
    const chosen = colleagues.find((one) => one.userName === userName)
    if (chosen === undefined) return
    onText(withMention(text, chosen))
    field.current?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onSubmit({ text: text.trim(), mentions: mentionedIn(text, colleagues) })
  }
  return (
    <Stack component="form" gap="xs" onSubmit={send}>
      <Textarea
        ref={field}
        label={label}
        size="xs"
        autosize
        minRows={2}
        required
        {...(maxLength === undefined ? {} : { maxLength })}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Select
        ref={picker}
        label={t('mention')}
        description={t('mentionHelp')}
        size="xs"
        searchable
        openOnFocus
        value={null}
        data={colleagues.map(({ userName, displayName }) => ({ value: userName, label: displayName }))}
        nothingFoundMessage={t('nobody')}
        onChange={mention}
      />
      {error === null ? null : <ErrorState error={error} />}
      <Group justify="flex-end" gap="xs">
        {onCancel === undefined ? null : (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" size="xs" variant="default" loading={isPending} disabled={text.trim() === ''}>
          {submit}
        </Button>
      </Group>
    </Stack>
  )
}

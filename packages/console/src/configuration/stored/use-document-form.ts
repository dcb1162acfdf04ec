import { notifications } from '@mantine/notifications'
import type { ConfigurationDocumentChange } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDocumentCheck, useDocumentWrite } from './document-queries.ts'

type Send = (write: { note: string; dryRun?: boolean }) => Promise<ConfigurationDocumentChange>

/**
 * The state of a form that changes a document: its note, its check and its saving. `send` sends
 * what the form has now.
 */
export function useDocumentForm(send: Send, onSaved: () => void = () => undefined) {
  const t = useTranslations('stored')
  const [note, setNote] = useState('')
  const checking = useDocumentCheck(() => send({ note, dryRun: true }))
  const writing = useDocumentWrite(() => send({ note }), {
    onWritten: ({ isChanged }) => {
      notifications.show({ color: 'green', message: t(isChanged ? 'saved' : 'unchanged') })
      setNote('')
      checking.reset()
      onSaved()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The second click of a double click comes before the button is disabled.
    if (!writing.isPending) writing.mutate(undefined)
  }
  const foot = {
    note,
    onNote: setNote,
    findings: checking.data,
    error: writing.error ?? checking.error,
    isChecking: checking.isPending,
    isSaving: writing.isPending,
    onCheck: () => checking.mutate(undefined),
  }
  /** What was checked or refused is no longer what the form has. */
  const changed = () => {
    if (checking.data !== undefined || checking.error !== null) checking.reset()
    if (writing.error !== null) writing.reset()
  }
  return { submit, changed, foot }
}

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { SavedSearch } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { ErrorState } from '../shell/states.tsx'
import { viewsEn } from '../texts/en/views.ts'
import { viewsNb } from '../texts/nb/views.ts'
import { type OrderView, toOrderSearch } from './order-view.ts'
import { savedSearchesKey } from './view-queries.ts'

const texts = { en: { views: viewsEn }, nb: { views: viewsNb } } as const

type FormProps = {
  view: OrderView
  /** The view that is changed; none: a new one is saved. */
  saved?: SavedSearch | undefined
  /** Is called with the id of what was saved; without one when it was deleted. */
  onDone: (id?: string) => void
  onClose: () => void
}

/** Names a view, shares it, and deletes it. */
export function ViewForm(props: FormProps) {
  const [isChanged, setChanged] = useState(false)
  return (
    <AreaTexts texts={texts}>
      {isChanged ? <ChangedMeanwhile /> : null}
      {/* Another version is another form: what someone else has changed is shown. */}
      <Form key={props.saved?.versionId} {...props} onConflict={() => setChanged(true)} />
    </AreaTexts>
  )
}

type VersionProps = FormProps & { onConflict: () => void }

function Form({ view, saved, onDone, onClose, onConflict }: VersionProps) {
  const t = useTranslations('views')
  const mayShare = useMay()('shareViews')
  const [name, setName] = useState(saved?.name ?? '')
  const [isShared, setShared] = useState(saved?.shared ?? false)
  const { saving, deleting } = useViewChanges({ view, saved, onDone, onClose, onConflict })
  const failure = saving.error ?? deleting.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ name: name.trim(), shared: isShared })
  }
  if (saved?.shared === true && !mayShare) {
    return (
      <Stack gap="xs">
        <Text size="sm">{t('sharedBy', { name: saved.createdBy })}</Text>
        <Text size="sm" c="dimmed">
          {t('readOnly')}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <TextInput
        size="xs"
        label={t('name')}
        required
        maxLength={200}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {mayShare ? (
        <Checkbox
          size="xs"
          label={t('shared')}
          description={t('sharedHint')}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      ) : null}
      {failure === null ? null : <ErrorState error={failure} />}
      <Group justify="space-between">
        {saved === undefined ? <span /> : <DeleteButton isPending={deleting.isPending} onDelete={() => deleting.mutate()} />}
        <Button size="xs" type="submit" loading={saving.isPending}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  )
}

function useViewChanges({ view, saved, onDone, onClose, onConflict }: VersionProps) {
  const queries = useQueryClient()
  const isNow = () => queries.invalidateQueries({ queryKey: savedSearchesKey })
  const onError = async (error: Error) => {
    if (isApiError(error, 'VersionConflict')) onConflict()
    await isNow()
  }
  const saving = useMutation({
    mutationFn: async (change: { name: string; shared: boolean }) => {
      if (saved === undefined)
        return await gateway.post('/api/SavedSearches', { body: { ...change, search: toOrderSearch(view) } })
      const { description, search, relativeDates, columns, position } = saved
      const body = { description, search, relativeDates, columns, position, ...change }
      return await gateway.put('/api/SavedSearches/{id}', { params: { id: saved.id }, body, ifMatch: saved.versionId })
    },
    onSuccess: async ({ id }) => {
      await isNow()
      onClose()
      if (saved === undefined) onDone(id)
    },
    onError,
  })
  const deleting = useMutation({
    mutationFn: async () => {
      if (saved === undefined) return
      await gateway.delete('/api/SavedSearches/{id}', { params: { id: saved.id }, ifMatch: saved.versionId })
    },
    onSuccess: async () => {
      onClose()
      onDone()
      await isNow()
    },
    onError,
  })
  return { saving, deleting }
}

function ChangedMeanwhile() {
  const t = useTranslations('views')
  return (
    <Text size="sm" role="alert" mb="xs">
      {t('changed')}
    </Text>
  )
}

/** Asks once more before a view is deleted permanently. */
function DeleteButton({ isPending, onDelete }: { isPending: boolean; onDelete: () => void }) {
  const t = useTranslations('views')
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      size="xs"
      variant={isAsking ? 'filled' : 'default'}
      color="red.9"
      loading={isPending}
      onClick={() => (isAsking ? onDelete() : setAsking(true))}
      onBlur={() => setAsking(false)}
    >
      {t(isAsking ? 'confirm' : 'delete')}
    </Button>
  )
}

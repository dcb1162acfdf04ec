import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Asset } from '@open-oms/client/types'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { fieldErrors } from '../../shell/field-errors.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { carriedAssetsQuery } from '../assets/asset-queries.ts'
import type { AssetOwner } from '../assets/asset-writes.ts'
import { isMark } from '../assets/stored-file.ts'
import { useSaved } from '../edits/use-saved.ts'
import { addedMark, type MarkFields } from './added-mark.ts'
import { addMark } from './mark-writes.ts'

/** A person who types waits no longer than this for what is known of the code. */
const PAUSE_MS = 300

const noMark: MarkFields = { assetId: '', externalUrl: '', name: '', description: '' }

/** Adds a mark by its code: one that others carry with their link and texts, or a new one. */
export function AddMark({ owner, own, onDone }: { owner: AssetOwner; own: readonly Asset[]; onDone: () => void }) {
  const t = useTranslations('catalogue.marks.add')
  const [fields, setFields] = useState(noMark)
  const code = fields.assetId.trim()
  const { known, carriers, isAsking, problem } = useKnownMark(code, own)
  const adding = useAddition(owner, onDone)
  const { of: errors, rest } = fieldErrors(adding.error, ['assetId', 'externalUrl', 'name', 'description'], { prefix: '[0].' })
  const isComplete = code !== '' && !isAsking && problem === null && (known !== null || fields.externalUrl.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || adding.isPending) return
    const entered = { ...fields, assetId: code, externalUrl: fields.externalUrl.trim() }
    adding.mutate(addedMark(entered, known))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={t('code')}
        description={t('codeHelp')}
        required
        data-autofocus
        maxLength={100}
        error={problem === null ? errors.assetId : t(problem)}
        value={fields.assetId}
        onChange={({ currentTarget }) => setFields({ ...fields, assetId: currentTarget.value })}
      />
      {known === null ? (
        <NewMarkFields {...{ fields, errors }} onChange={setFields} />
      ) : (
        <Alert variant="outline" color="gray" role="status" title={known.name ?? code}>
          {t('known', { count: carriers })}
        </Alert>
      )}
      {rest === null ? null : <ErrorState error={rest} />}
      <Group justify="flex-end">
        <Button type="submit" disabled={!isComplete} loading={adding.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

type FieldsProps = {
  fields: MarkFields
  errors: Readonly<Partial<Record<keyof MarkFields, string>>>
  onChange: (fields: MarkFields) => void
}

function NewMarkFields({ fields, errors, onChange }: FieldsProps) {
  const t = useTranslations('catalogue')
  return (
    <>
      <TextInput
        type="url"
        label={t('marks.add.address')}
        description={t('marks.add.addressHelp')}
        required
        error={errors.externalUrl}
        value={fields.externalUrl}
        onChange={({ currentTarget }) => onChange({ ...fields, externalUrl: currentTarget.value })}
      />
      <TextInput
        label={t('assets.fields.name')}
        error={errors.name}
        value={fields.name}
        onChange={({ currentTarget }) => onChange({ ...fields, name: currentTarget.value })}
      />
      <Textarea
        label={t('assets.fields.description')}
        autosize
        minRows={2}
        maxRows={8}
        error={errors.description}
        value={fields.description}
        onChange={({ currentTarget }) => onChange({ ...fields, description: currentTarget.value })}
      />
    </>
  )
}

/** What is known of a code: the mark that others carry, or why it cannot be added. */
function useKnownMark(code: string, own: readonly Asset[]) {
  const [asked] = useDebouncedValue(code, PAUSE_MS)
  const found = useQuery({ ...carriedAssetsQuery(asked), enabled: asked !== '', staleTime: 0 })
  const assets = asked === '' ? [] : (found.data ?? [])
  const isThere = own.some(({ assetId }) => assetId === code)
  const isFile = assets.length > 0 && !assets.some(isMark)
  return {
    known: asked === code ? (assets.find(isMark) ?? null) : null,
    carriers: assets.length,
    isAsking: asked !== code || (asked !== '' && found.isPending),
    problem: isThere ? ('isThere' as const) : isFile ? ('isFile' as const) : null,
  }
}

function useAddition(owner: AssetOwner, onDone: () => void) {
  const keyOf = useIdempotencyKey()
  const onSaved = useSaved(onDone)
  const adding = useMutation({
    mutationFn: (mark: ReturnType<typeof addedMark>) => addMark(owner, mark, keyOf(JSON.stringify(mark))),
    onSuccess: onSaved,
  })
  useKeepOpen(adding.isPending)
  return adding
}

import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { importsKey } from './import-queries.ts'
import { forgetImport } from './kept/import-store.ts'
import { type KeptImport, rowsDone } from './kept/kept-import.ts'
import { StorageAlert } from './storage-alert.tsx'

/**
 * Deletes an import and its report. While rows are left that takes a second press: they are not
 * imported then.
 */
export function ForgetImport({ kept, onForgotten }: { kept: KeptImport; onForgotten: () => void }) {
  const t = useTranslations('imports.panel')
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const forget = useMutation({
    mutationFn: () => forgetImport(kept.id),
    onSuccess: async (isForgotten) => {
      await queries.invalidateQueries({ queryKey: importsKey })
      setAsking(false)
      if (isForgotten) onForgotten()
    },
  })
  const press = () => (kept.ended === null ? setAsking(true) : forget.mutate())
  return (
    <>
      {isAsking ? (
        <Question kept={kept} isBusy={forget.isPending} onKeep={() => setAsking(false)} onForget={() => forget.mutate()} />
      ) : (
        <Button size="xs" variant="subtle" color="red" loading={forget.isPending} onClick={press}>
          {t(kept.ended === null ? 'forgetRest' : 'forget')}
        </Button>
      )}
      {forget.data === false ? (
        <Alert color="orange" variant="outline" role="alert" w="100%">
          <Text size="sm">{t('elsewhere')}</Text>
        </Alert>
      ) : null}
      {forget.isError ? <StorageAlert error={forget.error} /> : null}
    </>
  )
}

type QuestionProps = { kept: KeptImport; isBusy: boolean; onKeep: () => void; onForget: () => void }

function Question({ kept, isBusy, onKeep, onForget }: QuestionProps) {
  const t = useTranslations('imports.panel')
  const keep = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => keep.current?.focus(), [])
  return (
    <>
      <Text size="sm" role="alert" w="100%">
        {t('explainForget', { count: kept.rows - rowsDone(kept) })}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" ref={keep} onClick={onKeep}>
          {t('keep')}
        </Button>
        <Button size="xs" color="red.9" loading={isBusy} onClick={onForget}>
          {t('forgetNow')}
        </Button>
      </Group>
    </>
  )
}

import { Alert, Box, Button, Checkbox, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/use-session.ts'
import { Section } from '../shell/section.tsx'
import { FileCheckView } from './file-check-view.tsx'
import { type ImportKind, importKinds } from './import-kinds.ts'
import { beginKey, importsKey } from './import-queries.ts'
import { keepImport } from './kept/import-store.ts'
import { BATCHES_VERSION, type KeptImport } from './kept/kept-import.ts'
import { ReadingOptions } from './reading/reading-options.tsx'
import { useReading } from './reading/use-reading.ts'
import { noCounts } from './sending/row-results.ts'
import type { FileCheck } from './use-file-check.ts'

type FormProps = {
  /** What the person may import. */
  kinds: readonly ImportKind[]
  /** An import is under way. */
  isBusy: boolean
  onBegun: (kept: KeptImport) => void
}

/** A file, and what distinguishes it from the same one chosen before. */
type Chosen = { file: File; number: number }

/** Asks what a file holds and for the file, shows what is in it, and begins its import. */
export function ImportForm({ kinds, isBusy, onBegun }: FormProps) {
  const t = useTranslations('imports')
  const [kind, setKind] = useState(kinds[0] ?? 'orders')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [replaces, setReplaces] = useState(false)
  const reader = useReading(kind, chosen?.file ?? null)
  const begin = useBegin((kept) => {
    setChosen(null)
    onBegun(kept)
  })
  // While a file is copied, another one would be lost when that ends.
  const isBeginning = begin.isPending
  const choose = (file: File) => {
    begin.reset()
    setChosen((before) => ({ file, number: (before?.number ?? 0) + 1 }))
  }
  return (
    <Section title={t('form.title')}>
      <Stack gap="sm">
        <NativeSelect
          label={t('form.kind')}
          description={t(`explain.${kind}`)}
          value={kind}
          maw={640}
          disabled={isBeginning}
          onChange={({ currentTarget }) => {
            begin.reset()
            setKind(importKinds.find((one) => one === currentTarget.value) ?? kind)
          }}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        {kind === 'products' ? (
          <Checkbox
            label={t('form.replaces')}
            checked={replaces}
            onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
          />
        ) : null}
        <DropArea isDisabled={isBeginning} onFile={choose} />
        <ReadingOptions {...{ kind, reader, file: chosen?.file ?? null, isDisabled: isBeginning }} />
        {reader.failure === null ? null : (
          <Alert color="red" variant="outline" role="alert">
            <Text size="sm">{reader.failure.message}</Text>
          </Alert>
        )}
        {chosen === null || reader.reading === null ? null : (
          <FileCheckView
            // Or the check of another file, kind or reading is shown until this one begins.
            key={`${chosen.number} ${kind} ${JSON.stringify(reader.reading)}`}
            file={chosen.file}
            reading={reader.reading}
            {...{ kind, isBusy, isBeginning }}
            failure={begin.error}
            onBegin={(check, reading) =>
              begin.mutate({ file: chosen.file, kind, check, reading, replaces: replaces && kind === 'products' })
            }
            onForget={() => setChosen(null)}
          />
        )}
      </Stack>
    </Section>
  )
}

type Begun = Pick<KeptImport, 'kind' | 'reading' | 'replaces'> & { file: File; check: FileCheck }

/** Keeps a new import with its file: an interruption can only be gone on from what is kept. */
function useBegin(onBegun: (kept: KeptImport) => void) {
  const { userName } = useUser()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: beginKey,
    mutationFn: async ({ file, kind, reading, replaces, check }: Begun) => {
      const kept: KeptImport = {
        id: crypto.randomUUID(),
        ...{ userName, kind, reading, replaces, file },
        ...{ fileName: file.name, size: file.size, format: reading.format, rows: check.rows, header: check.header },
        ...{ begun: new Date().toISOString(), ended: null, failure: null, counts: noCounts, batches: BATCHES_VERSION },
      }
      await keepImport(kept)
      await queries.invalidateQueries({ queryKey: importsKey })
      return kept
    },
    onSuccess: onBegun,
  })
}

/** Takes one file by drag and drop or by a button. */
function DropArea({ isDisabled, onFile }: { isDisabled: boolean; onFile: (file: File) => void }) {
  const t = useTranslations('imports.form')
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const drag = (isHere: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Without this the browser opens the file instead.
    event.preventDefault()
    setOver(isHere && !isDisabled)
  }
  const choose = (file: File | null | undefined) => {
    if (file) onFile(file)
    // Or the same file could not be chosen again.
    forget.current?.()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) choose(event.dataTransfer.files[0])
  }
  return (
    <Box
      component="fieldset"
      m={0}
      className="import-drop"
      data-over={isOver}
      aria-label={t('file')}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Group gap="sm">
        <FileButton onChange={choose} resetRef={forget} disabled={isDisabled} accept=".json,.ndjson,.jsonl,.csv,.tsv,.txt">
          {(props) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              disabled={isDisabled}
              {...props}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t('drop')}
        </Text>
      </Group>
    </Box>
  )
}

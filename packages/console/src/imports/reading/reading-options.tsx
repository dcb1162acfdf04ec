import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import type { SourceFormat } from '@open-oms/import/read-source'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../display/save-file.ts'
import type { ImportKind } from '../import-kinds.ts'
import { ColumnChoices } from './column-choices.tsx'
import type { Reader } from './use-reading.ts'

type OptionsProps = { kind: ImportKind; reader: Reader; file: File | null; isDisabled: boolean }

const supportedFormats = (kind: ImportKind): readonly SourceFormat[] =>
  kind === 'orders' || kind === 'products' ? ['csv', 'ndjson', 'json', 'shopify', 'medusa'] : ['csv', 'ndjson', 'json', 'shopify']
const encodings = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'] as const

/** How the file is read: the same choices as `oms import` has. */
export function ReadingOptions({ kind, reader, file, isDisabled }: OptionsProps) {
  const t = useTranslations('imports.reading')
  const { choice, choose } = reader
  const setMapping = (mapping: MappingFile) => choose({ mapping })
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label={t('format')}
          value={choice.format ?? ''}
          disabled={isDisabled}
          onChange={({ currentTarget }) => choose({ format: (currentTarget.value || null) as SourceFormat | null })}
          data={[
            { value: '', label: t('byName') },
            ...supportedFormats(kind).map((value) => ({ value, label: t(`formats.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('decimalMark')}
          value={choice.mapping.decimalMark ?? ''}
          disabled={isDisabled}
          onChange={({ currentTarget }) => setMapping(withMark(choice.mapping, currentTarget.value))}
          data={['', '.', ','].map((value) => ({
            value,
            label: t(value === '' ? 'notStated' : value === '.' ? 'point' : 'comma'),
          }))}
        />
        <NativeSelect
          label={t('encoding')}
          value={choice.mapping.encoding ?? ''}
          disabled={isDisabled}
          onChange={({ currentTarget }) => setMapping(withEncoding(choice.mapping, currentTarget.value))}
          data={[{ value: '', label: t('byContent') }, ...encodings]}
        />
        {choice.format === 'medusa' && kind === 'products' ? (
          <NativeSelect
            label={t('currency')}
            value={choice.currency}
            disabled={isDisabled}
            onChange={({ currentTarget }) => choose({ currency: currentTarget.value })}
            data={Intl.supportedValuesOf('currency')}
          />
        ) : null}
      </Group>
      {kind === 'orders' ? <OrderConstants {...{ reader, isDisabled }} /> : null}
      <Constants key={textOfConstants(choice.mapping)} {...{ reader, isDisabled }} />
      <MappingFiles {...{ kind, reader, isDisabled }} />
      {file !== null && reader.reading?.format === 'csv' ? <ColumnChoices {...{ kind, file, reader, isDisabled }} /> : null}
    </Stack>
  )
}

function withMark(mapping: MappingFile, value: string): MappingFile {
  const { decimalMark: _, ...rest } = mapping
  return value === '.' || value === ',' ? { ...rest, decimalMark: value } : rest
}

function withEncoding(mapping: MappingFile, value: string): MappingFile {
  const { encoding: _, ...rest } = mapping
  return value === '' ? rest : { ...rest, encoding: value }
}

type ConstantProps = Pick<OptionsProps, 'reader' | 'isDisabled'>

/** Store and type of all orders of the file, which exports of other systems do not name. */
function OrderConstants({ reader, isDisabled }: ConstantProps) {
  const t = useTranslations('imports.reading')
  const { choice, choose, names } = reader
  const constants = choice.mapping.constants ?? {}
  const set = (values: Record<string, string>) => {
    const all = Object.entries({ ...constants, ...values }).filter(([, value]) => value !== '')
    choose({ mapping: { ...choice.mapping, constants: Object.fromEntries(all) } })
  }
  const stores = names?.stores ?? []
  return (
    <Group gap="sm">
      <NativeSelect
        label={t('store')}
        value={String(constants.storeId ?? '')}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) =>
          set({ storeId: value, marketId: stores.find(({ id }) => id === value)?.marketId ?? '' })
        }
        data={[{ value: '', label: t('ofFile') }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <NativeSelect
        label={t('orderType')}
        value={String(constants.orderType ?? '')}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) => set({ orderType: value })}
        data={[{ value: '', label: t('ofFile') }, ...(names?.orderTypes ?? []).map(({ name }) => name)]}
      />
    </Group>
  )
}

/** Values of every item, one on each line, as `--set` of the command line has them. */
function Constants({ reader, isDisabled }: ConstantProps) {
  const t = useTranslations('imports.reading')
  const { choice, choose } = reader
  const [text, setText] = useState(textOfConstants(choice.mapping))
  return (
    <Textarea
      label={t('constants')}
      description={t('explainConstants')}
      value={text}
      maw={640}
      autosize
      minRows={1}
      disabled={isDisabled}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => choose({ mapping: { ...choice.mapping, constants: constantsOfText(text) } })}
    />
  )
}

/** The constants of a mapping, one `path=value` on each line. */
function textOfConstants({ constants = {} }: Pick<MappingFile, 'constants'>): string {
  return Object.entries(constants)
    .map(([path, value]) => `${path}=${value}`)
    .join('\n')
}

/** The constants that lines of `path=value` are; one without a sign is a path without a value. */
function constantsOfText(text: string): NonNullable<MappingFile['constants']> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

function MappingFiles({ kind, reader, isDisabled }: Omit<OptionsProps, 'file'>) {
  const t = useTranslations('imports.reading')
  const { choice, choose } = reader
  const forget = useRef<() => void>(null)
  const load = useMutation({
    mutationFn: async (file: File) => {
      const { readMapping } = await import('@open-oms/import/mapping/mapped-items')
      return readMapping(JSON.parse(await file.text()))
    },
    onSuccess: (mapping) => choose({ mapping }),
    onSettled: () => forget.current?.(),
  })
  const template = useMutation({
    mutationFn: async () => {
      const { importTemplate } = await import('@open-oms/import/writing/template')
      saveFile(new Blob([importTemplate(kind)], { type: 'text/csv' }), `${kind}.csv`)
    },
  })
  const save = () =>
    saveFile(new Blob([`${JSON.stringify(choice.mapping, null, 2)}\n`], { type: 'application/json' }), `${kind}-mapping.json`)
  const isChosen = Object.keys(choice.mapping).length > 0
  return (
    <>
      <Group gap="xs">
        <FileButton onChange={(file) => file && load.mutate(file)} resetRef={forget} disabled={isDisabled} accept=".json">
          {(props) => (
            <Button size="xs" variant="default" disabled={isDisabled} {...props}>
              {t('chooseMapping')}
            </Button>
          )}
        </FileButton>
        {isChosen ? (
          <>
            <Button size="xs" variant="default" onClick={save}>
              {t('saveMapping')}
            </Button>
            <Button size="xs" variant="subtle" disabled={isDisabled} onClick={() => choose({ mapping: {} })}>
              {t('forgetMapping')}
            </Button>
          </>
        ) : null}
        <Button size="xs" variant="default" loading={template.isPending} onClick={() => template.mutate()}>
          {t('template')}
        </Button>
      </Group>
      {load.isError ? (
        <Alert color="red" variant="outline" role="alert" title={t('wrongMapping')}>
          <Text size="sm" className="note-text">
            {load.error.message}
          </Text>
        </Alert>
      ) : null}
    </>
  )
}

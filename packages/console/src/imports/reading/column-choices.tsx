import { Button, Stack, Table, Text, TextInput } from '@mantine/core'
import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportKind } from '../import-kinds.ts'
import type { Reader } from './use-reading.ts'

type ChoicesProps = { kind: ImportKind; file: File; reader: Reader; isDisabled: boolean }

/** So much of a file has its header. */
const HEADER_BYTES = 1024 * 1024

/** Says which property each column of a CSV file fills; an empty one is not imported. */
export function ColumnChoices({ kind, file, reader, isDisabled }: ChoicesProps) {
  const t = useTranslations('imports.reading')
  const [isOpen, setOpen] = useState(false)
  const { mapping } = reader.choice
  const { delimiter, encoding } = mapping
  const found = useQuery({
    queryKey: ['imports', 'columns', file.name, file.size, file.lastModified, delimiter, encoding, kind],
    queryFn: () => readColumns(file, kind, mapping),
    enabled: isOpen,
    retry: false,
    gcTime: 0,
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'hideColumns' : 'chooseColumns')}
      </Button>
      {isOpen && found.isError ? <Text size="sm">{found.error.message}</Text> : null}
      {isOpen && found.data !== undefined ? (
        <ColumnTable
          {...found.data}
          mapping={mapping}
          isDisabled={isDisabled}
          onChange={(next) => reader.choose({ mapping: next })}
        />
      ) : null}
    </Stack>
  )
}

type Columns = {
  headings: readonly string[]
  /** Paths that may be chosen. */
  paths: readonly string[]
  /** The headings that are property paths themselves. */
  known: readonly string[]
}

async function readColumns(file: File, kind: ImportKind, mapping: MappingFile): Promise<Columns> {
  const [{ readHeadings }, { defaultColumns }, { propertyTarget }, { kinds }] = await Promise.all([
    import('@open-oms/import/read-source'),
    import('@open-oms/import/writing/default-columns'),
    import('@open-oms/contracts/model/property-target'),
    import('@open-oms/import/kinds'),
  ])
  const start = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
  const headings = await readHeadings(start, { delimiter: mapping.delimiter, encoding: mapping.encoding })
  const known = headings.filter((heading) => typeof propertyTarget(kinds[kind].model, heading) !== 'string')
  return { headings, paths: defaultColumns[kind], known }
}

type TableProps = Columns & { mapping: MappingFile; isDisabled: boolean; onChange: (mapping: MappingFile) => void }

function ColumnTable({ headings, paths, known, mapping, isDisabled, onChange }: TableProps) {
  const t = useTranslations('imports.reading')
  const list = useId()
  const chosen = mapping.columns ?? known.map((heading) => ({ column: heading, path: heading }))
  const set = (column: string, path: string) => {
    const before = chosen.find((each) => each.column === column)
    const others = chosen.filter((each) => each.column !== column)
    const columns = path === '' ? others : [...others, { ...before, column, path }]
    const place = ({ column: heading }: { column: string }) => headings.indexOf(heading)
    onChange({ ...mapping, columns: columns.toSorted((one, other) => place(one) - place(other)) })
  }
  return (
    <>
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <Table aria-label={t('columns')} verticalSpacing={4} maw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column')}</Table.Th>
            <Table.Th>{t('property')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {headings.map((heading) => (
            <Table.Tr key={heading}>
              <Table.Td className="note-text">{heading}</Table.Td>
              <Table.Td>
                <PathField
                  label={t('propertyOf', { column: heading })}
                  list={list}
                  path={chosen.find(({ column }) => column === heading)?.path ?? ''}
                  isDisabled={isDisabled}
                  onChange={(path) => set(heading, path)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

type FieldProps = { label: string; list: string; path: string; isDisabled: boolean; onChange: (path: string) => void }

/** Takes over what was typed when the field is left: half a path names nothing. */
function PathField({ label, list, path, isDisabled, onChange }: FieldProps) {
  const t = useTranslations('imports.reading')
  return (
    <TextInput
      key={path}
      size="xs"
      aria-label={label}
      list={list}
      placeholder={t('notImported')}
      defaultValue={path}
      disabled={isDisabled}
      onBlur={({ currentTarget: { value } }) => value.trim() === path || onChange(value.trim())}
    />
  )
}

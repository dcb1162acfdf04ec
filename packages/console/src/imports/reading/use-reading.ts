import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import type { SourceFormat } from '@open-oms/import/read-source'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { namesQuery } from '../../configuration/names-query.ts'
import type { ImportKind } from '../import-kinds.ts'
import { detectFormat, type ReadOptions } from './read-rows.ts'

/** What a person says about how a file is to be read. */
export type ReadingChoice = {
  /** Null: by the name of the file. */
  format: SourceFormat | null
  mapping: MappingFile
  currency: string
}

const none: ReadingChoice = { format: null, mapping: {}, currency: 'EUR' }

/**
 * How the chosen file is read; null while that is not known. Another kind begins with no choice:
 * the columns of one kind mean nothing for another.
 */
export function useReading(kind: ImportKind, file: File | null) {
  const [choices, setChoices] = useState<Partial<Record<ImportKind, ReadingChoice>>>({})
  const choice = choices[kind] ?? none
  const names = useQuery(namesQuery)
  const found = useQuery({
    queryKey: ['imports', 'format', file?.name, file?.size, file?.lastModified],
    queryFn: () => detectFormat(file as File),
    enabled: file !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const format = choice.format ?? found.data ?? null
  const { stores } = names.data ?? {}
  const reading = useMemo((): ReadOptions | null => {
    if (format === null || stores === undefined) return null
    const rates = Object.fromEntries(stores.map(({ id, taxRates }) => [id, taxRates]))
    return { format, mapping: choice.mapping, currency: choice.currency, rates }
  }, [format, stores, choice])
  return {
    reading,
    choice,
    names: names.data ?? null,
    failure: names.error ?? found.error,
    choose: (change: Partial<ReadingChoice>) =>
      setChoices((before) => ({ ...before, [kind]: { ...(before[kind] ?? none), ...change } })),
  }
}

export type Reader = ReturnType<typeof useReading>

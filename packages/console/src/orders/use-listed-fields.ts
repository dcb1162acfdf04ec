import { useCallback, useMemo } from 'react'
import { type DeclaredField, useDeclaredFields } from '../declared-fields/use-declared-fields.ts'
import { columnNames, firstColumns, type ShownColumn } from './column-names.ts'
import { columnField, fieldColumn } from './field-columns.ts'

/** Finds the field that a column of the list shows; undefined for all others. */
export function useListedFields(): (column: ShownColumn) => DeclaredField | undefined {
  const fields = useDeclaredFields('order')
  return useCallback(
    (column) => {
      const key = columnField(column)
      return key === null ? undefined : fields.find((field) => field.key === key && field.inList)
    },
    [fields],
  )
}

/** The columns that a view shows: those of the system, then those of declared fields. */
export function useShownColumns(chosen: readonly string[] = firstColumns): ShownColumn[] {
  const fields = useDeclaredFields('order')
  return useMemo(() => {
    const ofSystem = columnNames.filter((name) => name === 'number' || chosen.includes(name))
    const ofFields = fields.filter(({ inList }) => inList).map(fieldColumn)
    return [...ofSystem, ...ofFields.filter((name) => chosen.includes(name))]
  }, [chosen, fields])
}

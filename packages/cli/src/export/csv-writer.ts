import { valueAt } from '@oms/contracts/property-target'
import { csvRow } from '@oms/service-kit/http/csv-row'
import type { CompiledMapping } from '../import/mapping/mapped-items.ts'
import type { Item } from '../import/resources/resource.ts'

/** How items become the text of a file. */
export type ItemWriter = { begin: string; write(item: Item): string }

/** One JSON document a line, complete as the API gives it. */
export const ndjsonWriter: ItemWriter = { begin: '', write: (item) => `${JSON.stringify(item)}\n` }

/**
 * CSV by a mapping: a row for each item of the list that the mapping spreads, at least one for each
 * item. Texts that a spreadsheet would run as a formula have an apostrophe before them, which an
 * import takes away again.
 */
export function csvWriter({ columns, spread }: CompiledMapping, delimiter: string | undefined): ItemWriter {
  const style = { separator: delimiter === ';' ? ';' : ',', decimal: '.' } as const
  const cellOf = (item: Item, position: number, { target, transform }: CompiledMapping['columns'][number]) =>
    transform.write(valueAt(item, target, position))
  const rowOf = (item: Item, position: number) =>
    csvRow(
      columns.map((column) => cellOf(item, position, column)),
      style,
    )
  const headings = columns.map(({ column }) => column.column)
  return {
    begin: csvRow(headings, style),
    write: (item) => Array.from({ length: rowsOf(item, spread) }, (_, position) => rowOf(item, position)).join(''),
  }
}

function rowsOf(item: Item, spread: string | null): number {
  if (spread === null) return 1
  const list = spread.split('.').reduce<unknown>((place, name) => (place as Item | null | undefined)?.[name], item)
  return Math.max(1, Array.isArray(list) ? list.length : 1)
}

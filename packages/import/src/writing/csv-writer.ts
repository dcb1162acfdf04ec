import { valueAt } from '@open-oms/contracts/model/property-target'
import type { CompiledMapping } from '../mapping/mapped-items.ts'
import type { Item } from '../reading/read-item.ts'

/** How items become the text of a file. */
export type ItemWriter = { begin: string; write(item: Item): string }

export type CsvStyle = {
  /** A comma where it is absent. */
  delimiter?: string | undefined
  /** Begins the file with a byte order mark, by which spreadsheets read it as UTF-8. */
  bom?: boolean | undefined
}

const BYTE_ORDER_MARK = '\ufeff'

/** One JSON document a line, complete as the API gives it. */
export const ndjsonWriter: ItemWriter = { begin: '', write: (item) => `${JSON.stringify(item)}\n` }

/**
 * CSV by a mapping: a row for each item of the list that the mapping spreads, at least one for each
 * item. What the item has once is in the first row; keys are in all. Texts that a spreadsheet would
 * run as a formula have an apostrophe before them, which an import removes again
 * (docs/reference/import-formats.md#guards).
 */
export function csvWriter(
  { columns, keys, spread }: CompiledMapping,
  { delimiter = ',', bom = false }: CsvStyle = {},
): ItemWriter {
  const isShown = ({ column, target }: CompiledMapping['columns'][number], position: number) =>
    position === 0 || target.spreadAt !== null || keys.length === 0 || keys.includes(column.column)
  const formatCells = (item: Item, position: number) =>
    columns.map((column) => (isShown(column, position) ? column.transform.write(valueAt(item, column.target, position)) : null))
  const headings = columns.map(({ column }) => column.column)
  return {
    begin: (bom ? BYTE_ORDER_MARK : '') + csvRecord(headings, delimiter),
    write: (item) =>
      Array.from({ length: countRows(item, spread) }, (_, position) => csvRecord(formatCells(item, position), delimiter)).join(
        '',
      ),
  }
}

/**
 * One record of RFC 4180, with its line end. Blanks around a text are in quotes: they belong to it.
 */
export function csvRecord(cells: readonly (string | null)[], delimiter: string): string {
  const quotedCell = (text: string) => {
    const needsQuotes = /["\r\n]/.test(text) || text.includes(delimiter) || text.trim() !== text
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${cells.map((text) => quotedCell(text ?? '')).join(delimiter)}\r\n`
}

function countRows(item: Item, spread: string | null): number {
  if (spread === null) return 1
  const list = spread.split('.').reduce<unknown>((place, name) => (place as Item | null | undefined)?.[name], item)
  return Math.max(1, Array.isArray(list) ? list.length : 1)
}

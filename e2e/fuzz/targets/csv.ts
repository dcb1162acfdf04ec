import { decodeText } from '@open-oms/import/reading/decode-text'
import { type CsvRow, readCsv } from '@open-oms/import/reading/read-csv'
import { UnreadableFile } from '@open-oms/import/reading/reasons'
import { csvRecord } from '@open-oms/import/writing/csv-writer'
import { holds, type Target } from '../target.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readRows(bytes: Buffer, size: number, delimiter?: string): Promise<CsvRow[] | string> {
  const rows: CsvRow[] = []
  try {
    for await (const row of readCsv(decodeText(inPieces(bytes, size)), { delimiter })) rows.push(row)
    return rows
  } catch (error) {
    if (error instanceof UnreadableFile) return 'refused'
    throw error
  }
}

const cells = (rows: CsvRow[] | string) => (typeof rows === 'string' ? rows : rows.map(({ line, fields }) => [line, fields]))

/** CSV files: the size of pieces changes nothing, and what was read is written and read again. */
export const csv: Target = {
  files: /import\/src\/reading\//,
  words: [',', ';', '\t', '"', '""', '\r\n', '\n', '\r', 'sep=;\n', 'id', '\ufeff', ' '],
  seeds: ['id,name\n1,"a ""b"", c"\n2,\n', 'sep=;\r\nid;name\r\n1;"x\ny"\r\n', '\ufeffid\tname\n1\tå\n'],
  start: async () => async (bytes) => {
    const rows = await readRows(bytes, bytes.length + 1)
    const inSmall = await readRows(bytes, 3)
    holds(JSON.stringify(cells(inSmall)) === JSON.stringify(cells(rows)), 'in pieces and whole', cells(inSmall), cells(rows))
    if (typeof rows === 'string' || rows[0] === undefined) return
    const { delimiter, columns } = rows[0].header
    // At the beginning of a file such a line counts as blank, whatever the delimiter.
    if (columns.every((column) => /^[\s,;|]*$/.test(column))) return
    const written = [columns, ...rows.map(({ fields }) => fields)].map((record) => csvRecord(record, delimiter)).join('')
    const again = await readRows(Buffer.from(`sep=${delimiter}\r\n${written}`), 4096, delimiter)
    const fields = (read: CsvRow[] | string) => (typeof read === 'string' ? read : read.map((row) => row.fields))
    holds(JSON.stringify(fields(again)) === JSON.stringify(fields(rows)), 'written and read again', fields(again), fields(rows))
  },
}

import fc from 'fast-check'
import t from 'tap'
import { collectItems, pieces } from '../testing/pieces.ts'
import { csvRecord } from '../writing/csv-writer.ts'
import { decodeText } from './decode-text.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

const cellText = fc.oneof(fc.constantFrom('', ' ', '"', 'a"b', 'x\r\ny', '\n', ',', ';', '\t', "'"), fc.string({ maxLength: 6 }))
const table = fc.record({
  rows: fc.array(fc.array(cellText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  size: fc.integer({ min: 1, max: 40 }),
})

const returnError = (error: unknown) => error
const lineEndsIn = (text: string) => text.split(/\r\n|[\r\n]/).length - 1

t.test(
  'given any table, when it is read in pieces of any size, then its cells, quotes, texts and lines are those of the table',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, delimiter, lineEnd, size }) => {
        const all = [['first', 'second', 'third'], ...rows.filter((row) => row.some((text) => text.trim() !== ''))]
        const records = all.map((row) => csvRecord(row, delimiter).slice(0, -2))
        const read = await collectItems(readCsv(decodeText(pieces(records.join(lineEnd) + lineEnd, size)))).catch(returnError)
        if (all.length === 1) {
          t.match(read, { named: { name: 'onlyHeader' } })
          return
        }
        t.same(
          (read as CsvRow[]).map(({ line, fields, quoted, text }) => ({ line, fields, quoted: [...quoted], text })),
          all.slice(1).map((fields, index) => ({
            line: 1 + lineEndsIn(records.slice(0, index + 1).join(lineEnd) + lineEnd),
            fields,
            quoted: [0, 1, 2].filter((position) => csvRecord([fields[position] as string], delimiter).startsWith('"')),
            text: records[index + 1],
          })),
        )
      }),
      { numRuns: 100 },
    )
  },
)

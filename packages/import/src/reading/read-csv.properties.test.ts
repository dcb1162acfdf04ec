import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import t from 'tap'
import { listOf, pieces } from '../testing/pieces.ts'
import { csvRecord } from '../writing/csv-writer.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'

const cellText = fc.oneof(fc.constantFrom('', ' ', '"', 'a"b', 'x\r\ny', '\n', ',', ';', '\t', "'"), fc.string({ maxLength: 6 }))
const table = fc.record({
  rows: fc.array(fc.array(cellText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  size: fc.integer({ min: 1, max: 40 }),
})

t.test('given any table, when it is read in pieces of any size, then its cells are those of another reader', async (t) => {
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, delimiter, lineEnd, size }) => {
      const all = [['first', 'second', 'third'], ...rows.filter((row) => row.some((text) => text.trim() !== ''))]
      const content = all.map((row) => csvRecord(row, delimiter).slice(0, -2) + lineEnd).join('')
      const expected: string[][] = parse(content, { delimiter, record_delimiter: [lineEnd] })
      if (all.length === 1) return
      const read = await listOf(readCsv(decodeText(pieces(content, size))))
      t.same(
        read.map(({ fields }) => fields),
        expected.slice(1),
      )
      t.same(expected.slice(1), all.slice(1))
    }),
    { numRuns: 100 },
  )
})

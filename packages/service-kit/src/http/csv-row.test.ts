import { anyCharacter } from '@open-oms/contracts/testing/any-character'
import { guardFormulas } from '@open-oms/contracts/text/spreadsheet-guard'
import fc from 'fast-check'
import t from 'tap'
import { parsedCsv } from '../testing/parsed-csv.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { csvRow } from './csv-row.ts'

t.test('given numbers, flags and nothing, when a row is written, then they are unquoted and it ends with CRLF', async (t) => {
  t.equal(csvRow(['A-1', 12.5, -3, 0, true, null, undefined, '']), 'A-1,12.5,-3,0,true,,,\r\n')
  t.equal(csvRow([0.0001, -0.5, 999999999999.9999]), '0.0001,-0.5,999999999999.9999\r\n')
})

t.test('given fields with separators, quotes or line ends, when a row is written, then they are quoted', async (t) => {
  t.equal(csvRow(['a,b', 'say "hi"', 'two\nlines', 'cr\r']), '"a,b","say ""hi""","two\nlines","cr\r"\r\n')
})

t.test('given texts that a spreadsheet would run, when a row is written, then they are neutralised', async (t) => {
  t.equal(csvRow(['=1+1', '+47 22', '-5', '@cmd', '=A1,B1']), `'=1+1,'+47 22,'-5,'@cmd,"'=A1,B1"\r\n`)
  t.equal(csvRow(['\t=1', '\r=1', '\n=1']), `'\t'=1,"'\r'=1","'\n'=1"\r\n`)
  t.equal(csvRow(['a=b', '1-2', "'quoted"]), "a=b,1-2,'quoted\r\n")
})

t.test('given lists and objects, when a row is written, then they are JSON', async (t) => {
  t.equal(csvRow([['vip', 'b2b'], { a: 1 }]), '"[""vip"",""b2b""]","{""a"":1}"\r\n')
})

t.test('given a record of one empty field, when it is written, then it is not an empty line', async (t) => {
  t.same(parsedCsv(csvRow([null]) + csvRow(['x'])), [[''], ['x']])
})

t.test('given a European format, when a row is written, then it has semicolons and decimal commas', async (t) => {
  const european = { separator: ';', decimal: ',' } as const
  t.equal(csvRow([-12.5, 'a,b', 'c;d', null, '1.5', '=1'], european), `-12,5;a,b;"c;d";;1.5;'=1\r\n`)
  t.equal(csvRow([12.5, ''], { separator: ';', decimal: '.' }), '12.5;\r\n')
  t.same(parsedCsv(csvRow(['a;b', 'c,d'], european), ';'), [['a;b', 'c,d']])
})

t.test('given any rows, when they are written and read, then they are the same', async (t) => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', '-', "'", 'a', 'ø') }),
  )
  const table = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  const readsBack = fc.property(table, (rows) => {
    const read = parsedCsv(rows.map((row) => csvRow(row)).join(''))
    const expected = rows.map((row) => row.map(guardFormulas))
    return JSON.stringify(read) === JSON.stringify(expected)
  })
  t.doesNotThrow(() => fc.assert(readsBack, { numRuns: propertyRuns(500) }))
})

import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import t from 'tap'
import type { ImportKind } from '../import-kinds.ts'
import { detectFormat, type Row, readRows } from './read-rows.ts'

const newFile = (content: string | Uint8Array<ArrayBuffer>, name = 'file.ndjson') => new File([content], name)
const reading = async (file: File, mapping: MappingFile = {}) => ({
  ...{ format: await detectFormat(file), mapping, currency: 'EUR', rates: { 'Oslo-01': [15, 25] } },
})

async function collectRows(file: File, kind: ImportKind = 'orders', mapping: MappingFile = {}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readRows({ file, kind, ...(await reading(file, mapping)) })) rows.push(row)
  return rows
}

const found = (rows: readonly Row[]) => rows.map(({ line, key, problems }) => [line, key, problems[0]?.named?.name ?? null])

t.test('given JSON lines, when they are read, then each row has its line, its key and what is wrong with it', async (t) => {
  const lines = ['{"ID":"A"}', '', '{"id":', '7', '{"total":1}', '{"id":null,"orderNumber":"A"}', '{"orderNumber":7}']
  const rows = await collectRows(newFile(`\ufeff${lines.join('\r\n')}`))
  t.same(found(rows), [
    [1, 'A', null],
    [3, null, 'notJson'],
    [4, null, 'notObject'],
    [5, null, 'keyMissing'],
    [6, 'A', 'repeated'],
    [7, '7', null],
  ])
  t.equal(rows[4]?.text.trim(), lines[5], 'the row is kept as it is in the file')
  t.equal(rows[4]?.item, null, 'it is not sent')
})

t.test('given a mapping, when a CSV file is read, then its columns, constants and decimal mark count', async (t) => {
  const mapping = {
    decimalMark: ',' as const,
    constants: { warehouseCode: 'Central' },
    columns: [
      { column: 'Vare', path: 'skuId' },
      { column: 'Antall', path: 'quantity' },
    ],
  }
  const rows = await collectRows(newFile('Vare;Antall;Merknad\nCUP;1.250,5;x\nBOWL;1.25;y\n', 'a.csv'), 'stock', mapping)
  t.same(rows[0]?.item, { warehouseCode: 'Central', skuId: 'CUP', quantity: 1250.5 })
  t.match(rows[1], { key: 'BOWL \u00b7 Central', item: null, text: 'BOWL;1.25;y', problems: [{ column: 'Antall' }] })
})

t.test('given a file, when its format is asked for, then its name says it, else its first character', async (t) => {
  t.equal(await detectFormat(newFile('[', 'a.JSON')), 'json')
  t.equal(await detectFormat(newFile('{', 'a.json')), 'ndjson')
  t.equal(await detectFormat(newFile('[', 'a.jsonl')), 'ndjson')
  t.equal(await detectFormat(newFile('{', 'a.tsv')), 'csv')
  t.equal(await detectFormat(newFile(' \n[{', 'export')), 'json')
  t.equal(await detectFormat(newFile('a;b', 'export.txt')), 'csv')
})

t.test('given a list in UTF-16, when it is read, then it is read as a list, with a byte order mark and without', async (t) => {
  for (const mark of ['\ufeff', '']) {
    const content = Buffer.from(`${mark}[{"id":"Å"}]`, 'utf16le')
    for (const bytes of [new Uint8Array(content), new Uint8Array(content.swap16())]) {
      const file = newFile(bytes, 'orders.json')
      t.equal(await detectFormat(file), 'json')
      t.same(found(await collectRows(file)), [[1, 'Å', null]])
    }
  }
})

t.test('given 20,000 rows in any form, when they are read, then all of them are found in pieces of the file', async (t) => {
  const levels = Array.from({ length: 20_000 }, (_, index) => ({
    skuId: `S${index}`,
    warehouseCode: 'Lageret på Å',
    quantity: 1,
  }))
  const csv = ['skuId,warehouseCode,quantity', ...levels.map((level) => Object.values(level).join())].join('\r\n')
  const files = [
    newFile(JSON.stringify(levels), 'a.json'),
    newFile(levels.map((level) => JSON.stringify(level)).join('\n')),
    newFile(csv, 'a.csv'),
  ]
  for (const file of files) {
    let rows = 0
    for await (const { problems, item } of readRows({ file, kind: 'stock', ...(await reading(file)) })) {
      rows++
      if (problems.length > 0 || item?.warehouseCode !== 'Lageret på Å') t.fail(`row ${rows} of ${file.name}`)
    }
    t.equal(rows, levels.length, file.name)
  }
})

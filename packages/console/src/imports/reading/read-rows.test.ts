import t from 'tap'
import type { ImportKind } from '../import-kinds.ts'
import { UnreadableFile } from './file-text.ts'
import { formatOf, type Row, readRows } from './read-rows.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'file.ndjson') => new File([content], name)

async function rowsOf(file: File, kind: ImportKind = 'orders'): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readRows({ file, kind, format: await formatOf(file) })) rows.push(row)
  return rows
}

/** Why a file cannot be read. */
async function failureOf(file: File, kind: ImportKind = 'orders'): Promise<string> {
  const failure = await rowsOf(file, kind).catch((error: unknown) => error)
  return failure instanceof UnreadableFile ? `${failure.line} ${failure.problem.name}` : String(failure)
}

const found = (rows: readonly Row[]) => rows.map(({ line, key, problem }) => [line, key, problem?.name ?? null])

t.test('given JSON lines, when they are read, then each row has its line, its key and what is wrong with it', async (t) => {
  const lines = ['{"ID":"A"}', '', '{"id":', '7', '{"total":1}', '{"id":null,"orderNumber":"A"}', '{"orderNumber":7}']
  const rows = await rowsOf(fileOf(`\ufeff${lines.join('\r\n')}`))
  t.same(found(rows), [
    [1, 'A', null],
    [3, null, 'noJson'],
    [4, null, 'noObject'],
    [5, null, 'noKey'],
    [6, 'A', 'repeatedLine'],
    [7, '7', null],
  ])
  t.same(rows[4]?.problem?.values, { line: 1 })
  t.equal(rows[4]?.text.trim(), lines[5], 'the row is kept as it is in the file')
  t.equal(rows[4]?.item, null, 'it is not sent')
})

t.test('given an order in the wrapping of the closed system, when it is read, then the order is taken out of it', async (t) => {
  const wrapped = { Order: { id: 'A', storeId: 'Oslo-01' }, returnOrderForm: null, shipment: null }
  const [row] = await rowsOf(fileOf(JSON.stringify(wrapped)))
  t.same(row?.item, { id: 'A', storeId: 'Oslo-01' })
})

t.test('given a JSON list, when it is read, then its items are known by their numbers, however it is written', async (t) => {
  const items = [
    { id: 'A', note: 'a ] , } "b" \\ æ' },
    { id: 'B', lines: [[1], { c: [] }] },
  ]
  for (const content of [JSON.stringify(items), JSON.stringify(items, null, 2), ` \n${JSON.stringify(items)}\n`]) {
    const rows = await rowsOf(fileOf(content, 'orders.json'))
    t.same(
      rows.map(({ line, item }) => [line, item]),
      [
        [1, items[0]],
        [2, items[1]],
      ],
    )
  }
  const torn = await rowsOf(fileOf('[{"id":"A" "b":1}, {"id":"B"}, ]', 'orders.json'))
  t.same(found(torn), [
    [1, null, 'noJson'],
    [2, 'B', null],
    [3, null, 'noJson'],
  ])
})

t.test('given a file that cannot be read on, when it is read, then it says from which line on and why', async (t) => {
  const list = (content: string) => failureOf(fileOf(content, 'orders.json'))
  t.equal(await list('[{"id":"A"},\n{"id":"B}\n]'), '2 openText')
  t.equal(await list('[{"id":"A"},\n{"id":"B"}'), '2 openList')
  t.equal(await list('[{"id":"A"}]\n\n]'), '3 afterList')
  t.equal(await list('[ ]'), '1 empty')
  t.equal(await failureOf(fileOf('\n\n')), '1 empty')
  t.equal(await failureOf(fileOf(new Uint8Array([0x7b, 0x22, 0xf8, 0x22, 0x7d]))), '1 encoding')
  t.equal(await failureOf(fileOf('{"id":"A"}\n{"id":"\u0000"}')), '2 zeroCharacter')
})

t.test('given CSV with property paths as headings, when it is read, then rows of one order are one item', async (t) => {
  const content = [
    'orderNumber;storeId;tags;orderForm.lineItems[].code;orderForm.lineItems[].quantity',
    '7001;Oslo-01;"a, b";CUP;2',
    ';;;"BOWL; ""blue""";1.5',
    '7002;Oslo-01;;CUP;two',
  ].join('\r\n')
  const rows = await rowsOf(fileOf(content, 'orders.csv'))
  t.same(found(rows), [
    [2, '7001', null],
    [4, '7002', 'cell'],
  ])
  t.same(rows[0]?.item, {
    orderNumber: '7001',
    storeId: 'Oslo-01',
    tags: ['a', 'b'],
    orderForm: {
      lineItems: [
        { code: 'CUP', quantity: 2 },
        { code: 'BOWL; "blue"', quantity: 1.5 },
      ],
    },
  })
  t.equal(rows[0]?.text, '7001;Oslo-01;"a, b";CUP;2\n;;;"BOWL; ""blue""";1.5')
  t.same(rows[1]?.problem?.values, { column: 'orderForm.lineItems[].quantity', text: 'two' })
})

t.test('given CSV of stock, when it is read, then texts stay texts and rows of more fields are named', async (t) => {
  const rows = await rowsOf(fileOf("skuId,warehouseCode,quantity\n007,W,3\n'=1+1,W,4\n8,W\n9,W,1,2\n", 'stock.csv'), 'stock')
  t.same(found(rows), [
    [2, '007 · W', null],
    [3, '=1+1 · W', null],
    [4, '8 · W', null],
    [5, '9 · W', 'fields'],
  ])
  t.same(rows[0]?.item, { skuId: '007', warehouseCode: 'W', quantity: 3 })
})

t.test('given a CSV file that cannot be used, when it is read, then it says what is wrong with it', async (t) => {
  const stock = (content: string) => failureOf(fileOf(content, 'stock.csv'), 'stock')
  t.equal(await stock('skuId,quantity\n1,2\n3,"4\n5,6'), '3 quote')
  t.equal(await stock('skuId,quantity\n1,2\n3,4"'), '3 quote')
  t.equal(await stock('skuId,quantity\n'), '1 onlyHeader')
  t.equal(await stock('skuId,,quantity\n1,2,3'), '1 unnamedColumn')
  t.equal(await stock('skuId,SKUID\n1,2'), '1 columnTwice')
  t.equal(await stock('sku,quantity\n1,2'), '1 unknownColumn')
  const orders = 'id,orderForm.lineItems[].code,orderForm.payments[].amount\nA,B,1'
  t.equal(await failureOf(fileOf(orders, 'orders.csv')), '1 twoLists')
})

t.test('given a file, when its format is asked for, then its name says it, else its first character', async (t) => {
  t.equal(await formatOf(fileOf('[', 'a.JSON')), 'json')
  t.equal(await formatOf(fileOf('{', 'a.json')), 'ndjson')
  t.equal(await formatOf(fileOf('[', 'a.jsonl')), 'ndjson')
  t.equal(await formatOf(fileOf('{', 'a.tsv')), 'csv')
  t.equal(await formatOf(fileOf(' \n[{', 'export')), 'json')
  t.equal(await formatOf(fileOf('a;b', 'export.txt')), 'csv')
})

t.test('given a list in UTF-16, when it is read, then it is read as a list, with a byte order mark and without', async (t) => {
  for (const mark of ['\ufeff', '']) {
    const content = Buffer.from(`${mark}[{"id":"Å"}]`, 'utf16le')
    for (const bytes of [new Uint8Array(content), new Uint8Array(content.swap16())]) {
      const file = fileOf(bytes, 'orders.json')
      t.equal(await formatOf(file), 'json')
      t.same(found(await rowsOf(file)), [[1, 'Å', null]])
    }
  }
})

t.test('given 100,000 rows in any form, when they are read, then all of them are found in pieces of the file', async (t) => {
  const levels = Array.from({ length: 100_000 }, (_, index) => ({
    skuId: `S${index}`,
    warehouseCode: 'Lageret på Å',
    quantity: 1,
  }))
  const csv = ['skuId,warehouseCode,quantity', ...levels.map((level) => Object.values(level).join())].join('\r\n')
  const files = [
    fileOf(JSON.stringify(levels), 'a.json'),
    fileOf(levels.map((level) => JSON.stringify(level)).join('\n')),
    fileOf(csv, 'a.csv'),
  ]
  for (const file of files) {
    let rows = 0
    for await (const { problem, item } of readRows({ file, kind: 'stock', format: await formatOf(file) })) {
      rows++
      if (problem !== null || item?.warehouseCode !== 'Lageret på Å') t.fail(`row ${rows} of ${file.name}`)
    }
    t.equal(rows, levels.length, file.name)
  }
})

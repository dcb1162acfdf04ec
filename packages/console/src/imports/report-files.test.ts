import { refused } from '@open-oms/import/reading/reasons'
import t from 'tap'
import { rowsDone } from './kept/kept-import.ts'
import { type Row, readRows } from './reading/read-rows.ts'
import { nameBeside, refusedFile, reportFile } from './report-files.ts'
import { countsWith, inReportOrder, noCounts, type RowResult, toRowResults } from './sending/row-results.ts'

const notJson = { line: 2, column: null, path: '', ...refused('notJson', { detail: 'end' }) }
const rows: Row[] = [
  { line: 1, text: '{"id":"A"}', key: 'A', item: { id: 'A' }, problems: [] },
  { line: 2, text: '{"id"', key: null, item: null, problems: [notJson] },
  { line: 3, text: '{"id":"C"}', key: 'C', item: { id: 'C' }, problems: [] },
  { line: 4, text: '{"id":"D"}', key: 'D', item: { id: 'D' }, problems: [] },
]
const results = toRowResults(rows, [
  { outcome: 'existing', reason: null },
  { outcome: 'refused', reason: '=no, "really"' },
  { outcome: 'created', reason: null },
])

t.test('given rows of a batch, when the sent ones have results, then each row has one and what failed is first', async (t) => {
  t.same(
    inReportOrder(results).map(({ line, outcome }) => [line, outcome]),
    [
      [3, 'refused'],
      [2, 'unreadable'],
      [4, 'created'],
      [1, 'existing'],
    ],
  )
  const counts = countsWith(noCounts, results)
  t.same(counts, { refused: 1, unreadable: 1, created: 1, updated: 0, existing: 1 })
  t.equal(rowsDone({ counts }), 4)
  t.same(
    results.map(({ text }) => text),
    [undefined, '{"id"', '{"id":"C"}', undefined],
    'only what was not accepted is kept',
  )
})

t.test('given a report, when it is saved, then spreadsheets read it and run nothing of it', async (t) => {
  const words = {
    columns: ['Line', 'Id', 'Result', 'Reason'],
    outcome: ({ outcome }: RowResult) => outcome,
    reason: ({ reason }: RowResult) => (typeof reason === 'string' ? reason : ''),
  }
  t.equal(
    await reportFile(results, words).text(),
    'Line,Id,Result,Reason\r\n1,A,existing,\r\n2,,unreadable,\r\n3,C,refused,"\'=no, ""really"""\r\n4,D,created,\r\n',
    'its mark is read as such',
  )
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n']) {
    const report = await reportFile([{ line: 1, key: `${sign}1`, outcome: 'created', reason: null }], words).text()
    t.match(report, `'${sign}1`, JSON.stringify(sign))
  }
})

t.test('given refused rows, when they are saved, then they are in the form of their file, in its order', async (t) => {
  const sorted = inReportOrder(results)
  t.equal(await refusedFile(sorted, { format: 'ndjson', header: null }).text(), '{"id"\n{"id":"C"}\n')
  t.equal(await refusedFile(sorted, { format: 'json', header: null }).text(), '[\n{"id",\n{"id":"C"}\n]\n')
  t.equal(await refusedFile(sorted, { format: 'csv', header: 'id;name' }).text(), 'id;name\n{"id"\n{"id":"C"}\n')
  t.equal(nameBeside('my.orders.ndjson', 'refused'), 'my.orders-refused.ndjson')
  t.equal(nameBeside('orders', 'report', '.csv'), 'orders-report.csv')
})

t.test('given refused rows of a CSV file, when they are saved, then spreadsheets and imports read their letters', async (t) => {
  const text = '1;Lageret på Å'
  const file = refusedFile([{ line: 2, key: '1', outcome: 'refused', reason: null, text }], {
    format: 'csv',
    header: 'skuId;warehouseCode',
  })
  t.same([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)], [0xef, 0xbb, 0xbf])
  const again: Row[] = []
  for await (const row of readRows({ file, kind: 'stock', format: 'csv', mapping: {}, currency: 'EUR', rates: {} }))
    again.push(row)
  t.match(again, [{ text, item: { skuId: '1', warehouseCode: 'Lageret på Å' }, problems: { length: 0 } }])
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportColumn } from '@open-oms/contracts/reports/report'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import t from 'tap'
import { writeParquet } from './parquet-file.ts'

const columns: ReportColumn[] = (['Text', 'Date', 'Time', 'Integer', 'Number', 'Amount'] as const).map((type) => ({
  name: type.toLowerCase(),
  type,
  label: { en: type, nb: type },
}))
const path = (name: string) => join(mkdtempSync(join(tmpdir(), 'oms-parquet-')), name)
const row = (index: number) => ({
  text: index % 3 === 0 ? null : `Ærlig 東京 ${index}`,
  date: '2026-02-28',
  time: '2026-02-28T23:59:59.999Z',
  integer: index,
  number: index / 8,
  amount: -123456789.1234,
})
async function* rows(count: number) {
  for (let index = 0; index < count; index++) yield row(index)
}

t.test('given more rows than a group, when they are written, then a reader gets each value with its type', async (t) => {
  const file = path('many.parquet')
  t.equal(await writeParquet(file, columns, rows(45_000)), 45_000)
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  t.equal(metadata.row_groups.length, 3)
  t.same(
    metadata.schema.slice(1).map(({ name, converted_type }) => [name, converted_type]),
    [
      ['text', 'UTF8'],
      ['date', 'DATE'],
      ['time', 'TIMESTAMP_MILLIS'],
      ['integer', undefined],
      ['number', 'DECIMAL'],
      ['amount', 'DECIMAL'],
    ],
  )
  const read = await parquetReadObjects({ file: buffer, rowStart: 20_001, rowEnd: 20_003 })
  const expected = [row(20_001), row(20_002)].map(({ date, time, integer, ...same }) => ({
    ...same,
    date: new Date(date),
    time: new Date(time),
    integer: BigInt(integer),
  }))
  t.same(read, expected)
})

t.test('given no rows, when they are written, then the file has the columns', async (t) => {
  const file = path('none.parquet')
  t.equal(await writeParquet(file, columns, rows(0)), 0)
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(file))
  t.equal(Number(metadata.num_rows), 0)
  t.equal(metadata.schema.length, columns.length + 1)
})

// Shared process: a started system.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import t from 'tap'
import { startedSystem } from '../../testing/started-system.ts'

t.test('given a running system with orders, when reports are run, then files have what the API says', async (t) => {
  const { client, oms, remotely } = await startedSystem()
  const folder = mkdtempSync(join(tmpdir(), 'oms-reports-'))
  const code = `REPORT-${process.pid}`
  const { status, body: order } = await client.call('POST', '/api/Orders', {
    body: {
      id: code,
      storeId: 'Oslo-01',
      marketId: 'NOR',
      orderType: 'Online',
      status: 'New',
      orderForm: { lineItems: [{ lineItemId: '1', code, displayName: '=1+1', quantity: 2, placedPrice: 12.5, taxRate: 25 }] },
    },
  })
  t.equal(status, 201)
  const { total } = order as { total: number }

  t.test('given the list, when it is shown, then reports of both services are in it', async (t) => {
    const { stdout, code } = await oms(['report', 'list'])
    t.equal(code, 0)
    t.match(stdout, /sales-by-day .*ledger-totals/s)
  })

  t.test('given formats, when a report is run, then each file has the same rows', async (t) => {
    const file = (format: string) => join(folder, `open.${format}`)
    for (const format of ['csv', 'ndjson', 'parquet']) {
      const args = ['report', 'run', 'open-orders', '--store', 'Oslo-01', '--format', format, '--output', file(format)]
      const { code, stderr } = await remotely(args)
      t.equal(code, 0, stderr)
    }
    const lines = readFileSync(file('ndjson'), 'utf8').trimEnd().split('\n')
    const parsed = lines.map((line) => JSON.parse(line))
    t.match(
      parsed.find(({ order_id }) => order_id === code),
      { currency: 'NOK', total, store_id: 'Oslo-01' },
    )
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(file('parquet')) })
    t.same(
      read.map((row) => ({ ...row, created_at: row.created_at.toISOString(), age_days: Number(row.age_days) })),
      parsed,
    )
    t.equal(readFileSync(file('csv'), 'utf8').split('\r\n').length, lines.length + 2)
    t.same(readdirSync(folder).sort(), ['open.csv', 'open.ndjson', 'open.parquet'], 'no part is left')
  })

  t.test('given no file, when a report is run, then standard output has it, guarded against formulas', async (t) => {
    const { stdout } = await oms(['report', 'run', 'sales-by-product', '--decimal', 'comma'])
    t.match(stdout, new RegExp(`${code};'=1\\+1;;NOK;1;2;`))
  })

  t.test('given a mistake, when a report is run, then it says what is wrong and leaves no file', async (t) => {
    t.match(await oms(['report', 'run', 'nothing']), { code: 1, stderr: /There is no report nothing/ })
    t.match(await oms(['report', 'run', 'refunds', '--format', 'parquet']), { code: 2, stderr: /--output FILE/ })
    const path = join(folder, 'never.csv')
    const bad = await oms(['report', 'run', 'refunds', '--from', '2026-02-02', '--to', '2026-02-01', '--output', path])
    t.match(bad.stderr, /must not be before from/)
    t.notOk(readdirSync(folder).some((name) => name.startsWith('never')))
  })
})

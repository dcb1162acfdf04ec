import pino from 'pino'
import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { openReportDatabase } from './report-database.ts'

const { reportingUrl } = await testDatabase(t, 'catalog-assets')
const open = (statementTimeoutMs?: number) => {
  const options = { url: reportingUrl, log: pino({ level: 'silent' }), applicationName: 'test reports' }
  const database = openReportDatabase({ ...options, ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }) })
  t.teardown(() => database.close())
  return database
}
const series = (count: number) => ({ text: `select n from generate_series(1, ${count}) as n`, values: [] })

t.test('given more rows than a batch, when they are read, then all come in batches, of which few are held', async (t) => {
  const sizes: number[] = []
  for await (const rows of open().read(series(2_500))) sizes.push(rows.length)
  t.same(sizes, [1_001, 1_001, 498])
})

t.test('given readers that stop early, when others read, then connections are free again', async (t) => {
  const database = open()
  for (let reader = 0; reader < 7; reader++) {
    const rows = database.read(series(5_000))
    await rows.next()
    await rows.return(undefined)
  }
  t.pass('a pool of three has served seven')
})

t.test('given a statement that takes too long, or writes, when it is read, then it is refused', async (t) => {
  await t.rejects(open(50).read({ text: 'select pg_sleep(5)', values: [] }).next(), { code: 'Unavailable', message: /too long/ })
  const writing = { text: `select set_config('transaction_read_only', 'off', true), nextval('reporting.none')`, values: [] }
  await t.rejects(open().read(writing).next(), /does not exist|permission denied|read-only/)
  const several = { text: 'select 1; create table reporting.more (id int)', values: [] }
  await t.rejects(open().read(several).next(), { code: '42601' })
  await t.rejects(open().read({ text: 'select * from public.product', values: [] }).next(), { code: '42501' })
})

t.test('given no server, when a report is read, then it is unavailable', async (t) => {
  const url = Object.assign(new URL(reportingUrl), { port: '1' }).href
  const database = openReportDatabase({ url, log: pino({ level: 'silent' }), applicationName: 'test reports' })
  t.teardown(() => database.close())
  await t.rejects(database.read(series(1)).next(), { code: 'Unavailable' })
})

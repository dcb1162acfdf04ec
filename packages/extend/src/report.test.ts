import t from 'tap'
import { defineReport, type ExtensionReport, findReportFault } from './report.ts'

const report = (changes: Partial<ExtensionReport> = {}): ExtensionReport =>
  defineReport({
    name: 'points',
    label: { en: 'Points' },
    description: { en: 'Points of orders', nb: 'Poeng av ordrer' },
    columns: [{ name: 'points', type: 'Integer', label: { en: 'Points' } }],
    sql: 'select 1 as points from reporting.orders where :stores is null or store_id = any(:stores)',
    ...changes,
  })

t.test('given a whole report, when it is checked, then nothing is wrong with it', async (t) => {
  t.equal(findReportFault(report()), null)
  const sql = `with a as (select extract(epoch from created_at) as s, 'from users; x' as t from reporting.orders),
    b as (select s from a) select count(*) as points from b join reporting.stock on s is distinct from 1
    cross join lateral (select 1) as one`
  t.equal(findReportFault(report({ sql })), null)
  const period = 'select 1 as points from reporting.orders where created_at >= :from AND created_at < :to and :from\n< :to'
  t.equal(findReportFault(report({ sql: period })), null, 'the begin of the period names no view')
})

t.test('given a report that is not whole, when it is checked, then what is wrong is said', async (t) => {
  const fault = (changes: object) => findReportFault(report(changes as Partial<ExtensionReport>))
  t.match(findReportFault(null as unknown as ExtensionReport), /is none/)
  t.match(fault({ name: 'Points of May' }), /no name/)
  t.match(fault({ label: { nb: 'Poeng' } }), /label/)
  t.match(fault({ columns: [] }), /no columns/)
  t.match(fault({ columns: [{ name: 'x', type: 'Money', label: { en: 'X' } }] }), /columns\[0\] has no .+ type of Text, Date/)
  t.match(fault({ sql: 7 }), /no SQL/)
  for (const sql of ['delete from reporting.orders', 'select 1; select 2', 'select 1 -- x', 'select 1 /* x */', 'select $1'])
    t.match(fault({ sql }), /not one SELECT/, sql)
  for (const relation of ['orders', 'public.order', 'pg_catalog.pg_roles', '"public"."order"'])
    t.match(fault({ sql: `select 1 as points from ${relation}` }), /no reporting view/, relation)
})

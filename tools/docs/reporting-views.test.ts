import type { NatsServiceName } from '@open-oms/contracts/nats-users'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { reportingColumns } from './reporting-columns.ts'
import { reportingComments } from './reporting-views-page.ts'

const columnsText = `select c.relname as view, a.attname as column, format_type(a.atttypid, null) as type,
    col_description(c.oid, a.attnum) as comment, obj_description(c.oid) as "viewComment"
  from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'reporting'::regnamespace order by c.oid, a.attnum`
type ColumnRow = { view: string; column: string; type: string; comment: string | null; viewComment: string | null }

for (const [service, views] of Object.entries(reportingColumns)) {
  t.test(`given the database of ${service}, when its reporting views are read, then they are as promised`, async (t) => {
    const { owner } = await testDatabase(t, service as NatsServiceName)
    const rows = await owner.query<ColumnRow>({ text: columnsText })
    const promised = Object.entries(views).flatMap(([view, columns]) =>
      Object.entries(columns).map(([column, type]) => `${view}.${column} ${type}`),
    )
    t.same(
      rows.map(({ view, column, type }) => `${view}.${column} ${type}`),
      promised,
      'columns are only added, at the end',
    )
    const comments = reportingComments(service)
    for (const { view, column, comment, viewComment } of rows) {
      t.ok(comment && viewComment, `${view}.${column} has a comment`)
      t.same([comment, viewComment], [comments.get(`${view}.${column}`), comments.get(view)], 'the page has it')
    }
  })

  t.test(`given the reporting views of ${service}, when their columns are read, then none is of a personal kind`, async (t) => {
    const personal = /name$|mail|phone|address|comment|note|secret|customer_id|customer_key|person|user|author/
    const allowed = ['product_name', 'account_name', 'order_lines.product_name', 'discounts.name', 'products.name']
    const suspicious = Object.entries(views).flatMap(([view, columns]) =>
      Object.keys(columns).filter(
        (column) => personal.test(column) && !allowed.includes(column) && !allowed.includes(`${view}.${column}`),
      ),
    )
    t.same(suspicious, [])
  })
}

import { Sql } from '@open-oms/service-kit/database/statement'
import t from 'tap'
import { renderStatement } from './render-statement.ts'

t.test(
  'given a statement, when it is rendered, then its parameters, columns and comments are there, a clause on each line',
  async (t) => {
    const rendered = renderStatement({
      name: 'widget-save',
      text: `with
      -- the widget that is there
      held as (select id from widget where id = $1 for update), noted as (insert into note (id) select id from held)
      update widget as w set content = $2, size = case when w.size is null then 1 else w.size end from held where w.id = held.id and
      w.content is distinct from $2 returning w.id, w.name`,
      parameters: [Sql.uuid, Sql.nullable(Sql.json), Sql.list(Sql.text)],
      row: { id: Sql.uuid, name: Sql.nullable(Sql.text) },
    })
    t.equal(
      rendered,
      `-- widget-save
-- Parameters: $1 uuid, $2 json or null, $3 text[]
-- Columns: id uuid, name text or null
with
  -- the widget that is there
  held as (select id from widget where id = $1 for update),
  noted as (insert into note (id) select id from held)
update widget as w
set content = $2, size = case when w.size is null then 1 else w.size end
from held
where w.id = held.id and w.content is distinct from $2
returning w.id, w.name
`,
    )
  },
)

t.test('given a long list of columns, when it is rendered, then it fills its lines, and none is too wide', async (t) => {
  const columns = Array.from({ length: 30 }, (_, index) => `column_${index}`)
  const rendered = renderStatement({ name: 'many', text: `select ${columns.join(', ')} from a`, parameters: [], row: {} })
  const lines = rendered.split('\n')
  t.same(lines.slice(0, 3), ['-- many', 'select', `  ${columns.slice(0, 9).join(', ')},`])
  t.ok(lines.every(({ length }) => length <= 100))
  t.ok(lines.length < 10)
})

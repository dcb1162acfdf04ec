// Own process: it loads every module of the services.
import t from 'tap'
import { serviceStatements } from './service-statements.ts'
import {
  guardedWrites,
  guardProblems,
  guardRules,
  uncommentedParts,
  unguardedWrites,
  untied,
  untiedParts,
} from './statement-rules.ts'

const statements = [...(await serviceStatements()).values()].flat()

t.test('given every statement of the services, when it writes a table, then it carries the guard of that table', async (t) => {
  t.ok(statements.length > 300, 'the statements of all services')
  t.same(statements.flatMap(guardProblems), [])
})

t.test(
  'given the table of guards, when statements are compared with it, then every rule is used and every exception needed',
  async (t) => {
    for (const rule of guardRules) {
      const writing = statements.filter(({ text }) => guardedWrites(rule, text).length > 0)
      const unguarded = writing.filter(({ text }) => unguardedWrites(rule, text).length > 0).map(({ name }) => name)
      t.ok(writing.length > unguarded.length, `${rule.table} is written with its guard`)
      t.same(unguarded.sort(), Object.keys(rule.except).sort(), rule.table)
    }
  },
)

t.test(
  'given several writes in a statement, when the first one finds nothing, then the others do not happen, unless said why',
  async (t) => {
    const found = statements.filter(({ text }) => untiedParts(text).length > 0).map(({ name }) => name)
    t.same(found.sort(), Object.keys(untied).sort())
  },
)

t.test('given a statement that reads the document of an order, when its rows come, then they are decoded', async (t) => {
  const reading = statements.filter(({ text, row }) => /"order"|order_version/.test(text) && row.document !== undefined)
  t.ok(reading.length > 10)
  for (const { name, row } of reading) t.ok(row.document?.decode, name)
})

t.test('given a common table expression, when a reviewer reads it, then a comment says what it holds', async (t) => {
  for (const { name, text } of statements) t.same(uncommentedParts(text), [], name)
})

t.test('given a statement that forgets a guard, when it is checked, then it is found', async (t) => {
  const guarded =
    "update workflow_run as r set lease_until = now() where r.id = $1 and r.fencing_token = $2 and r.state = 'Running'"
  t.same(guardProblems({ name: 'a', text: guarded }), [])
  t.match(guardProblems({ name: 'a', text: guarded.replace(' and r.fencing_token = $2', '') }), [/a writes workflow_run without/])
  t.match(guardProblems({ name: 'a', text: 'with gone as (delete from scroll where id = $1) select 1' }), [/a writes scroll/])
  t.match(guardProblems({ name: 'a', text: 'update "order" as o set document = $1 where id = $2' }), [/a writes order without/])
  t.same(guardProblems({ name: 'a', text: 'update order_search as o set total = 1 where order_id = $2' }), [])
})

t.test('given a write that happens without the first one of its statement, when it is checked, then it is found', async (t) => {
  const tied = `with saved as (update a set b = 1 returning id), noted as (insert into c select 1 where exists (select from saved))
    insert into d select id from saved`
  t.same(untiedParts(tied), [])
  t.same(untiedParts(tied.replace('where exists (select from saved)', '')), ['noted'])
  t.same(untiedParts(tied.replace('id from saved', '1')), ['the main part'])
  const chained =
    'with held as (select from a for update), first as (update b set c = 1 from held returning d) delete from e using first'
  t.same(untiedParts(chained), [])
})

import t from 'tap'
import { statementParts } from './statement-parts.ts'

t.test(
  'given common table expressions, when a statement is read, then each is a part with its comment, the main part the last',
  async (t) => {
    const text = `with recursive
    -- where it begins
    reached (id) as (select 1 union select id + 1 from reached -- a note (
      where id < 3), kept as materialized (
      select ')' as bracket, "(" from reached)
    select * from kept`
    t.same(statementParts(text), [
      { name: 'reached', comment: 'where it begins', sql: 'select 1 union select id + 1 from reached where id < 3' },
      { name: 'kept', comment: null, sql: `select ')' as bracket, "(" from reached` },
      { name: null, comment: null, sql: 'select * from kept' },
    ])
  },
)

t.test('given no common table expression, when a statement is read, then its main part is all', async (t) => {
  t.same(statementParts('\n  update a\n  set b = 1'), [{ name: null, comment: null, sql: 'update a set b = 1' }])
})

t.test('given a text that is no statement, when it is read, then it is refused', async (t) => {
  t.throws(() => statementParts('with 1 as (select 1) select 1'), /A part of the statement is not read/)
  t.throws(() => statementParts('with a as (select 1'), /A parenthesis is not closed/)
})

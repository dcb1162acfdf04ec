import '../dead-letters/dead-letters.ts'
import '../dead-letters/drop-dead-letters.ts'
import '../events/event-position.ts'
import '../events/outbox-relay.ts'
import '../events/outbox.ts'
import '../events/parked-events.ts'
import '../events/published-events.ts'
import '../process/run-service.ts'
import './hold-lock.ts'
import '../idempotency/idempotency-store.ts'
import '../process/purge.ts'
import pg from 'pg'
import t, { type Test } from 'tap'
import { builtStatementProblems, statementProblems } from '../testing/schema/describe-statement.ts'
import { testDatabase } from '../testing/test-database.ts'
import { declaredStatements, Sql, statement } from './statement.ts'

const { url } = await testDatabase(t)

async function connected(t: Test): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  return client
}

t.test('given the declared statements of the kit, when Postgres describes them, then they are as declared', async (t) => {
  const client = await connected(t)
  const statements = declaredStatements()
  t.ok(statements.length > 0)
  for (const declared of statements) t.same(await statementProblems(client, declared), [], declared.name)
})

const position = 'select consumer, next_sequence from kit.event_position where consumer = $1'
const tries = 'select sequence from kit.parked_event'
const mistakes = [
  {
    text: position,
    parameters: [Sql.bigint],
    row: { consumer: Sql.text, next_sequence: Sql.bigint },
    problem: 'takes (text), declared are (bigint)',
  },
  {
    text: position,
    parameters: [],
    row: { consumer: Sql.text, next_sequence: Sql.bigint },
    problem: 'takes (text), declared are ()',
  },
  { text: position, parameters: [Sql.text], row: { consumer: Sql.text }, problem: 'column next_sequence is not declared' },
  {
    text: position,
    parameters: [Sql.text],
    row: { consumer: Sql.text, next_sequence: Sql.bigint, first: Sql.bigint },
    problem: 'has no column first',
  },
  {
    text: position,
    parameters: [Sql.text],
    row: { consumer: Sql.list(Sql.text), next_sequence: Sql.bigint },
    problem: 'column consumer is text, declared is text[]',
  },
  { text: tries, parameters: [], row: { sequence: Sql.integer }, problem: 'column sequence is bigint, declared is integer' },
  { text: tries, parameters: [], row: { sequence: Sql.bigint }, problem: 'column sequence may be null' },
  {
    text: position,
    parameters: [Sql.text],
    row: { consumer: Sql.nullable(Sql.text), next_sequence: Sql.bigint },
    problem: 'column consumer is never null',
  },
]

for (const { problem, ...declared } of mistakes) {
  t.test(`given a wrong declaration, when Postgres describes the statement, then the problem is found: ${problem}`, async (t) => {
    t.same(await statementProblems(await connected(t), declared), [problem])
  })
}

t.test('given a column of an outer join, when it is declared nullable, then the declaration is right', async (t) => {
  const joined = 'select p.consumer from kit.inbox as i left join kit.event_position as p using (consumer)'
  t.same(
    await statementProblems(await connected(t), { text: joined, parameters: [], row: { consumer: Sql.nullable(Sql.text) } }),
    [],
  )
})

t.test('given a column of a list, when its statement is described, then it counts as never null', async (t) => {
  const client = await connected(t)
  await client.query('create temporary table posting (warnings text[])')
  t.same(
    await statementProblems(client, {
      text: 'select warnings from posting',
      parameters: [],
      row: { warnings: Sql.list(Sql.text) },
    }),
    [],
  )
})

t.test(
  'given a statement built for a request, when values, types or columns differ, then each difference is named',
  async (t) => {
    const client = await connected(t)
    const sql = `${position} and first_sequence = any ($2) and next_sequence > $3`
    const row = { consumer: Sql.text, next_sequence: Sql.bigint }
    t.same(await builtStatementProblems(client, { text: sql, values: ['orders', [1, 2], null], row }), [])
    t.same(await builtStatementProblems(client, { text: sql, values: [1, 2, 'three', 4], row: { ...row, first: Sql.integer } }), [
      '$1 is text',
      '$2 is bigint[]',
      '$3 is bigint',
      'takes 3 values, given are 4',
      'has no column first',
    ])
  },
)

t.test('given a statement that Postgres refuses, when it is described, then it fails and the connection works', async (t) => {
  const client = await connected(t)
  await t.rejects(statementProblems(client, { text: 'select missing from kit.inbox', parameters: [], row: {} }), {
    code: '42703',
  })
  t.same(await statementProblems(client, { text: 'select from kit.inbox', parameters: [], row: {} }), [])
})

t.test('given a declared statement, when it runs with values, then it returns its rows, and its name is taken', async (t) => {
  const { query } = await testDatabase(t)
  const doubled = statement({
    name: 'test-double',
    text: 'select $1::bigint * 2 as twice',
    parameters: [Sql.bigint],
    row: { twice: Sql.bigint },
  })
  t.same(await doubled.on({ query }, 21), [{ twice: 42 }])
  t.same(await query(doubled.with(21)), [{ twice: 42 }])
  t.throws(
    () => statement({ name: 'test-double', text: 'select 1', parameters: [], row: {} }),
    /two statements are called test-double/,
  )
})

t.test('given a statement, when its columns are decoded otherwise, then it runs as the same statement', async (t) => {
  const read = statement({
    name: 'test-decoded',
    text: 'select $1::text as word',
    parameters: [Sql.text],
    row: { word: Sql.text },
  })
  const loud = read.decodedBy({ word: Sql.decoded(Sql.text, (word) => word.toUpperCase()) })
  const names: (string | undefined)[] = []
  const queryable = {
    query: async <Row>(run: { name?: string; values?: readonly unknown[] }) => {
      names.push(run.name)
      return [{ word: run.values?.[0] }] as Row[]
    },
  }
  t.same([await read.on(queryable, 'a'), await loud.on(queryable, 'a')], [[{ word: 'a' }], [{ word: 'A' }]])
  t.same(names, ['test-decoded', 'test-decoded'])
  t.same(loud.with('a'), read.with('a'))
})

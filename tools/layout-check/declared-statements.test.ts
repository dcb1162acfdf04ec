import t from 'tap'
import { findUndeclaredStatements } from './declared-statements.ts'
import { parseSourceFile } from './source-file.ts'

const store = 'services/accounting-read/src/modules/postings/posting-store.ts'

/** The lines at which the rule finds something in a source text. */
function found(text: string, path = store): number[] {
  return findUndeclaredStatements(parseSourceFile(path, text)).map(({ line }) => line)
}

const undeclared = {
  'a named statement that is queried': "tx.query({ name: 'day', text: 'select 1', values: [] })",
  'a statement with values': 'tx.execute({ text, values: [day] })',
  'a statement with shorthand properties': 'tx.commitWith({ name, text, values })',
  'a statement that is kept in a constant': "const day = { name: 'day', text: sql }\nquery(day)",
  'a query that has neither name nor values': 'query({ text: `\n  select day from posting` })',
  'a statement inside of a declared one': "statement({ text: one(tx.query({ name: 'day', text: 'select 1' })), row: {} })",
}

for (const [title, text] of Object.entries(undeclared)) {
  t.test(`given ${title}, when the file is checked, then the statement is named`, async (t) => {
    t.same(found(text), [1])
  })
}

const allowed = {
  'a declared statement': "const day = statement({ name: 'day', text: 'select 1', parameters: [], row: {} })",
  'a statement built for a request': 'const built = { text: `select 1 ` + rest, values, row }',
  'a command': "tx.later({ text: 'savepoint unwritten' })",
  'a text of something else': "const code = { name: 'day', value: 1 }",
}

for (const [title, text] of Object.entries(allowed)) {
  t.test(`given ${title}, when the file is checked, then nothing is said`, async (t) => {
    t.same(found(text), [])
  })
}

t.test('given a plain statement elsewhere, when the file is checked, then nothing is said', async (t) => {
  const plain = undeclared['a named statement that is queried']
  for (const path of [
    'services/accounting-read/src/testing/written-posting.ts',
    'services/accounting-read/src/modules/postings/posting-store.test.ts',
    'packages/service-kit/src/testing/test-database.ts',
    'e2e/copy-databases.ts',
  ])
    t.same(found(plain, path), [], path)
})

import type { StoredDocuments } from '@open-oms/service-kit/config/read-config-folder'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { appendVersion, readNewestVersions } from './document-store.ts'
import { openDocumentTable } from './document-table.ts'

const database = await testDatabase(t, 'orders-workflow')
const log = createLogger({ service: 'test', level: 'silent' })

/** A process that works by the table, with what it has taken over. */
function start(query = database.query) {
  const seen: StoredDocuments[] = []
  let told = 0
  const table = openDocumentTable({ database: { query }, takeOver: async (documents) => seen.push(documents) > 0, log })
  t.teardown(() => table.stop())
  table.changes.listen(() => told++)
  return { table, seen, told: () => told }
}

async function store(name: string, version: number, content: string | null): Promise<boolean> {
  const { sequence } = await readNewestVersions(database)
  const next = { name, version, content, changed: new Date(), changedBy: 'kari', note: null }
  return database.inTransaction((tx) => appendVersion(tx, next, sequence))
}

const contentsText = `select content from configuration_version where name = 'users.json' and version >= $1 order by version`

t.test('given two processes, when one stores a document, then both take it over once, and the first at once', async (t) => {
  const [one, other] = [start(), start()]
  await Promise.all([one.table.look(), other.table.look()])
  t.ok(await store('users.json', 1, 'a'))
  await one.table.look()
  t.same([one.seen.at(-1), one.table.documents()], [{ 'users.json': 'a' }, { 'users.json': 'a' }])
  await eventually(() => other.seen.at(-1)?.['users.json'] === 'a', 'the other process sees it')
  t.same([one.told(), other.told()], [2, 2], 'the stream is brought to it')
  t.same(await other.table.read(), { 'users.json': 'a' })
  t.ok(await store('users.json', 2, null))
  await eventually(() => Object.keys(other.seen.at(-1) ?? { x: 1 }).length === 0, 'the file counts again')
  t.same(other.table.documents(), {})
})

t.test('given a database that does not respond, when it does again, then what was stored meanwhile is taken over', async (t) => {
  let isAway = true
  const query: typeof database.query = (statement) => (isAway ? Promise.reject(new Error('away')) : database.query(statement))
  const { table, seen } = start(query)
  await t.rejects(table.look(), { message: 'away' })
  await store('order-handling.json', 1, '{}')
  isAway = false
  await eventually(() => seen.at(-1)?.['order-handling.json'] === '{}', 'it is taken over')
  t.same(table.documents(), { 'order-handling.json': '{}' })
})

t.test('given a writer that was overtaken, when it stores, then nothing is stored', async (t) => {
  const { sequence } = await readNewestVersions(database)
  await store('order-handling.json', 2, '{"lateAfterDays":3}')
  const late = { name: 'users.json', version: 3, content: 'late', changed: new Date(), changedBy: 'ola', note: null }
  t.equal(await database.inTransaction((tx) => appendVersion(tx, late, sequence)), false)
  t.equal((await readNewestVersions(database)).byName.get('users.json')?.version, 2)
})

t.test('given versions with hashes of passwords, when the next one is stored, then only what counts may have them', async (t) => {
  const hash = `scrypt$16384$8$5$${'A'.repeat(22)}$${'B'.repeat(43)}`
  const people = (...hashes: string[]) =>
    JSON.stringify({ users: hashes.map((passwordHash, index) => ({ userName: `p${index}`, passwordHash })) }, null, 2)
  const { sequence, byName } = await readNewestVersions(database)
  const version = (byName.get('users.json')?.version ?? 0) + 1
  // As versions before the gateway kept hashes have stored them.
  const insert = `insert into configuration_version (name, version, sequence, content, changed, changed_by)
    values ('users.json', $1, $2, $3, now(), 'kari')`
  const kept = `kept$${'C'.repeat(22)}`
  await database.query({ text: insert, values: [version, sequence + 1, people(hash, kept)] })
  await database.query({ text: insert, values: [version + 1, sequence + 2, people(hash)] })
  t.ok(await store('users.json', version + 2, people(kept, hash)))
  const contents = await database.query<{ content: string }>({ text: contentsText, values: [version] })
  t.same(
    contents.map(({ content }) => JSON.parse(content).users.map((user: { passwordHash: string | null }) => user.passwordHash)),
    [[null, kept], [null], [kept, hash]],
  )
  t.ok(await store('users.json', version + 3, people(kept)))
  t.notMatch(JSON.stringify(await database.query({ text: contentsText, values: [1] })), /scrypt/)
})

t.test('when rows are changed or removed with the rights of the service, then it is refused', async (t) => {
  for (const text of ['update configuration_version set note = null', 'delete from configuration_version'])
    await t.rejects(database.query({ text }), { code: '42501' }, text)
})

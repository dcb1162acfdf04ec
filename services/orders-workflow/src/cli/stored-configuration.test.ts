import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { appendVersion } from '../modules/configuration/stored/document-store.ts'
import { storedConfigurationProgram } from './stored-configuration.ts'

const database = await testDatabase(t, 'orders-workflow')

async function call(...args: string[]) {
  let [written, wrong] = ['', '']
  const stdout = { write: (text: string) => (written += text) }
  const stderr = { write: (text: string) => (wrong += text) }
  const code = await storedConfigurationProgram(args, { env: { DATABASE_URL: database.url }, stdout, stderr })
  return { code, written, wrong }
}

let sequence = 0
type StoredVersion = { version: number; content: string | null; note?: string }
async function store(name: string, { version, content, note = '' }: StoredVersion): Promise<void> {
  const changed = new Date('2026-05-01T10:00:00Z')
  await database.inTransaction((tx) => appendVersion(tx, { name, version, content, changed, changedBy: 'kari', note }, sequence))
  sequence++
}

t.test('given stored documents, when they are listed and exported, then the folder has them as files', async (t) => {
  t.match(await call(), { code: 0, written: /Nothing is stored/ })
  await store('users.json', { version: 1, content: '{"users":[]}', note: 'first' })
  await store('users.json', { version: 2, content: '{"users":[ ]}', note: 'with\u001b[31m colour' })
  await store('order-handling.json', { version: 1, content: '{}' })
  await store('order-handling.json', { version: 2, content: null })
  await store('templates/shipped/nb.text.liquid', { version: 1, content: 'Sendt' })
  const { written } = await call()
  t.match(written, /users\.json {2}version 2 {2}stored {2}2026-05-01T10:00:00\.000Z {2}kari {2}with�\[31m colour/)
  t.match(written, /order-handling\.json {2}version 2 {2}the file counts/)
  const folder = join(t.testdir(), 'out')
  t.match(await call(`--export=${folder}`), { code: 0, written: /users\.json/ })
  t.equal(await readFile(join(folder, 'users.json'), 'utf8'), '{"users":[ ]}')
  t.equal((await stat(join(folder, 'users.json'))).mode & 0o777, 0o600)
  t.equal(await readFile(join(folder, 'templates/shipped/nb.text.liquid'), 'utf8'), 'Sendt')
  await t.rejects(readFile(join(folder, 'order-handling.json')), { code: 'ENOENT' }, 'the file of the folder counts')
})

t.test('given an unknown command, when it is called, then it prints its usage', async (t) => {
  t.match(await call('import'), { code: 2, wrong: /"import" is not understood[\s\S]*Usage/ })
  t.match(await call('--help'), { code: 0, written: /--export FOLDER/ })
})

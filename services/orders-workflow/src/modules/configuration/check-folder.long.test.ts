import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { readConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'
import { findingsOnce } from './check-folder.ts'
import { configFolder } from './checks/config-folder.ts'

const sample = join(import.meta.dirname, '../../../../../config')
const directory = await mkdtemp(join(tmpdir(), 'oms-check-'))
t.teardown(() => rm(directory, { recursive: true, force: true }))
await cp(sample, directory, { recursive: true })
const running = await readConfigContent({ directory, files: tenantConfigFiles })
const test = await testOrders(t, {
  configuration: () => running,
  configFolder: configFolder({ directory, isProduction: false }),
})
const check = async () => (await test.send({ url: '/api/Configuration/Check' })).body

/** Changes a file of the folder, and puts it back when the test has ended. */
async function edit(t: { teardown(end: () => unknown): unknown }, file: string, change: (text: string) => string) {
  const path = join(directory, file)
  const text = await readFile(path, 'utf8')
  t.teardown(() => writeFile(path, text))
  await writeFile(path, change(text))
}

t.test('given a folder as it was loaded, when it is checked, then nothing would change and warnings say where', async (t) => {
  const { hash, hashOnDisk, changes, findings } = await check()
  t.same([hash, hashOnDisk, changes], [running.hash, running.hash, []])
  t.match(
    findings.find(({ file }: { file: string }) => file === 'api-clients.json'),
    { severity: 'warning', line: Number, pointer: /^\/apiClients\/0/, reason: String, remedy: String },
  )
})

t.test('given a folder that was edited, when it is checked, then the changes are named and secrets are not', async (t) => {
  await edit(t, 'stores.json', (text) => text.replace('"name": "Oslo"', '"name": "Oslo centre"'))
  await edit(t, 'api-clients.json', (text) =>
    text.replace('"clientId": "demo",', '$& "secretHash": "scrypt$$16384$$8$$1$$c2FsdA$$bm90aGluZw",'),
  )
  const { status, text, body } = await test.send({ url: '/api/Configuration/Check' })
  t.equal(status, 200)
  t.equal(body.hash, running.hash)
  t.not(body.hashOnDisk, running.hash)
  t.match(body.changes, [
    { file: 'stores.json', what: 'store "Oslo-01": name "Oslo" → "Oslo centre"', note: null },
    { file: 'api-clients.json', what: 'client "demo": secretHash set' },
  ])
  t.notMatch(text, /bm90aGluZw/)
})

t.test('given people whose names look alike, when the folder is checked, then it is a warning of the second', async (t) => {
  const cyrillic = '\u0441\u043e\u0440\u0435'
  await edit(t, 'users.json', (text) =>
    text.replace('"users": [', `$& ${['cope', cyrillic].map((userName) => JSON.stringify({ userName, roles: ['OrderRead'] }))},`),
  )
  const { findings } = await check()
  t.match(
    findings.find(({ reason }: { reason: string }) => reason.includes('looks like')),
    { severity: 'warning', file: 'users.json', pointer: '/users/1/userName' },
  )
})

t.test('given a file that is no JSON, when the folder is checked, then the finding says its line', async (t) => {
  await edit(t, 'stores.json', (text) => text.replace('"stores": [', '"stores": [,'))
  const { changes, findings } = await check()
  t.equal(changes, null)
  t.match(findings[0], { severity: 'error', file: 'stores.json', line: 3 })
})

t.test('given the same content, when it is checked by many, then it is looked at once, and again after a failure', async (t) => {
  let checks = 0
  let hash = 'a'
  const folder = findingsOnce({
    read: async () => ({ hash, texts: {} }),
    findings: async () => {
      checks += 1
      if (checks === 1) throw new Error('the disk is unavailable')
      return []
    },
  })
  await t.rejects(folder.findings())
  t.same(await Promise.all([folder.findings(), folder.findings()]), [[], []])
  t.equal(checks, 2)
  hash = 'b'
  await folder.findings()
  t.equal(checks, 3)
})

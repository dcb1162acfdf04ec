import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@open-oms/contracts/access'
import type { TestRequest } from '@open-oms/service-kit/testing/test-server'
import t from 'tap'
import { testOrders } from '../../../testing/test-orders.ts'
import { storedConfiguration } from '../checks/config-folder.ts'

const sample = join(import.meta.dirname, '../../../../../../config')
const directory = await mkdtemp(join(tmpdir(), 'oms-stored-'))
t.teardown(() => rm(directory, { recursive: true }))
await cp(sample, directory, { recursive: true })

let looks = 0
const test = await testOrders(t, {
  storedConfiguration: storedConfiguration({ directory, isProduction: false }, async () => {
    looks++
  }),
})

type As = NonNullable<TestRequest['as']>
const admin: As = { clientId: 'office', roles: [...roles] }
const content = (name: string) => `/api/Configuration/Documents/Content?name=${encodeURIComponent(name)}`
const read = (name: string, more = '') => test.send({ url: content(name) + more, as: admin })
const put = (name: string, body: object, { search = '', ...more }: Partial<TestRequest> & { search?: string } = {}) =>
  test.send({ method: 'PUT', as: admin, body, ...more, url: content(name) + search })
const putUser = (userName: string, body: object, more: Partial<TestRequest> = {}) =>
  test.send({ method: 'PUT', url: `/api/Configuration/Users/${encodeURIComponent(userName)}`, as: admin, body, ...more })
const versions = async (name: string) =>
  (await test.send({ url: `/api/Configuration/Documents/Versions?name=${encodeURIComponent(name)}`, as: admin })).body.result

/** The text of a document as its newest row has it, with secrets. */
async function storedText(name: string): Promise<string> {
  const rows = await test.database.query<{ content: string }>({
    text: 'select content from configuration_version where name = $1 order by version desc limit 1',
    values: [name],
  })
  return rows[0]?.content ?? ''
}

const handling = (lateAfterDays: number) => JSON.stringify({ lateAfterDays })
const tag = (version: number): Partial<TestRequest> => ({ headers: { 'if-match': `"${version}"` } })

/** What the gateway sends in place of a password. */
const kept = (password: string) => `kept$${createHash('sha256').update(password).digest('base64url').slice(0, 22)}`

t.test('given nothing stored, when documents are listed and read, then they are those of the folder', async (t) => {
  const { result } = (await test.send({ url: '/api/Configuration/Documents', as: admin })).body
  const names = result.map(({ name }: { name: string }) => name)
  for (const name of ['order-handling.json', 'users.json', 'templates/receipt/nb.pdf.liquid']) t.ok(names.includes(name), name)
  t.notOk(names.includes('api-clients.json'), 'other files are changed in the folder')
  const receipt = await read('templates/receipt/nb.pdf.liquid')
  t.match(receipt.body, { version: 0, isStored: false, changed: null, changedBy: null })
  t.equal(receipt.body.text, await readFile(join(directory, 'templates/receipt/nb.pdf.liquid'), 'utf8'))
  t.equal(receipt.headers.etag, '"0"')
})

t.test(
  'when a document is stored, then it has a version with author, time and note, and the process takes it over',
  async (t) => {
    const before = looks
    const stored = await put('order-handling.json', { text: handling(5), note: 'Slower in winter' }, tag(0))
    t.match(stored, {
      status: 200,
      body: { isChanged: true, document: { version: 1, isStored: true, changedBy: 'office', note: 'Slower in winter' } },
    })
    t.equal(stored.headers.etag, '"1"')
    t.equal(looks, before + 1)
    t.match(JSON.parse((await read('order-handling.json')).body.text), { lateAfterDays: 5 })
    t.match(
      await put('order-handling.json', { text: handling(5) }),
      { body: { isChanged: false, document: { version: 1 } } },
      'a repetition is none',
    )
    t.equal((await put('order-handling.json', { text: handling(7) })).body.document.version, 2)
    t.match(await versions('order-handling.json'), [
      { version: 2, note: null },
      { version: 1, note: 'Slower in winter' },
    ])
    t.match(JSON.parse((await read('order-handling.json', '&version=1')).body.text), { lateAfterDays: 5 })
    t.equal((await read('order-handling.json', '&version=9')).status, 404)
  },
)

t.test('given a former version, when it is restored, then it is a new version; version 0 is the file', async (t) => {
  const restore = (version: number, more: Partial<TestRequest> = {}) =>
    test.send({
      method: 'POST',
      url: '/api/Configuration/Documents/Restore?name=order-handling.json',
      as: admin,
      body: { version },
      ...more,
    })
  t.match(await restore(1), { status: 200, body: { isChanged: true, document: { version: 3, isStored: true } } })
  t.match(JSON.parse((await read('order-handling.json')).body.text), { lateAfterDays: 5 })
  t.equal((await restore(1, tag(2))).status, 412)
  t.equal((await restore(44)).status, 404)
  t.match(await restore(0), { body: { document: { version: 4, isStored: false } } })
  const ofFolder = JSON.parse(await readFile(join(directory, 'order-handling.json'), 'utf8'))
  t.same(JSON.parse((await read('order-handling.json')).body.text), ofFolder)
})

t.test(
  'given people whose former hash was erased, when that version is restored, then their password of now stays',
  async (t) => {
    await putUser('erased', { roles: ['OrderRead'], password: kept('erased') })
    const version = Number((await read('users.json')).body.version) + 1
    const hash = `scrypt$131072$8$1$${'A'.repeat(22)}$${'B'.repeat(43)}`
    // As a version before the gateway kept hashes has stored it.
    const values = [version, (await storedText('users.json')).replace(kept('erased'), hash)]
    const next = '(select max(sequence) + 1 from configuration_version)'
    await test.database.query({
      text: `insert into configuration_version values ('users.json', $1, ${next}, $2, now(), 'kari', null)`,
      values,
    })
    await putUser('erased', { roles: ['OrderRead', 'ProductRead'], password: kept('another') })
    const url = '/api/Configuration/Documents/Restore?name=users.json'
    t.equal((await test.send({ method: 'POST', url, as: admin, body: { version } })).status, 200)
    const { users } = JSON.parse(await storedText('users.json'))
    const person = users.find(({ userName }: { userName: string }) => userName === 'erased')
    t.match(person, { roles: ['OrderRead'], passwordHash: kept('another') })
  },
)

t.test('given several writers of one version, when they store at once, then one wins and the others get 412', async (t) => {
  const { version } = (await read('order-handling.json')).body
  const all = await Promise.all([11, 12, 13].map((days) => put('order-handling.json', { text: handling(days) }, tag(version))))
  t.same(all.map(({ status }) => status).sort(), [200, 412, 412])
  const refused = all.find(({ status }) => status === 412)
  t.match(refused?.body, { error: 'VersionConflict', currentVersionId: String(version + 1) })
  t.equal((await versions('order-handling.json'))[0].version, version + 1)
})

t.test(
  'given writers of different documents, when they store at once, then each is checked with the others and stored',
  async (t) => {
    const people = ['one', 'two', 'three'].map((name) => putUser(name, { roles: ['OrderRead'], password: kept(name) }))
    const all = await Promise.all([...people, put('order-handling.json', { text: handling(20) })])
    t.same(
      all.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const names = JSON.parse((await read('users.json')).body.text).users.map(({ userName }: { userName: string }) => userName)
    for (const name of ['one', 'two', 'three']) t.ok(names.includes(name), name)
  },
)

t.test('given a change that a start would refuse, when it is stored, then it is 400 by path and nothing changes', async (t) => {
  const before = await versions('order-handling.json')
  const cases: [string, string | null, RegExp][] = [
    ['order-handling.json', '{', /is not JSON/],
    ['order-handling.json', '{"lateAfterDays":-1}', /lateAfterDays/],
    ['order-handling.json', '{"tags":[{"name":"a","color":"red"},{"name":"A","color":"red"}]}', /tags\/1\/name/],
    ['order-handling.json', '{"holdReasons":[{"code":"with space","en":"x"}]}', /holdReasons\/0\/code/],
    ['templates/receipt/nb.pdf.liquid', '{% if %}', /line 1/],
    ['users.json', JSON.stringify({ users: [{ userName: 'x', roles: ['Nothing'] }] }), /roles/],
  ]
  for (const [name, text, message] of cases) {
    const response = await put(name, { text })
    t.match(response, { status: 400, body: { error: 'ValidationFailed' } }, name)
    t.match(JSON.stringify(response.body.errors), message)
    const dryRun = await put(name, { text }, { search: '&dryRun=true' })
    t.match(dryRun, { status: 200, body: { isChanged: false } })
    t.ok(
      dryRun.body.findings.some(({ severity }: { severity: string }) => severity === 'error'),
      'a dry run says the same',
    )
  }
  t.match(await put('settings.json', { text: '{}' }), { status: 400, body: { errors: { name: [String] } } })
  t.equal((await put('templates/../users.json', { text: '{}' })).status, 400)
  t.same(await versions('order-handling.json'), before)
})

t.test('given a good change, when it is a dry run, then findings are warnings at most and nothing is stored', async (t) => {
  const { version } = (await read('order-handling.json')).body
  const dryRun = await put('order-handling.json', { text: handling(1) }, { search: '&dryRun=true' })
  t.match(dryRun, { status: 200, body: { isChanged: false, document: { version } } })
  t.equal(dryRun.body.findings.filter(({ severity }: { severity: string }) => severity === 'error').length, 0)
  t.equal((await read('order-handling.json')).body.version, version)
})

t.test('when a person is added and changed, then the name of the kept password counts, and no response shows it', async (t) => {
  const added = await putUser('kari@example.org', {
    roles: ['OrderRead'],
    storeIds: ['Oslo-01'],
    password: kept('a long password 1'),
  })
  t.match(added, { status: 200, body: { isChanged: true, document: { name: 'users.json', changedBy: 'office' } } })
  const person = async () => {
    const { users } = JSON.parse(await storedText('users.json'))
    return users.find(({ userName }: { userName: string }) => userName === 'kari@example.org')
  }
  const first = await person()
  t.match(first, { roles: ['OrderRead'], storeIds: ['Oslo-01'], isDisabled: false, isDemo: false })
  t.equal(first.passwordHash, kept('a long password 1'))

  t.equal(
    (await putUser('KARI@example.org', { displayName: 'Kari', roles: ['OrderAdmin'], storeIds: [], isDisabled: true })).status,
    200,
  )
  t.match(await person(), {
    displayName: 'Kari',
    roles: ['OrderAdmin'],
    storeIds: { length: 0 },
    isDisabled: true,
    passwordHash: first.passwordHash,
  })
  t.equal((await putUser('kari@example.org', { password: kept('another password 2') })).status, 200)
  t.equal((await person()).passwordHash, kept('another password 2'))

  const responses = [await read('users.json'), added, await read('users.json', '&version=1')]
  for (const { text } of responses) t.notMatch(text, /kept\$/)
  t.match(await putUser('new@example.org', { roles: [] }), { status: 400, body: { errors: { password: [String] } } })
  for (const password of ['short', 'a password that the gateway has not taken'])
    t.match(await putUser('new@example.org', { password }), { status: 400, body: { errors: { password: [String] } } })
  const { users } = JSON.parse((await read('users.json')).body.text)
  const hash = `scrypt$16384$8$5$${'A'.repeat(22)}$${'A'.repeat(43)}`
  for (const passwordHash of [hash, kept('of nobody')]) {
    const text = JSON.stringify({ users: [...users, { userName: 'new@example.org', roles: [], passwordHash }] })
    t.match(await put('users.json', { text }), { status: 400, body: { errors: { text: [/no hash/] } } })
  }
  t.match(await putUser('new@example.org', { password: kept('a long password 3'), storeIds: ['Nowhere'] }), { status: 400 })
  t.match(await putUser('demo', { password: kept('a long password 3') }), { status: 400 }, 'it is the name of an API client')
  const cyrillic = '\u0441\u043e\u0440\u0435'
  t.equal((await putUser(cyrillic, { password: kept('a long password 3') })).status, 200)
  t.match(await putUser('cope', { password: kept('a long password 3') }), {
    status: 400,
    body: { errors: { userName: [/"cope" looks like "\u0441\u043e\u0440\u0435"/] } },
  })
  t.equal((await putUser(cyrillic, { displayName: 'Sore' })).status, 200)
})

t.test('given fingerprints of passwords, when the people are stored as they were read, then passwords stay', async (t) => {
  const { text, version } = (await read('users.json')).body
  const before = JSON.parse(await storedText('users.json')).users
  const content = JSON.parse(text)
  content.users[1].displayName = 'Renamed'
  t.equal((await put('users.json', { text: JSON.stringify(content) }, tag(version))).status, 200)
  const after = JSON.parse(await storedText('users.json')).users
  const hashes = (users: { passwordHash: string }[]) => users.map(({ passwordHash }) => passwordHash)
  t.same(hashes(after), hashes(before))
  t.equal(after[1].displayName, 'Renamed')
})

t.test('given callers with less, when they write, then it is refused', async (t) => {
  const orders: As = { clientId: 'desk', roles: ['OrderAdmin'] }
  const cases: [string, () => Promise<{ status: number }>][] = [
    ['a reader', () => put('order-handling.json', { text: handling(1) }, { as: { roles: ['OrderRead'] } })],
    [
      'a client of one store',
      () => put('order-handling.json', { text: handling(1) }, { as: { ...admin, storeIds: ['Oslo-01'] } }),
    ],
    [
      'a role that the caller does not have',
      () => putUser('new@example.org', { roles: ['ProductAdmin'], password: kept('a long password 4') }, { as: orders }),
    ],
    ['the password of who has more', () => putUser('demo@example.com', { password: kept('a long password 4') }, { as: orders })],
    ['all people', () => put('users.json', { text: '{"users":[]}' }, { as: orders })],
  ]
  for (const [what, send] of cases) t.equal((await send()).status, 403, what)
  for (const path of ['', '/Content?name=users.json', '/Versions?name=users.json'])
    t.equal(
      (await test.send({ url: `/api/Configuration/Documents${path}`, as: { ...admin, storeIds: ['Oslo-01'] } })).status,
      403,
      path,
    )
  const reader = await putUser(
    'reader@example.org',
    { roles: ['OrderRead'], password: kept('a long password 5') },
    { as: orders },
  )
  t.equal(reader.status, 200, 'roles that the caller has may be given')
})

t.test('given an administrator among the people, when they shut themselves out, then it is refused', async (t) => {
  const as: As = { ...admin, clientId: 'demo@example.com' }
  for (const change of [{ isDisabled: true }, { roles: ['OrderRead'] }, { storeIds: ['Oslo-01'] }])
    t.match(await putUser('demo@example.com', change, { as }), { status: 400, body: { errors: { users: [String] } } })
  t.equal((await putUser('demo@example.com', { displayName: 'Kari D.' }, { as })).status, 200)
})

t.test('given a file of people that was broken in the folder, when one is added, then nobody is lost', async (t) => {
  const other = await testOrders(t, {
    storedConfiguration: storedConfiguration({ directory, isProduction: false }, async () => undefined),
  })
  const file = join(directory, 'users.json')
  const before = await readFile(file, 'utf8')
  await writeFile(file, '{')
  t.teardown(() => writeFile(file, before))
  const url = '/api/Configuration/Users/x'
  const body = { roles: [], password: kept('a long password 6') }
  t.equal((await other.send({ method: 'PUT', url, as: admin, body })).status, 400)
  t.equal((await other.send({ url: content('users.json'), as: admin })).body.text, null)
})

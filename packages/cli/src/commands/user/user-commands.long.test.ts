import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchesSecretHash } from '@open-oms/service-kit/config/secret-hash'
import t, { type Test } from 'tap'
import { callOms, type Outcome } from '../../testing/call-oms.ts'

const PASSWORD = 'correct horse battery'

type Content = { $schema?: string; users: Record<string, unknown>[] }

/** The sample configuration in a folder of its own, and `oms user` for it. */
function sampleTenant(test: Test) {
  const folder = test.testdir()
  cpSync(join(import.meta.dirname, '../../../../../config'), folder, { recursive: true })
  const file = join(folder, 'users.json')
  return {
    folder,
    file,
    content: () => JSON.parse(readFileSync(file, 'utf8')) as Content,
    hash: (name: string): string => {
      const { users } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Content
      return String(users.find(({ userName }) => userName === name)?.passwordHash)
    },
    oms: (args: readonly string[], input = ''): Promise<Outcome> => callOms(['user', ...args, '--config', folder], { input }),
  }
}

t.test(
  'given the sample, when a person is added from standard input, then the file has all it had, and the credentials the hash',
  async (t) => {
    const { content, oms, file, folder, hash } = sampleTenant(t)
    chmodSync(file, 0o640)
    const before = content()
    const who = ['kari@example.com', '--display-name', 'Kari', '--store', 'Bergen-01', '--role', 'OrderRead', 'OrderAdmin']
    const outcome = await oms(['add', ...who, '--password-stdin'], `${PASSWORD}\n`)
    t.match(outcome, { code: 0, stdout: /Added "kari@example.com"/ })
    t.notMatch(outcome.stdout + outcome.stderr, PASSWORD)
    const { users, ...rest } = content()
    const { users: known, ...others } = before
    t.same(rest, others)
    t.same(users.slice(0, -1), known)
    t.same(users.at(-1), {
      userName: 'kari@example.com',
      displayName: 'Kari',
      roles: ['OrderRead', 'OrderAdmin'],
      storeIds: ['Bergen-01'],
    })
    t.ok(await matchesSecretHash(PASSWORD, hash('kari@example.com')))
    t.equal(statSync(file).mode & 0o777, 0o640)
    t.same(
      readdirSync(folder).filter((name) => /\.new$|^lock/.test(name)),
      [],
    )
    t.match(await callOms(['config', 'check', folder, '--without-environment']), { code: 0 })
  },
)

t.test('given no file of people, when one is added with a made password, then it is printed once and is right', async (t) => {
  const { hash, oms, file } = sampleTenant(t)
  rmSync(file)
  const { code, stdout } = await oms(['add', 'ola', '--role', 'OrderRead', '--generate', '--json'])
  t.equal(code, 0)
  const { password } = JSON.parse(stdout)
  t.match(password, /^[\w-]{24}$/)
  t.ok(await matchesSecretHash(password, hash('ola')))
  const list = await oms(['list'])
  t.match(list, { code: 0, stdout: /ola +OrderRead +all/ })
  t.notMatch(list.stdout, /scrypt/)
})

t.test('given people, when an invalid one is added, then it is refused with the reason and the file stays', async (t) => {
  const { folder, file, oms } = sampleTenant(t)
  const before = readFileSync(file, 'utf8')
  const add = (args: readonly string[], input = PASSWORD) => oms(['add', ...args, '--password-stdin'], input)
  t.match(await add(['DEMO@example.com', '--role', 'OrderRead']), { code: 2, stderr: /There is a user "DEMO@example.com"/ })
  t.match(await add(['new', '--role', 'Boss']), { code: 1, stderr: /"Boss" is not the name of a role.*OrderRead/ })
  t.match(await add(['new']), { code: 2, stderr: /--role/ })
  t.match(await add(['new', '--role', 'OrderRead', '--store', 'Nowhere']), { code: 1, stderr: /Nowhere/ })
  t.match(await add(['demo', '--role', 'OrderRead']), { code: 1, stderr: /id of an API client/ })
  t.match(await add(['new', '--role', 'OrderRead'], 'elevenchars'), { code: 2, stderr: /at least 12 characters/ })
  t.match(await add(['new', '--role', 'OrderRead'], 'x'.repeat(1_025)), { code: 2, stderr: /at most 1024 characters/ })
  t.match(await add(['new', '--role', 'OrderRead'], 'demo-password'), { code: 2, stderr: /easily guessed/ })
  t.match(await add(['new', '--role', 'OrderRead', '--generate']), { code: 2, stderr: /not both/ })
  t.match(await oms(['add', 'new', '--role', 'OrderRead']), { code: 2, stderr: /--password-stdin or --generate/ })
  t.match(await callOms(['user', 'list', '--config', join(folder, 'nowhere')]), { code: 1, stderr: /stores\.json/ })
  t.equal(readFileSync(file, 'utf8'), before)
})

t.test('given a list of published passwords, when one of them is given or the list is gone, then nobody is added', async (t) => {
  const { folder, file } = sampleTenant(t)
  const before = readFileSync(file, 'utf8')
  const list = join(folder, 'published.txt')
  writeFileSync(list, `another one\n${PASSWORD}\n`)
  const oms = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
    callOms(['user', ...args, '--password-stdin', '--config', folder], { input: PASSWORD, environment })
  const published = { code: 2, stderr: /stands in a list of passwords that were published/ }
  t.match(await oms(['add', 'kari', '--role', 'OrderRead'], { BREACHED_PASSWORDS: list }), published)
  t.match(await oms(['password', 'demo@example.com'], { BREACHED_PASSWORDS: list }), published)
  t.match(await oms(['add', 'kari', '--role', 'OrderRead'], { BREACHED_PASSWORDS: join(folder, 'gone') }), {
    code: 2,
    stderr: /BREACHED_PASSWORDS names a file or folder that cannot be read/,
  })
  t.equal(readFileSync(file, 'utf8'), before)
  t.equal((await oms(['add', 'kari', '--role', 'OrderRead'], { BREACHED_PASSWORDS: '' })).code, 0)
})

t.test(
  'given a demo user, when the password is changed, then only that person has another one and is no demo user',
  async (t) => {
    const { content, hash, oms } = sampleTenant(t)
    const before = content().users
    t.match(await oms(['password', 'Demo@example.com', '--password-stdin'], PASSWORD), { code: 0, stdout: /"demo@example\.com"/ })
    const [changed, ...others] = content().users
    t.same(others, before.slice(1))
    t.ok(await matchesSecretHash(PASSWORD, hash('demo@example.com')))
    t.notOk(changed && 'isDemo' in changed)
    t.match(await oms(['password', 'nobody', '--generate']), { code: 2, stderr: /There is no user "nobody"/ })
  },
)

t.test('given a person of Cyrillic letters, when one is added whose name looks like that, then it is refused', async (t) => {
  const { content, oms } = sampleTenant(t)
  const add = (userName: string) => oms(['add', userName, '--role', 'OrderRead', '--generate'])
  t.equal((await add('\u0441\u043e\u0440\u0435')).code, 0)
  t.match(await add('cope'), { code: 2, stderr: /"cope" looks like "\u0441\u043e\u0440\u0435"/ })
  t.equal((await add('kari')).code, 0)
  t.equal(content().users.length, 5)
})

t.test('given people, when some are removed, then the others stay, and an unknown name removes nobody', async (t) => {
  const { content, oms } = sampleTenant(t)
  t.match(await oms(['remove', 'demo@example.com', 'nobody']), { code: 2, stderr: /no user "nobody"/ })
  t.equal(content().users.length, 3)
  t.match(await oms(['remove', 'demo@example.com', 'Reader@example.com']), { code: 0, stdout: /Removed/ })
  t.strictSame(
    content().users.map(({ userName }) => userName),
    ['bergen@example.com'],
  )
})

t.test('given a role of the configuration, when a person is added with it, then the file names it', async (t) => {
  const { content, oms, folder } = sampleTenant(t)
  const roles = [{ name: 'Cashier', roles: ['OrderAdmin'], permissions: ['Till'] }]
  writeFileSync(join(folder, 'roles.json'), JSON.stringify({ roles }))
  const { code } = await oms(['add', 'kari', '--role', 'Cashier', '--password-stdin'], `${PASSWORD}\n`)
  t.equal(code, 0)
  t.match(content().users.at(-1), { roles: ['Cashier'], allStores: true })
})

t.test(
  'given hashes beside people and clients, when they are separated, then both files have the same but for them',
  async (t) => {
    const { folder, file, hash } = sampleTenant(t)
    const clientsFile = join(folder, 'api-clients.json')
    const [users, clients] = [file, clientsFile].map((name) => JSON.parse(readFileSync(name, 'utf8')))
    const old = `scrypt$16384$8$5$${'A'.repeat(22)}$${'A'.repeat(43)}`
    writeFileSync(file, JSON.stringify({ users: users.users.map((user: object) => ({ ...user, passwordHash: old })) }))
    writeFileSync(
      clientsFile,
      JSON.stringify({ apiClients: clients.apiClients.map((one: object) => ({ ...one, secretHash: old })) }),
    )
    const to = join(folder, 'own')
    t.match(await callOms(['config', 'check', folder, '--without-environment']), { stdout: /file that every service reads/ })
    t.match(await callOms(['config', 'separate-credentials', '--config', folder, '--to', to]), {
      code: 0,
      stdout: /3 people and 5 clients/,
    })
    t.same(JSON.parse(readFileSync(file, 'utf8')).users, users.users)
    t.same(JSON.parse(readFileSync(clientsFile, 'utf8')).apiClients, clients.apiClients)
    t.match(readFileSync(join(to, 'credentials.json'), 'utf8'), old)
    t.equal(statSync(join(to, 'credentials.json')).mode & 0o777, 0o600)
    t.not(hash('demo@example.com'), old, 'the other folder stays')
  },
)

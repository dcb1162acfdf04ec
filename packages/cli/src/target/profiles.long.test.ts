import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { callOms, callOmsProcess, emptyHome } from '../testing/call-oms.ts'

/** `oms` of a user with an own folder of configuration. */
function user() {
  const HOME = emptyHome()
  const oms = (args: readonly string[], input = '', environment: NodeJS.ProcessEnv = {}) =>
    callOms(args, { input, environment: { HOME, ...environment } })
  const file = async () => JSON.parse((await oms(['profile', 'list', '--json'])).stdout).file as string
  return { HOME, oms, file }
}

const production = ['--url', 'https://oms.example.com/', '--client-id', 'ops']

t.test(
  'given a secret on standard input, when a profile is added, then only its owner can read it and no output has it',
  async (t) => {
    const { oms, file } = user()
    const added = await oms(['profile', 'add', 'production', ...production], 'very-secret\n')
    t.equal(added.code, 0, added.stderr)
    const path = await file()
    t.equal(statSync(path).mode & 0o777, 0o600)
    t.same(JSON.parse(readFileSync(path, 'utf8')), {
      inUse: null,
      profiles: { production: { gateway: 'https://oms.example.com', clientId: 'ops', clientSecret: 'very-secret' } },
    })
    const outputs = [added, await oms(['profile', 'list']), await oms(['profile', 'show', '--profile', 'production'])]
    for (const { stdout, stderr } of outputs) t.notMatch(`${stdout}${stderr}`, 'very-secret')
    t.match(outputs[2]?.stdout, /https:\/\/oms\.example\.com.*client ops/s)
  },
)

t.test(
  'given a profile, when it is added again, used and removed, then only --replace overwrites it and nothing of it stays',
  async (t) => {
    const { oms, file } = user()
    await oms(['profile', 'add', 'production', ...production], 'one')
    const again = await oms(['profile', 'add', 'production', ...production], 'two')
    t.equal(again.code, 2)
    t.match(again.stderr, '--replace')
    t.equal(
      (await oms(['profile', 'add', 'production', '--url', 'https://b.example.com', '--token', '--use', '--replace'], 'tok'))
        .code,
      0,
    )
    t.same(JSON.parse(readFileSync(await file(), 'utf8')), {
      inUse: 'production',
      profiles: { production: { gateway: 'https://b.example.com', token: 'tok' } },
    })
    t.equal((await oms(['profile', 'remove', 'production'])).code, 0)
    t.same(JSON.parse(readFileSync(await file(), 'utf8')), { inUse: null, profiles: {} })
    t.equal((await oms(['profile', 'remove', 'production'])).code, 2)
  },
)

t.test(
  'given a user without any setting, when profiles are listed, then their file is in the folder of configuration',
  async (t) => {
    const HOME = emptyHome()
    const environment = { HOME, XDG_CONFIG_HOME: join(HOME, '.config'), APPDATA: HOME, OMS_PROFILES_FILE: '' }
    const { stdout } = await callOmsProcess(['profile', 'list', '--json'], { environment })
    const { file } = JSON.parse(stdout)
    t.ok(file.startsWith(HOME), file)
    t.match(file, /oms.profiles\.json$/)
  },
)

t.test('given several profiles that are added concurrently, when all are done, then each is there', async (t) => {
  const { HOME, file } = user()
  const names = ['a', 'b', 'c', 'd']
  const added = await Promise.all(
    names.map((name) => callOmsProcess(['profile', 'add', name, ...production], { input: name, environment: { HOME } })),
  )
  for (const { code, stderr } of added) t.equal(code, 0, stderr)
  t.same(Object.keys(JSON.parse(readFileSync(await file(), 'utf8')).profiles).sort(), names)
  t.same(readdirSync(dirname(await file())), ['profiles.json'], 'no lock stays')
})

const gateway = 'https://oms.example.com'
const damaged = [
  '{',
  ...[
    [],
    { profiles: {} },
    { inUse: 1, profiles: {} },
    { inUse: null },
    { inUse: null, profiles: [] },
    { inUse: null, profiles: {}, more: 1 },
    { inUse: null, profiles: { one: null } },
    { inUse: null, profiles: { one: { token: 'x' } } },
    { inUse: null, profiles: { one: { gateway, token: 1 } } },
    { inUse: null, profiles: { one: { gateway, more: 'x' } } },
  ].map((content) => JSON.stringify(content)),
]

t.test(
  'given a file that others can read, or that is damaged, when it is needed, then it is refused with what to do',
  async (t) => {
    const { oms, file } = user()
    await oms(['profile', 'add', 'production', ...production], 'one')
    const path = await file()
    chmodSync(path, 0o644)
    const open = await oms(['profile', 'list'])
    t.equal(open.code, 1)
    t.match(open.stderr, `chmod 600 ${path}`)
    const local = await oms(['profile', 'show', '--profile', 'local'])
    t.equal(local.code, 4, 'what needs no profile does not read it')
    chmodSync(path, 0o600)
    for (const content of damaged) {
      writeFileSync(path, content)
      t.match(await oms(['profile', 'list']), { code: 1, stderr: /cannot be understood.*profile add/s }, content)
    }
  },
)

t.test(
  'given a profile in use, when another system is named, then options go before variables and variables before the profile',
  async (t) => {
    const { oms } = user()
    await oms(['profile', 'add', 'production', ...production, '--use'], 'one')
    await oms(['profile', 'add', 'staging', '--url', 'https://staging.example.com', '--token'], 'tok')
    const shown = async (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
      const { gateway, signsInBy } = JSON.parse((await oms(['profile', 'show', '--json', ...args], '', environment)).stdout)
      return [gateway, signsInBy]
    }
    t.same(await shown([]), ['https://oms.example.com', 'client ops'])
    t.same(await shown([], { OMS_PROFILE: 'staging' }), ['https://staging.example.com', 'a token'])
    t.same(await shown([], { OMS_GATEWAY_URL: 'http://127.0.0.1:1' }), ['http://127.0.0.1:1', 'nothing'])
    const named = ['--profile', 'staging']
    t.same(await shown(named, { OMS_GATEWAY_URL: 'http://127.0.0.1:1' }), ['https://staging.example.com', 'a token'])
    t.same(await shown([], { OMS_CLIENT_ID: 'me', OMS_CLIENT_SECRET: 's' }), ['https://oms.example.com', 'client me'])
    t.same(await shown([], { OMS_TOKEN: 'x' }), ['https://oms.example.com', 'a token'])
    const half = await oms(['profile', 'show'], '', { OMS_CLIENT_ID: 'me' })
    t.equal(half.code, 2)
    t.match(half.stderr, 'set both')
  },
)

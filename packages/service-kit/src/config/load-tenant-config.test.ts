import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiClientsFile } from '@open-oms/contracts/config/access/api-clients'
import {
  type ConfigCheck,
  ConfigFile,
  ConfigObject,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
} from '@open-oms/contracts/config/config-file'
import { Word } from '@open-oms/contracts/primitives'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { checkConfigFile } from './check-config-file.ts'
import { loadTenantConfig, readConfigContent, TenantConfigError } from './load-tenant-config.ts'
import { watchTenantConfig } from './watch-tenant-config.ts'

const Plant = ConfigObject(
  {
    name: Name('Its name.'),
    bed: Name('Where it grows.'),
    light: OrNull(Word(['sun', 'shade'])),
    isEdible: FlagWithDefault(false, ''),
  },
  'A plant.',
)
const files = {
  plants: defineConfigFile({
    file: 'plants.json',
    summary: '',
    schema: ConfigFile({ plants: Type.Array(Plant) }, ''),
    read: (content) => content.plants,
  }),
  beds: defineConfigFile({
    file: 'beds.json',
    summary: '',
    schema: ConfigFile({ beds: Type.Array(Type.String()) }, ''),
    read: (content) => content.beds,
  }),
}
const checks: ConfigCheck[] = [
  {
    needs: ['plants', 'beds'],
    find: ({ plants, beds }: { plants: { bed: string }[]; beds: string[] }) =>
      plants.flatMap(({ bed }, index) =>
        beds.includes(bed)
          ? []
          : [{ file: 'plants.json', path: `plants[${index}].bed`, reason: `"${bed}" is no bed`, remedy: 'Name a bed.' }],
      ),
  },
]

async function folder(t: Test, content: Record<string, unknown>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tenant-config-'))
  t.teardown(() => rm(directory, { recursive: true }))
  for (const [file, value] of Object.entries(content)) await save(directory, file, value)
  return directory
}

async function save(directory: string, file: string, value: unknown): Promise<void> {
  await writeFile(join(directory, file), typeof value === 'string' ? value : JSON.stringify(value))
}

const rose = { name: 'Rose', bed: 'south' }
const valid = { 'plants.json': { $schema: './plants.schema.json', plants: [rose] }, 'beds.json': { beds: ['south'] } }

async function loadProblems(t: Test, content: Record<string, unknown>) {
  const directory = await folder(t, content)
  const error = await loadTenantConfig({ directory, files, checks, names: ['plants', 'beds'] }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  t.type(error, TenantConfigError)
  return error as TenantConfigError
}

t.test('given files that leave out optional fields, when they are loaded, then the defaults are filled in', async (t) => {
  const directory = await folder(t, valid)
  const config = await loadTenantConfig({ directory, files, checks, names: ['plants', 'beds'] })
  t.same(config, { plants: [{ ...rose, light: null, isEdible: false }], beds: ['south'] })
})

t.test('given a configuration, when one file is asked for, then only it is read and only its own rules apply', async (t) => {
  const directory = await folder(t, { 'plants.json': { plants: [{ ...rose, bed: 'nowhere' }] } })
  const config = await loadTenantConfig({ directory, files, checks, names: ['plants'] })
  t.same(Object.keys(config), ['plants'])
})

t.test('given several problems, when the files are loaded, then one error names file, path and reason of each', async (t) => {
  const error = await loadProblems(t, {
    'plants.json': { plants: [{ name: '', bed: 'south', light: 'dusk', isEdible: 'yes', colour: 'red' }, { bed: 'south' }] },
    'beds.json': { beds: 'south' },
  })
  t.same(
    error.problems.map(({ file, path }) => `${file} ${path}`),
    [
      'plants.json plants[0].colour',
      'plants.json plants[0].name',
      'plants.json plants[0].light',
      'plants.json plants[0].isEdible',
      'plants.json plants[1].name',
      'beds.json beds',
    ],
  )
  t.match(error.message, /^The configuration has 6 problems:\n/)
  t.match(error.message, /plants\.json: plants\[0\]\.colour: is not a known setting/)
  t.match(error.message, /plants\.json: plants\[0\]\.light: must be one of sun, shade, is "dusk"/)
  t.match(error.message, /plants\.json: plants\[1\]\.name: is missing/)
})

t.test('given a reference that does not resolve, when the configuration is loaded, then it is a problem', async (t) => {
  const error = await loadProblems(t, { ...valid, 'beds.json': { beds: [] } })
  t.match(error.message, /^The configuration has a problem:\n.*plants\.json: plants\[0\]\.bed: "south" is no bed$/)
})

t.test('given an object in place of a list that may be left out, when it is checked, then it is a problem', async (t) => {
  const limits = ListOrNone(ConfigObject({ currency: Name('Currency.') }, 'A limit.'), 'Limits.')
  const file = defineConfigFile({
    file: 'limits.json',
    summary: '',
    schema: ConfigFile({ limits, group: ConfigObject({ inner: OrNull(limits) }, 'A group.') }, ''),
    read: (content) => content,
  })
  const problems = (content: object) => {
    const checked = checkConfigFile(file, JSON.stringify(content))
    return 'problems' in checked ? checked.problems.map(({ path, reason }) => `${path} ${reason}`) : []
  }
  t.same(problems({ limits: [{ currency: 'NOK' }], group: { inner: null } }), [])
  t.same(problems({ limits: { NOK: 500 }, group: { inner: { currency: 'NOK' } } }), [
    'limits expected array, is an object',
    'group.inner expected array, is an object',
  ])
})

t.test('given an invalid value in place of a secret, then the error does not repeat it', async (t) => {
  const content = { apiClients: [{ clientId: 'shop', secretHash: 'hunter2', roles: [] }] }
  const directory = await folder(t, { 'api-clients.json': content })
  const request = { directory, files: { apiClients: apiClientsFile }, checks: [], names: ['apiClients'] as const }
  const error = await loadTenantConfig(request).catch((failure: TenantConfigError) => failure)
  t.match(error, { problems: [{ path: 'apiClients[0].secretHash', reason: /scrypt/ }] })
  t.notMatch((error as Error).message, /hunter2/)
})

t.test('given a file that is missing or is not JSON, when the configuration is loaded, then it is a problem', async (t) => {
  const error = await loadProblems(t, { 'plants.json': '{ "plants": [ }' })
  t.match(error.problems, [
    { file: 'plants.json', path: '', reason: /^is not JSON: / },
    { file: 'beds.json', path: '', reason: 'cannot be read: there is no such file' },
  ])
})

t.test('given a running process, when it gets SIGHUP, then only a valid configuration is used', async (t) => {
  const directory = await folder(t, valid)
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_details: object, message: string) => void errors.push(message),
  }
  const watch = await watchTenantConfig({ directory, files, checks, names: ['beds', 'plants'] }, log)
  t.teardown(() => watch.stop())
  const seen: number[] = []
  watch.onReload(({ beds }) => void seen.push(beds.length))

  await save(directory, 'beds.json', { beds: ['south', 'north'] })
  process.kill(process.pid, 'SIGHUP')
  while (watch.current().beds.length !== 2) await new Promise((resolve) => setTimeout(resolve, 5))
  t.same(seen, [2])

  await save(directory, 'beds.json', { beds: ['north'] })
  t.equal(await watch.reload(), false)
  t.same(watch.current().beds, ['south', 'north'], 'the old configuration stays')
  t.same(errors, ['The new configuration is not valid; the old one stays.'])

  await save(directory, 'beds.json', { beds: ['south'] })
  t.equal(await watch.reload(), true)
  t.same(watch.current().beds, ['south'])
  t.same(seen, [2, 1])
})

t.test('given a fault in a file that only another service uses, when it is reloaded, then it is refused here too', async (t) => {
  const directory = await folder(t, valid)
  const silent = () => undefined
  const log = { info: silent, warn: silent, error: silent }
  const [ours, theirs] = [
    await watchTenantConfig({ directory, files, checks, names: ['beds'] }, log),
    await watchTenantConfig({ directory, files, checks, names: ['beds', 'plants'] }, log),
  ]
  t.teardown(() => ours.stop())
  t.teardown(() => theirs.stop())
  const { hash } = ours.state()
  t.same(ours.state(), theirs.state())

  await save(directory, 'plants.json', 'no plants')
  t.same([await ours.reload(), await theirs.reload()], [false, false])
  t.same(
    [ours.state(), theirs.state()],
    [
      { hash, isRefused: true },
      { hash, isRefused: true },
    ],
  )

  for (const [name, content] of Object.entries(valid)) await save(directory, name, content)
  await save(directory, 'beds.json', { beds: ['south', 'north', 'east'] })
  t.equal(await ours.reload(), true)
  t.equal(ours.state().isRefused, false)
  t.not(ours.state().hash, theirs.state().hash, 'the difference is visible until the other one has taken it over')
})

t.test('given a removed file that only another service uses, when it is reloaded, then it is refused here too', async (t) => {
  const directory = await folder(t, valid)
  const errors: object[] = []
  const silent = () => undefined
  const log = { info: silent, warn: silent, error: (details: object) => void errors.push(details) }
  const [ours, theirs] = [
    await watchTenantConfig({ directory, files, checks, names: ['beds'] }, log),
    await watchTenantConfig({ directory, files, checks, names: ['beds', 'plants'] }, log),
  ]
  t.teardown(() => ours.stop())
  t.teardown(() => theirs.stop())
  const before = ours.state()

  await rm(join(directory, 'plants.json'))
  await save(directory, 'beds.json', { beds: ['south', 'north'] })
  t.same([await ours.reload(), await theirs.reload()], [false, false])
  t.same([ours.current().beds, theirs.current().beds], [['south'], ['south']])
  t.same([ours.state(), theirs.state()], Array(2).fill({ ...before, isRefused: true }))
  const problems = [{ file: 'plants.json', path: '', reason: 'cannot be read: there is no such file' }]
  t.match(errors, [{ err: { problems } }, { err: { problems } }])

  await save(directory, 'plants.json', valid['plants.json'])
  t.same([await ours.reload(), await theirs.reload()], [true, true])
  t.same(ours.state(), theirs.state())
})

t.test(
  'given a valid configuration that the process must not take over, when it is reloaded, then the former one stays',
  async (t) => {
    const directory = await folder(t, valid)
    const silent = () => undefined
    const admit = async ({ beds }: { beds: readonly string[] }) => {
      if (beds.includes('toxic')) throw new Error('not here')
    }
    const log = { info: silent, warn: silent, error: silent }
    const watch = await watchTenantConfig({ directory, files, checks, names: ['beds'], admit }, log)
    t.teardown(() => watch.stop())
    const { beds } = watch.current()
    await save(directory, 'beds.json', { beds: [...beds, 'toxic'] })
    t.equal(await watch.reload(), false)
    t.same([watch.current().beds, watch.state().isRefused], [beds, true])
  },
)

t.test(
  'given a file that is written while the configuration is read, when that has ended, then the hash is of what is in force',
  async (t) => {
    const directory = await folder(t, valid)
    const silent = () => undefined
    const log = { info: silent, warn: silent, error: silent }
    const written: object[] = [{ beds: ['south', 'east'] }]
    // Written after it was read: rules see the content.
    const writing: ConfigCheck = {
      needs: ['beds'],
      find: () => {
        for (const content of written.splice(0)) writeFileSync(join(directory, 'beds.json'), JSON.stringify(content))
        return []
      },
    }
    const watch = await watchTenantConfig({ directory, files, checks: [...checks, writing], names: ['beds'] }, log)
    t.teardown(() => watch.stop())
    t.same([watch.current().beds, watch.state().hash], [['south', 'east'], (await readConfigContent({ directory, files })).hash])
    written.push({ beds: ['south', 'west'] })
    t.equal(await watch.reload(), true)
    t.same([watch.current().beds, watch.state().hash], [['south', 'west'], (await readConfigContent({ directory, files })).hash])
  },
)

t.test('given a listener that fails, then it is logged and the next reload reaches all listeners', async (t) => {
  const directory = await folder(t, valid)
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_details: object, message: string) => void errors.push(message),
  }
  const watch = await watchTenantConfig({ directory, files, checks, names: ['beds'] }, log)
  t.teardown(() => watch.stop())
  const seen: number[] = []
  watch.onReload(() => {
    throw new Error('not now')
  })
  watch.onReload(({ beds }) => void seen.push(beds.length))
  t.equal(await watch.reload(), true)
  t.equal(await watch.reload(), true)
  t.same(seen, [1, 1])
  t.equal(errors.length, 2)
})

t.test('given an invalid configuration, when it is watched, then the start is refused', async (t) => {
  const directory = await folder(t, {})
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await t.rejects(watchTenantConfig({ directory, files, checks, names: ['beds'] }, log), { name: 'TenantConfigError' })
})

t.test(
  'given a rule that only warns, when the configuration is loaded, then it is used and the warning names file, path and reason',
  async (t) => {
    const directory = await folder(t, { ...valid, 'beds.json': { beds: [] } })
    const lines: string[] = []
    const log = { info: () => undefined, warn: (message: string) => void lines.push(message), error: () => undefined }
    const warnings = checks.map((check) => ({ ...check, isWarning: true }))
    const watch = await watchTenantConfig({ directory, files, checks: warnings, names: ['beds', 'plants'] }, log)
    t.teardown(() => watch.stop())
    t.same(watch.current().beds, [])
    const line = `The configuration has a warning. ${join(directory, 'plants.json')}: plants[0].bed: "south" is no bed`
    t.same(lines, [line])
    await watch.reload()
    t.same(lines, [line, line])
  },
)

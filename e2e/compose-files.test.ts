import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseServices } from '@open-oms/system/start/service-names'
import t from 'tap'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  secrets?: string[]
  profiles?: string[]
  networks?: string[]
  mem_limit?: string
  image?: string
  build?: { dockerfile: string; target?: string }
}
type Compose = { name?: string; services: Record<string, Service>; include?: Record<string, unknown>[] }

// Compose merges by these; here the values are read.
const customTags = ['!override', '!reset'].map((tag) => ({ tag, collection: 'seq' as const }))
const compose: Compose = parse(read('docker-compose.yml'), { merge: true })
const demo: Compose = parse(read('compose.demo.yml'))
const override: Compose = parse(read('deploy/demo/override.yml'), { merge: true, customTags })

const demanded = [...new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name as string))].sort()
const assignments = (text: string) => [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value] as const)

t.test(
  'given compose.demo.yml, when it is read, then it has every variable that is demanded and a project of its own',
  async (t) => {
    t.not(demo.name, compose.name, 'volumes are named by the project')
    t.same(demo.include, [
      {
        path: ['docker-compose.yml', 'deploy/demo/override.yml'],
        project_directory: '.',
        env_file: 'deploy/demo/secrets.env',
      },
    ])
    const secrets = assignments(read('deploy/demo/secrets.env'))
    t.same(secrets.map(([name]) => name).sort(), demanded)
    for (const [name, value] of secrets) t.match(value, /^[a-z]\w+$/, `${name}: a word for NATS and for an address`)
    t.match(read('compose.demo.yml'), 'ITS SECRETS ARE PUBLIC')
  },
)

t.test(
  'given the demo, when it is compared with the system, then it is of this machine and reads the sample alone',
  async (t) => {
    const { gateway, demo: fill, ...others } = override.services
    t.same(gateway?.ports, [`127.0.0.1:\${DEMO_PORT:-8080}:8080`], 'no other machine reaches it')
    t.match(read('deploy/demo/override.yml'), /ports: !override\n/, 'the ports are not added to those of the system')
    t.match(read('deploy/demo/override.yml'), /secrets: !reset \[\]\n/, 'no signing key has to be there')
    t.equal(gateway?.environment?.TOKEN_SIGNING_KEYS, '')
    t.same(gateway?.volumes, ['./config:/config:ro', './config:/credentials:ro'])
    t.same(Object.keys(others).sort(), [...databaseServices].sort())
    for (const [name, { environment, volumes }] of Object.entries({ gateway, ...others }) as [string, Service][]) {
      t.equal(environment?.NODE_ENV, 'development', name)
      t.ok(volumes?.includes('./config:/config:ro'), name)
      const known = Object.entries(compose.services[name]?.environment ?? {})
      const isAddress = ([variable, value]: [string, string]) =>
        /URL|ENDPOINT|ISSUER|_BASE/.test(variable) && /\$\{(?!\w+_PASSWORD)/.test(value)
      for (const [variable] of known.filter(isAddress))
        t.ok(variable in (environment ?? {}), `${name}: ${variable} of a real deployment is not used`)
      for (const variable of Object.keys(environment ?? {}))
        t.ok(variable in (compose.services[name]?.environment ?? {}), `${name} knows ${variable}`)
    }
    t.ok(fill?.mem_limit)
    t.same(fill?.networks, ['public', 'accounting-data'], 'the demo reaches what builds postings, and nothing else')
  },
)

t.test(
  'given the images of Compose, when their stages are read, then the Dockerfile has them, the one to publish last',
  async (t) => {
    const stages = [...read('deploy/oms.Dockerfile').matchAll(/^FROM .* AS (\w+)$/gm)].map(([, stage]) => stage)
    t.equal(override.services.demo?.build?.dockerfile, 'deploy/oms.Dockerfile')
    t.ok(stages.includes(override.services.demo?.build?.target ?? 'none'))
    t.equal(stages.at(-1), 'run', 'without a target it is the command line')
    const [, script = ''] =
      /"(tools\/[\w-]+\.ts)", "--gateway", "http:\/\/gateway:8080"/.exec(read('deploy/oms.Dockerfile')) ?? []
    t.match(read(script), '--gateway URL')
  },
)

t.test('given the profiles, when the system is started without them, then only what it needs runs', async (t) => {
  const optional = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined)
  t.same(Object.fromEntries(optional.map(([name, { profiles }]) => [name, profiles])), { oms: ['tools'], redis: ['redis'] })
  const reaching = (network: string) =>
    Object.keys(compose.services).filter((name) => compose.services[name]?.networks?.includes(network))
  t.same(reaching('gateway-state'), ['gateway', 'redis'])
  t.same(compose.services.oms?.networks, ['public'])
  t.same(compose.services.oms?.volumes, undefined)
})

t.test('given .env.example, when it is read, then it has every variable of Compose, those that are demanded empty', async (t) => {
  const sample = read('.env.example')
  const used = new Set(
    [
      ...read('docker-compose.yml')
        .replaceAll(/^\s*#.*$/gm, '')
        .matchAll(/\$\{(\w+)/g),
    ].map(([, name]) => name),
  )
  const listed = [...sample.matchAll(/^(?:# )?([A-Z]\w*)=/gm)].map(([, name]) => name)
  t.same(listed.sort(), [...used].sort())
  t.same(
    assignments(sample).sort(),
    demanded.map((name) => [name, '']),
  )
})

t.test('given the how-to, when its commands are run by sh, then .env has all passwords and none twice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oms-compose-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, '.env.example'), read('.env.example'))
  const page = read('docs/how-to/deploy-with-compose.md')
  const [, commands = ''] = /```\n( +while [\s\S]*?)```/.exec(page) ?? []
  execFileSync('sh', ['-eu', '-c', commands], { cwd: folder })
  const made = assignments(readFileSync(join(folder, '.env'), 'utf8'))
  t.same(made.map(([name]) => name).sort(), demanded)
  for (const [name, value] of made) t.match(value, /^p[0-9a-f]{48}$/, `${name}`)
  t.equal(new Set(made.map(([, value]) => value)).size, demanded.length)
  t.notMatch(page, /grep -\w*P/)
})

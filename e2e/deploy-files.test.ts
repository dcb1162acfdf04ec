import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceRoles } from '@open-oms/contracts/service-roles'
import { databaseName, databaseServices, environmentPrefix } from '@open-oms/system/start/service-names'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const services = readdirSync(join(root, 'services'))
const hasDatabase = (service: string) => readdirSync(join(root, 'services', service)).includes('prisma')

type Compose = {
  services: Record<
    string,
    {
      environment?: Record<string, string>
      volumes?: string[]
      depends_on?: Record<string, { condition: string }>
      healthcheck?: unknown
      networks?: string[]
      mem_limit?: string
    }
  >
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}

t.test('given docker-compose.yml, when its services are read, then every service runs after its migration', async (t) => {
  const compose: Compose = parse(read('docker-compose.yml'), { merge: true })
  for (const service of services) {
    t.ok(compose.services[service], service)
    if (!hasDatabase(service)) continue
    t.equal(compose.services[service]?.depends_on?.[`${service}-migrate`]?.condition, 'service_completed_successfully')
  }
  for (const server of ['postgres', 'nats']) t.ok(compose.services[server]?.healthcheck, `${server} has a health check`)
})

t.test(
  'given docker-compose.yml, when one container is taken over, then it reaches no service but its own neighbours',
  async (t) => {
    const { services: parts, networks }: Compose = parse(read('docker-compose.yml'), { merge: true })
    const reaches = (one: string, other: string) =>
      parts[one]?.networks?.some((network) => parts[other]?.networks?.includes(network)) === true
    for (const service of databaseServices) {
      t.ok(reaches('gateway', service) && reaches(service, 'postgres') && reaches(service, 'nats'), `${service} works`)
      for (const other of databaseServices) if (other !== service) t.notOk(reaches(service, other), `${service} to ${other}`)
    }
    t.notOk(reaches('gateway', 'postgres'), 'the gateway to the databases')
    for (const server of ['postgres', 'nats']) {
      for (const network of parts[server]?.networks ?? [])
        t.equal(networks[network]?.internal, true, `${network} leads nowhere else`)
    }
    for (const [name, { mem_limit: memory }] of Object.entries(parts)) t.ok(memory, `${name} has a limit of memory`)
  },
)

t.test('given docker-compose.yml, when volumes are mounted, then the gateway alone has the credentials', async (t) => {
  const { services: parts }: Compose = parse(read('docker-compose.yml'), { merge: true })
  const holders = Object.entries(parts).filter(([, { volumes = [] }]) => volumes.some((volume) => /credentials/i.test(volume)))
  t.same(
    holders.map(([name]) => name),
    ['gateway'],
  )
  t.equal(parts.gateway?.environment?.OMS_CREDENTIALS_DIR, '/credentials')
})

t.test('given docker-compose.yml, when databases are set up, then services and migrations have their own users', async (t) => {
  const { services: parts }: Compose = parse(read('docker-compose.yml'), { merge: true })
  const script = read('deploy/postgres/set-up-databases.sh')
  t.ok(parts.postgres?.volumes?.includes('./deploy/postgres:/docker-entrypoint-initdb.d:ro'))
  for (const service of databaseServices) {
    const [name, prefix] = [databaseName(service), environmentPrefix(service)]
    const address = (user: string, password: string) => `postgres://${user}:\${${password}}@postgres:5432/${name}`
    t.equal(parts[service]?.environment?.DATABASE_URL, address(name, `${prefix}_DATABASE_PASSWORD`))
    const reports = service === 'catalog-assets' ? undefined : address(`${name}_reporting`, `${prefix}_REPORTING_PASSWORD`)
    t.equal(parts[service]?.environment?.REPORTING_DATABASE_URL, reports)
    t.notOk('MIGRATION_DATABASE_URL' in (parts[service]?.environment ?? {}), `${service} does not know the owner`)
    const migration = { MIGRATION_DATABASE_URL: address(`${name}_owner`, `${prefix}_MIGRATION_PASSWORD`) }
    t.same(parts[`${service}-migrate`]?.environment, migration)
    for (const kind of ['DATABASE', 'MIGRATION', 'REPORTING']) t.ok(parts.postgres?.environment?.[`${prefix}_${kind}_PASSWORD`])
    t.match(script, `set_up ${name} ${serviceRoles[service]}\n`)
  }
})

t.test('given docker-compose.yml, when variables of a service are read, then the service reads each of them', async (t) => {
  const connectors = read('config/connectors.json')
  const compose: Compose = parse(read('docker-compose.yml'), { merge: true })
  for (const service of services) {
    const known = read(`services/${service}/.env.example`)
    for (const name of Object.keys(compose.services[service]?.environment ?? {})) {
      // Connectors name variables of their own, and so do the libraries of tracing and of S3.
      const isOfLibrary = name.startsWith('OTEL_') || name.startsWith('AWS_')
      const isRead = known.includes(`${name}=`) || connectors.includes(`"${name}"`) || isOfLibrary
      t.ok(isRead, `${service}: ${name}`)
    }
  }
})

t.test('given docker-compose.yml, when variables of a service are documented, then each of them is passed on', async (t) => {
  const compose: Compose = parse(read('docker-compose.yml'), { merge: true })
  const page = read('docs/reference/configuration.md')
  const setByImage = [...read('deploy/Dockerfile').matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, pairs]) => (pairs as string).split(' '))
    .map((pair) => pair.split('=')[0])
  // The parts of this file know each other, and the demo clients are never for production.
  const decidedHere = [
    'NODE_ENV',
    'PORT',
    'NATS_USER',
    'TOKEN_SIGNING_KEYS',
    'OMS_CREDENTIALS_DIR',
    'CATALOG_ASSETS_URL',
    'ORDERS_WORKFLOW_URL',
    'ACCOUNTING_READ_URL',
    'GATEWAY_KEYS_URL',
  ]
  for (const service of services) {
    const environment = compose.services[service]?.environment ?? {}
    const [, section = ''] = new RegExp(`^## ${service}\\n([\\s\\S]*?)^## `, 'm').exec(page) ?? []
    const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name as string)
    t.ok(documented.length > 20, service)
    for (const name of documented) {
      if (name in environment)
        t.ok(decidedHere.includes(name) || environment[name]?.includes('${'), `${service}: ${name} can be set`)
      else t.ok(setByImage.includes(name), `${service}: ${name} is passed on`)
    }
  }
})

t.test('given the Dockerfile and docker-compose.yml, when a container ends, then files of assets stay in a volume', (t) => {
  t.match(read('deploy/Dockerfile'), /OMS_DATA_DIR=\/data\b/)
  const compose: Compose = parse(read('docker-compose.yml'), { merge: true })
  t.ok(compose.services['catalog-assets']?.volumes?.includes('assets:/data'))
  t.ok('assets' in compose.volumes)
  t.end()
})

t.test('given docker-compose.yml, when NATS users are read, then each service has one, the server all passwords', async (t) => {
  const { services: parts }: Compose = parse(read('docker-compose.yml'), { merge: true })
  const users = read('deploy/nats-users.conf')
  t.match(read('deploy/nats.conf'), 'include "nats-users.conf"')
  t.ok(parts.nats?.volumes?.includes('./deploy/nats-users.conf:/etc/nats/nats-users.conf:ro'))
  const variables = [...users.matchAll(/password: \$(\w+)/g)].map(([, variable]) => variable)
  t.same(Object.keys(parts.nats?.environment ?? {}), variables)
  const passwords = new Set<string | undefined>()
  for (const service of services) {
    const { NATS_URL, NATS_USER, NATS_PASSWORD } = parts[service]?.environment ?? {}
    t.ok(NATS_URL, service)
    t.equal(NATS_USER, service)
    passwords.add(NATS_PASSWORD)
    t.ok(Object.values(parts.nats?.environment ?? {}).includes(NATS_PASSWORD ?? ''), service)
  }
  t.equal(passwords.size, 4)
})

t.test('given the Dockerfile, when a validator reads it, then it finds no mistake', async (t) => {
  for (const file of ['deploy/Dockerfile', 'deploy/oms.Dockerfile']) t.same(validate(read(file)), [], file)
  t.not(validate('FROM scratch\nRUNN x').length, 0, 'the check can fail')
})

t.test('given the Dockerfile and package.json, when their pnpm versions are read, then they are the same', async (t) => {
  const { packageManager } = JSON.parse(read('package.json'))
  for (const file of ['deploy/Dockerfile', 'deploy/oms.Dockerfile']) t.match(read(file), `npm install --global ${packageManager}`)
})

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { writeRunFile } from '@open-oms/system/run-file'
import { type DatabaseService, databaseName, databaseServices } from '@open-oms/system/start/service-names'
import { stringify } from 'yaml'
import { requiredSecrets, serviceEnvironment } from './compose-file.ts'
import type { Engine } from './engine.ts'
import { programOutput, runProgram } from './run-program.ts'
import { writeTenant } from './write-tenant.ts'

/** A system that runs from the project's compose file, with secrets of its own. */
export type Deployment = {
  engine: Engine
  root: string
  /** The tenant's configuration, the signing key, `run.json` and backups. */
  folder: string
  gatewayUrl: string
  client: { clientId: string; clientSecret: string }
  /** Of the sample's people. */
  userPassword: string
  /** The databases as an administrator reaches them from this machine. */
  adminUrls: Record<DatabaseService, string>
  /** What the compose file is read with; `OMS_VERSION` is the tag of the images. */
  variables: Record<string, string>
  /** Runs a command of compose; returns its output. */
  compose(...args: string[]): Promise<Buffer>
  /** The same, with something to read. */
  composeWith(input: Uint8Array, ...args: string[]): Promise<Buffer>
  /** The ids of the running containers of a part, oldest first. */
  runningContainers(part: string): Promise<string[]>
}

const project = 'oms-verify'

/**
 * Writes all that an operator prepares: secrets, signing key, configuration without demo clients,
 * and ports of this machine.
 */
export async function prepareDeployment(
  engine: Engine,
  { root, folder, version }: { root: string; folder: string; version: string },
) {
  const composeFile = join(root, 'docker-compose.yml')
  const [gateway, postgres, nats] = await Promise.all([freePort(), freePort(), freePort()])
  const gatewayUrl = `http://127.0.0.1:${gateway}`
  const tenant = join(folder, 'tenant')
  const client = { clientId: 'verification', clientSecret: randomBytes(24).toString('base64url') }
  const userPassword = randomBytes(24).toString('base64url')
  const credentialsFolder = join(folder, 'credentials')
  await writeTenant(join(root, 'config'), tenant, { clients: [client], userPassword, credentialsFolder })
  await writeSigningKey(join(folder, 'token-signing-key.pem'))
  const variables: Record<string, string> = {
    ...requiredSecrets(composeFile),
    OMS_CONFIG: tenant,
    OMS_CREDENTIALS: credentialsFolder,
    OMS_VERSION: version,
    TOKEN_SIGNING_KEY_FILE: join(folder, 'token-signing-key.pem'),
    PUBLIC_URL: gatewayUrl,
    PORT: `127.0.0.1:${gateway}`,
  }
  // Tests and tools of this machine look into databases and streams.
  const ports = { services: { postgres: { ports: [`127.0.0.1:${postgres}:5432`] }, nats: { ports: [`127.0.0.1:${nats}:4222`] } } }
  await writeFile(join(folder, 'ports.yml'), stringify(ports))
  const { adminUrls, ...urls } = databaseUrls(composeFile, { variables, port: postgres })
  const natsUrls = serviceNatsUrls(composeFile, { variables, port: nats })
  writeRunFile({ gatewayUrl, publicBase: gatewayUrl, natsUrls, adminUrls, ...urls, assetStore: {} }, folder)
  return {
    engine,
    root,
    folder,
    gatewayUrl,
    client,
    userPassword,
    adminUrls,
    variables,
    ...createCompose(engine, { composeFile, folder, variables }),
  }
}

function createCompose(
  engine: Engine,
  { composeFile, folder, variables }: { composeFile: string; folder: string; variables: Record<string, string> },
) {
  const files = ['-p', project, '-f', composeFile, '-f', join(folder, 'ports.yml')]
  return {
    compose: (...args: string[]) => runProgram([...engine.compose, ...files, ...args], { env: variables }),
    composeWith: (input: Uint8Array, ...args: string[]) =>
      runProgram([...engine.compose, ...files, ...args], { env: variables, input }),
    runningContainers: async (part: string) => {
      const filters = [
        '--filter',
        `label=com.docker.compose.project=${project}`,
        '--filter',
        `label=com.docker.compose.service=${part}`,
      ]
      const ids = await programOutput([engine.program, 'ps', '--quiet', '--no-trunc', ...filters])
      return ids.split('\n').filter(Boolean).reverse()
    },
  }
}

async function writeSigningKey(file: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  // The user of the container reads it.
  await writeFile(file, key, { mode: 0o644 })
}

type PortMapping = { variables: Record<string, string>; port: number }

/**
 * The addresses of the databases for their services, for the owners of their tables and for an
 * administrator.
 */
function databaseUrls(composeFile: string, { variables, port }: PortMapping) {
  const serviceVariable = (service: string, name: string) =>
    here(serviceEnvironment(composeFile, { service, variables })[name] as string, port)
  const each = (urlOf: (service: DatabaseService) => string) =>
    Object.fromEntries(databaseServices.map((service) => [service, urlOf(service)])) as Record<DatabaseService, string>
  const { POSTGRES_USER, POSTGRES_PASSWORD } = serviceEnvironment(composeFile, { service: 'postgres', variables })
  return {
    databaseUrls: each((service) => serviceVariable(service, 'DATABASE_URL')),
    migrationUrls: each((service) => serviceVariable(`${service}-migrate`, 'MIGRATION_DATABASE_URL')),
    reportingUrls: {},
    adminUrls: each((service) => `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:${port}/${databaseName(service)}`),
  }
}

function serviceNatsUrls(composeFile: string, { variables, port }: PortMapping): Record<string, string> {
  const passwords: Record<string, string | undefined> = { 'erp-connector': variables.ERP_CONNECTOR_NATS_PASSWORD }
  for (const service of databaseServices)
    passwords[service] = serviceEnvironment(composeFile, { service, variables }).NATS_PASSWORD
  return Object.fromEntries(
    Object.entries(passwords).map(([user, password]) => [user, `nats://${user}:${password}@127.0.0.1:${port}`]),
  )
}

/** The address of a part as this machine reaches it. */
function here(address: string, port: number): string {
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return url.href
}

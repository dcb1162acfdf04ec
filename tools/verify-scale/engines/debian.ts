import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type ManagedProcess, startProcess } from '@open-oms/local-servers/managed-process'
import { root as projectRoot } from '@open-oms/system/root'
import type { Logger } from '../postgres-pair.ts'

/** Packages of Debian 13 or newer, whose PostgreSQL is new enough. */
export const enginePackages = ['etcd-server', 'haproxy', 'patroni', 'pgbouncer', 'postgresql', 'redis-sentinel', 'redis-server']

const programs = ['/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/bin/patroni', '/usr/sbin/pgbouncer', '/usr/bin/redis-sentinel']
const POSTGRES = '/usr/lib/postgresql'
const POSTGRES_MIN = 16

export type EngineProgram = { name: string; command: string; args: readonly string[]; environment?: NodeJS.ProcessEnv }

/** Where the engines are installed and run, as the user `postgres`. */
export type Debian = {
  /** The folder of the engines' files, as they see it. */
  folder: string
  /** The folder of PostgreSQL's programs. */
  postgresPrograms: string
  /** Writes a file that only the engines can read; returns its path, as they see it. */
  write(name: string, content: string): string
  /** A path as this program sees it. */
  outside(path: string): string
  /** The content of a file in the folder. */
  read(name: string): string
  /** Copies a file of deploy/engines to where they can read it; returns its path there. */
  deployed(name: string): string
  start(program: EngineProgram): Promise<ManagedProcess>
  remove(): void
}

/** The content of a file of deploy/engines. */
export function deployedFile(name: string): string {
  return readFileSync(join(projectRoot, 'deploy', 'engines', name), 'utf8')
}

/**
 * The machine itself, or a Debian that is unpacked in a folder, in which the engines are installed.
 * Throws when one of them is not there; root is needed, because each of them refuses to run as root
 * and is started as `postgres`.
 */
export function openDebian(root: string, log: Logger): Debian {
  const outside = (path: string) => join(root, path)
  const missing = programs.filter((path) => !existsSync(outside(path)))
  const versions = existsSync(outside(POSTGRES)) ? readdirSync(outside(POSTGRES)).map(Number) : []
  const version = Math.max(...versions)
  if (missing.length > 0 || !(version >= POSTGRES_MIN))
    throw new Error(
      `The engines are not installed in ${root}: ${missing.join(', ') || `PostgreSQL ${POSTGRES_MIN} or newer`} is missing.\n` +
        `On Debian 13: apt-get install --no-install-recommends ${enginePackages.join(' ')}, and stop what that starts.\n` +
        'Elsewhere unpack one, and give its folder with --engines:\n' +
        `  debootstrap --variant=minbase --include=${enginePackages.join(',')} trixie FOLDER && mount -t proc proc FOLDER/proc`,
    )
  if (process.getuid?.() !== 0) throw new Error('The engines are started as the user postgres: run as root.')
  mkdirSync(outside('/var/tmp'), { recursive: true })
  const folder = mkdtempSync(outside('/var/tmp/oms-engines-')).slice(root === '/' ? 0 : root.length)
  chmodSync(outside(folder), 0o777)
  const write = (name: string, content: string) => {
    // Sentinel writes into its own.
    writeFileSync(outside(join(folder, name)), content, { mode: 0o666 })
    chmodSync(outside(join(folder, name)), 0o666)
    return join(folder, name)
  }
  return {
    folder,
    postgresPrograms: `${POSTGRES}/${version}/bin`,
    write,
    outside,
    read: (name) => readFileSync(outside(join(folder, name)), 'utf8'),
    deployed: (name) => write(name, deployedFile(name)),
    start: ({ name, command, args, environment = {} }) =>
      startProcess({
        name,
        command: 'chroot',
        args: ['--userspec=postgres:postgres', root, command, ...args],
        environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', HOME: folder, ...environment },
        stopSignal: 'SIGTERM',
        stopTimeoutMs: 30_000,
        orphanDelaySeconds: 3,
        onLine: (line) => log(name, line),
      }),
    remove: () => rmSync(outside(folder), { recursive: true, force: true }),
  }
}

import { realpathSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { findNatsServer } from '@open-oms/local-servers/find-nats-server'
import { freePort } from '@open-oms/local-servers/free-port'
import type { ManagedProcess } from '@open-oms/local-servers/managed-process'
import { type NatsServer, startNats } from '@open-oms/local-servers/nats-server'
import { type PostgresServer, startPostgres } from '@open-oms/local-servers/postgres-server'
import { natsAuthorization } from './nats-authorization.ts'
import type { StoredValues } from './stored-values.ts'
import { type SupervisedProcess, supervise } from './supervise.ts'
import type { SystemOptions } from './system-options.ts'

export type OwnServer = { url: string; server: SupervisedProcess }

/**
 * What the parts of a system need from the whole: its options, the stored values, and who notes
 * each new process.
 */
export type SystemContext = {
  options: SystemOptions
  stored: StoredValues
  onProcess: (process: ManagedProcess, mark: string, stopSignal: NodeJS.Signals) => void
}

const MEBIBYTE = 1024 * 1024

/**
 * Searches of free text count every match: an eighth of the memory, 2 GiB at most, holds what they
 * read of a million orders.
 */
function sharedBuffersMebibytes(): number {
  return Math.max(128, Math.min(2048, Math.floor(totalmem() / 8 / MEBIBYTE)))
}

/**
 * What PostgreSQL writes ahead: after each checkpoint the first change of a page writes the whole
 * page, so checkpoints are rare and such pages compressed (ADR 115).
 */
const writeAhead = ['checkpoint_timeout=15min', 'max_wal_size=2GB', 'wal_compression=on']

/** Starts the embedded PostgreSQL of a system. */
export async function startOwnPostgres({ options, stored, onProcess }: SystemContext): Promise<OwnServer> {
  stored.postgresPort = await freePort(stored.postgresPort)
  const folder = join(options.dataDir, 'postgres')
  let url = ''
  const start = async () => {
    const postgres: PostgresServer = await startPostgres({
      folder,
      port: stored.postgresPort,
      password: stored.postgresPassword,
      settings: [
        'max_connections=200',
        'log_min_messages=warning',
        `shared_buffers=${sharedBuffersMebibytes()}MB`,
        ...writeAhead,
      ],
      onLine: (line) => options.onMessage({ kind: 'log', source: 'postgres', line }),
    })
    onProcess(postgres.process, realpathSync(folder), 'SIGINT')
    url = postgres.serverUrl
    return postgres.process
  }
  const server = await supervise({ name: 'postgres', start, restart: options.restart, onEvent: eventsTo(options) })
  return { url, server }
}

/** Starts the nats-server of a system, fetching the program when the machine has none. */
export async function startOwnNats({ options, stored, onProcess }: SystemContext): Promise<OwnServer> {
  const onFetch = () => options.onMessage({ kind: 'event', text: 'No nats-server is installed: fetching one' })
  const program = await findNatsServer({ onFetch })
  stored.natsPort = await freePort(stored.natsPort)
  const folder = join(options.dataDir, 'nats')
  let url = ''
  const start = async () => {
    const nats: NatsServer = await startNats({
      program,
      folder,
      port: stored.natsPort,
      authorization: natsAuthorization(stored.natsPasswords),
      syncInterval: options.natsSyncInterval,
      onLine: (line) => options.onMessage({ kind: 'log', source: 'nats', line }),
    })
    onProcess(nats.process, folder, 'SIGTERM')
    url = nats.url
    return nats.process
  }
  const server = await supervise({ name: 'nats', start, restart: options.restart, onEvent: eventsTo(options) })
  return { url, server }
}

function eventsTo(options: SystemOptions): (text: string) => void {
  return (text) => options.onMessage({ kind: 'event', text })
}

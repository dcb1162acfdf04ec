import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from '@open-oms/contracts/audit/audit-record'
import type { AuditTrail } from '@open-oms/service-kit/audit/audit-trail'
import type { Log } from '@open-oms/service-kit/observability/log'
import { pause } from '@open-oms/service-kit/waiting/pause'

const FILE_NAME = 'audit-waiting'
const RETRY_MS = 1_000
/** So many are kept while NATS is away; what comes then is named in the log by its number. */
const WAITING_MAX = 100_000

export type Publish = (entry: AuditEntry) => Promise<void>

export type GatewayTrail = AuditTrail & {
  /** From then on entries are published. */
  publishBy(publish: Publish): void
  stop(): Promise<void>
}

/**
 * The trail of the gateway, which has no database (audit.md#recording): an entry is published
 * before its response is sent. While that is impossible it waits in a file of the data folder, over
 * a restart, or in memory where there is no folder.
 */
export async function createGatewayTrail({ folder, log }: { folder: string | undefined; log: Log }): Promise<GatewayTrail> {
  const file = folder === undefined ? null : join(folder, FILE_NAME)
  const waiting = file === null ? [] : await readEntries(file)
  const stopped = new AbortController()
  let publish: Publish | null = null

  // One write of the file at a time: what is added while it is replaced would be lost by a kill.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    const written = turn.then(write)
    turn = written.catch(() => undefined)
    return written
  }

  async function keep(entry: AuditEntry): Promise<void> {
    if (waiting.length >= WAITING_MAX)
      return log.error({ auditId: entry.id }, 'too much waits for the audit log; a record is lost')
    await inTurn(async () => {
      if (file !== null) await append(file, entry)
      waiting.push(entry)
    })
  }

  async function sendWaiting(): Promise<void> {
    const sending = publish
    if (sending === null || waiting.length === 0) return
    const sent = waiting.slice(0, 500)
    await Promise.all(sent.map(sending))
    await inTurn(async () => {
      waiting.splice(0, sent.length)
      if (file !== null) await replace(file, waiting)
    })
  }

  const run = async () => {
    while (!stopped.signal.aborted) {
      // The loss of the connection is in the log already.
      await sendWaiting().catch(() => undefined)
      await pause(RETRY_MS, stopped.signal)
    }
  }
  const running = run()
  const record = async (entry: AuditEntry) => {
    if (publish === null) return keep(entry)
    await publish(entry).catch(() => keep(entry))
  }
  return {
    service: 'gateway',
    record,
    recordIn: () => {
      throw new Error('The gateway has no transactions.')
    },
    publishBy: (given) => {
      publish = given
    },
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

async function readEntries(file: string): Promise<AuditEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A line that a kill has cut off was never acknowledged.
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as AuditEntry] : []))
}

async function append(file: string, entry: AuditEntry): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.write(`${JSON.stringify(entry)}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function replace(file: string, entries: readonly AuditEntry[]): Promise<void> {
  await writeFile(`${file}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

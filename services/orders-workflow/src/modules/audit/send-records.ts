import { repeatedly, type Stoppable } from '@open-oms/service-kit/audit-stream/audit-stream'
import { createRecordSender, type SendRecords } from '@open-oms/service-kit/audit-stream/otlp-records'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Log } from '@open-oms/service-kit/observability/log'
import { recordsAfter, toAuditRecord } from './audit-store.ts'

const BATCH = 500
const LOOK_MS = 1_000

// One process sends at a time; the others find the row locked.
const lockSent = statement({
  name: 'audit-sent-lock',
  text: 'select sequence from audit_sent for update skip locked',
  parameters: [],
  row: { sequence: Sql.bigint },
})

const moveSent = statement({
  name: 'audit-sent-move',
  text: 'update audit_sent set sequence = $1',
  parameters: [Sql.bigint],
  row: {},
})

/**
 * Sends the next records of the chain, in their order (audit.md#sending): what was sent before the
 * process ended is sent again. Returns how many.
 */
export function sendRecords({ inTransaction }: Pick<Database, 'inTransaction'>, send: SendRecords): Promise<number> {
  return inTransaction(async (tx) => {
    const [sent] = await lockSent.on(tx)
    const rows = sent === undefined ? [] : await recordsAfter(tx, sent.sequence, BATCH)
    const last = rows.at(-1)
    if (last === undefined) return 0
    await send(rows.map(toAuditRecord))
    await moveSent.on(tx, last.sequence)
    return rows.length
  })
}

/** Sends records to an address as they come, until it is stopped; without one it does nothing. */
export function startSending(
  database: Pick<Database, 'inTransaction'>,
  url: string | undefined,
  log: Pick<Log, 'warn'>,
): Stoppable {
  if (!url) return { stop: async () => undefined }
  const sender = createRecordSender(url)
  return repeatedly(log, async () => ((await sendRecords(database, await sender)) === BATCH ? 0 : LOOK_MS))
}

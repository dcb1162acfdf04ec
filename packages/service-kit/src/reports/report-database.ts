import { DomainError } from '@open-oms/contracts/errors'
import { REPORT_ROWS_MAX } from '@open-oms/contracts/reports/report'
import type pg from 'pg'
import { changingSecret, type Secret } from '../config/secret-files.ts'
import { createPool } from '../database/database.ts'
import { isDatabaseAddress } from '../database/database-address.ts'
import { availableOrThrow, isTimedOut, notReached } from '../database/database-errors.ts'
import type { Log } from '../observability/log.ts'

/** A row as Postgres returns it, by column. */
export type ReportRow = Readonly<Record<string, unknown>>

export type ReportDatabase = {
  /**
   * The rows of a statement as of one moment, in batches of which only one is in memory. Raises
   * `Unavailable` when the database is not reached or it takes too long.
   */
  read(statement: { text: string; values: readonly unknown[] }): AsyncGenerator<ReportRow[]>
  close(): Promise<void>
}

export type ReportDatabaseOptions = {
  url: Secret
  log: Log
  applicationName: string
  /** Longest time of one statement; 5 minutes when absent. */
  statementTimeoutMs?: number
}

/** How many reports a process reads at a time; others wait for a free one, and are 503 then. */
const READERS_MAX = 3
/** Rows read at a time: one more than are shown at most, to know whether there are more. */
const BATCH = REPORT_ROWS_MAX + 1
const STATEMENT_TIMEOUT_MS = 300_000

/** Opens the database for the user of reports, on first use. */
export function openReportDatabase({ statementTimeoutMs, ...options }: ReportDatabaseOptions): ReportDatabase {
  const pool = createPool({
    ...options,
    poolSizeMax: READERS_MAX,
    statementTimeoutMs: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  })
  return { read: (statement) => readRows(pool, statement), close: () => pool.end() }
}

/**
 * The database of `variable`, `REPORTING_DATABASE_URL` when absent, of which `first` is the value
 * at the start; null without one. Throws when it cannot be used.
 */
export function openConfiguredReports(
  first: string | undefined,
  { service, log, variable = 'REPORTING_DATABASE_URL' }: { service: string; log: Log; variable?: string },
): ReportDatabase | null {
  if (first === undefined) return null
  const url = changingSecret(variable, first, { isUsable: isDatabaseAddress, log })
  return openReportDatabase({ url, log, applicationName: `${service} reports` })
}

async function* readRows(
  pool: pg.Pool,
  { text, values }: { text: string; values: readonly unknown[] },
): AsyncGenerator<ReportRow[]> {
  const client = await pool.connect().catch(notReached)
  let isWhole = false
  let isReleased = false
  const release = () => {
    if (isReleased) return
    isReleased = true
    // One that was not read to its end has its transaction open.
    client.release(!isWhole)
  }
  // Postgres ends a session whose rows nobody takes for a minute.
  client.on('error', release)
  try {
    await client.query('begin isolation level repeatable read read only')
    // One statement, even where it has no values.
    const queryMode = 'extended'
    await client.query({ text: `declare report no scroll cursor for ${text}`, values: [...values], queryMode } as pg.QueryConfig)
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from report`)
      if (rows.length > 0) yield rows
      if (rows.length < BATCH) break
    }
    await client.query('commit')
    isWhole = true
  } catch (error) {
    if (isTimedOut(error))
      throw new DomainError('Unavailable', 'The report took too long. Choose a shorter period.', { cause: error })
    availableOrThrow(error)
  } finally {
    client.removeListener('error', release)
    release()
  }
}

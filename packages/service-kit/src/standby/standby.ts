import { DomainError } from '@open-oms/contracts/errors'
import type pg from 'pg'
import { createPool, type DatabaseConfig, type QueryRunner, readingOn } from '../database/database.ts'
import { ConnectionsInUse, errorCode } from '../database/database-errors.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import { caughtUpConnection, lagBehind, type StandbyFault, StandbyNotUsable } from './caught-up-connection.ts'
import { type PrimaryPosition, positionOfPrimary } from './log-positions.ts'

export type Standby = {
  /**
   * Reads from the standby, once it has what was committed before the read began; else from the
   * primary. A transaction whose reading the standby ended is run again there.
   */
  reading: QueryRunner
  /** Ends the connections to the standby. */
  close(): Promise<void>
}

export type StandbyOptions = Omit<DatabaseConfig, 'poolSizeMax'> & {
  poolSizeMax: number
  primary: QueryRunner
  /** How long a read waits for the standby to catch up; then the primary is read. */
  lagMsMax: number
  metrics: MetricsRegistry
}

const PROBE_MS = 1_000

/**
 * What a server says that ends a read for its own sake: a conflict with what it replays, a
 * cancellation, a lack of something.
 */
const endedByServer = /^(40|53|57|58|XX)/

/**
 * Opens the standby of a database for reads (http.md#reads-from-a-standby). Nothing depends on it:
 * when it is unreachable, behind or promoted, or ends a read, the primary is read. A read raises
 * what it raises on the primary, and `ConnectionsInUse` when all connections to the standby stay in
 * use.
 */
export function openStandby(options: StandbyOptions): Standby {
  const reads = new StandbyReads(options)
  const { metrics } = options
  metrics.gauge('oms_standby_usable', async () => [{ labels: {}, value: (await reads.look()) ? 1 : 0 }])
  metrics.gauge('oms_standby_lag_bytes', async () => [{ labels: {}, value: await reads.lag() }])
  void reads.look()
  return {
    reading: {
      query: (statement) => reads.read((reading) => reading.query(statement)),
      execute: (statement) => reads.read((reading) => reading.execute(statement)),
      inTransaction: (work) => reads.read((reading) => reading.inTransaction(work)),
    },
    close: () => reads.close(),
  }
}

class StandbyReads {
  private readonly options: StandbyOptions
  private readonly pool: pg.Pool
  private readonly position: () => Promise<PrimaryPosition>
  /** Null while the standby is used; nobody waits for it before the first look. */
  private fault: StandbyFault | null = 'away'
  private probe: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(options: StandbyOptions) {
    this.options = options
    this.pool = createPool(options)
    this.position = positionOfPrimary(options.primary)
  }

  async read<T>(run: (reading: QueryRunner) => Promise<T>): Promise<T> {
    const { primary, metrics, log } = this.options
    const fromPrimary = (outcome: string) => {
      metrics.count('oms_standby_reads_total', { outcome })
      return run(primary)
    }
    if (this.fault !== null) return fromPrimary(this.fault)
    const goal = await this.position()
    try {
      const connect = () => this.connectAt(goal)
      const result = await run(readingOn({ connect }, { log, attemptsMax: 1 }))
      metrics.count('oms_standby_reads_total', { outcome: 'standby' })
      return result
    } catch (error) {
      const outcome = this.failureReason(error)
      if (outcome === null) throw error
      return fromPrimary(outcome)
    }
  }

  /** Finds out whether the standby can be used, and returns it. */
  async look(): Promise<boolean> {
    clearTimeout(this.probe)
    this.probe = undefined
    try {
      const client = await this.connectAt(await this.position())
      client.release()
      if (this.fault !== null) this.options.log.info('reads go to the standby')
      this.fault = null
    } catch (error) {
      // What cannot be found out, because the primary is unreachable or all connections are in use,
      // stays as it was.
      if (error instanceof StandbyNotUsable) this.giveUp(error)
      else if (this.fault !== null) this.probeLater()
    }
    return this.fault === null
  }

  /**
   * How many bytes of the primary's log the standby has not replayed. Raises what a connection
   * raises.
   */
  async lag(): Promise<number> {
    return lagBehind(this.pool, await this.position(), this.options.lagMsMax)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.probe)
    await this.pool.end()
  }

  private connectAt(goal: PrimaryPosition): Promise<pg.PoolClient> {
    return caughtUpConnection(this.pool, goal, this.options.lagMsMax)
  }

  /** Why the standby did not do a read; null when it is not its fault. */
  private failureReason(error: unknown): string | null {
    if (error instanceof ConnectionsInUse && this.fault === null) return null
    if (error instanceof StandbyNotUsable) return this.giveUp(error)
    // A read may lose its connection for its own sake; whether the standby is unreachable shows
    // with the next one.
    const isLost = error instanceof DomainError && error.code === 'Unavailable'
    return isLost || endedByServer.test(errorCode(error) ?? '') ? 'ended' : null
  }

  private giveUp({ fault, message }: StandbyNotUsable): StandbyFault {
    if (this.fault === null)
      this.options.log.warn({ fault, reason: message }, 'reads go to the primary: the standby is not usable')
    this.fault = fault
    this.probeLater()
    return fault
  }

  private probeLater(): void {
    if (!this.isClosed) this.probe ??= setTimeout(() => this.look(), PROBE_MS).unref()
  }
}

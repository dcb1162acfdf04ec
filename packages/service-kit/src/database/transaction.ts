import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '@open-oms/contracts/errors'
import type pg from 'pg'
import type { Log } from '../observability/log.ts'
import { availableOrThrow, isConnectionFailure, isRaceOfTransactions } from './database-errors.ts'
import type { Statement } from './statement.ts'

export type Transaction = {
  /** Runs a statement in the transaction; the first one brings BEGIN with it. */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>
  /**
   * As `query`, but takes the driver's own options and returns its whole result: columns and number
   * of rows too.
   */
  execute(statement: pg.QueryConfig): Promise<pg.QueryResult>
  /**
   * Runs the statement as the last one and commits. If nothing was sent before, the statement runs
   * on its own: one round trip, no BEGIN, no COMMIT.
   */
  commitWith<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>
  /**
   * Sends a statement whose result nobody needs together with the next one or with COMMIT. When it
   * fails, that one fails too.
   */
  later(statement: Statement): void
  /** Runs the action once the transaction is committed, never if it is rolled back. */
  afterCommit(action: () => void): void
}

/**
 * Runs the work in one READ COMMITTED transaction and commits when it returns; rolls back when it
 * throws. The work is run again, a bounded number of times, when Postgres ended the transaction
 * because of a deadlock, so it must not have effects outside of the transaction other than through
 * `afterCommit`.
 */
export type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * The same transaction for work that must not end it: what asks to be the last statement becomes an
 * ordinary one.
 */
export function joinTransaction(tx: Transaction): Transaction {
  return {
    query: (statement) => tx.query(statement),
    execute: (statement) => tx.execute(statement),
    commitWith: (statement) => tx.query(statement),
    later: (statement) => tx.later(statement),
    afterCommit: (action) => tx.afterCommit(action),
  }
}

type Source = {
  connections: { connect(): Promise<pg.PoolClient> }
  query<Row>(statement: Statement): Promise<Row[]>
  log: Log
  attemptsMax?: number | undefined
}

const ATTEMPTS_MAX = 5

/** The transaction that the running code is inside of. */
const current = new AsyncLocalStorage<OpenTransaction>()

class OpenTransaction implements Transaction {
  private readonly source: Source
  private readonly actions: (() => void)[] = []
  private readonly unsent: Statement[] = []
  private client: Promise<pg.PoolClient> | undefined
  private isBroken = false
  state: 'open' | 'committed' | 'closed' = 'open'

  constructor(source: Source) {
    this.source = source
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    return (await this.execute(statement as pg.QueryConfig)).rows as Row[]
  }

  async execute(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    invariant(this.state === 'open', 'a transaction is used after its end')
    return (await this.send([statement])).at(-1) as pg.QueryResult
  }

  async commitWith<Row>(statement: Statement): Promise<Row[]> {
    invariant(this.state === 'open', 'a transaction is used after its end')
    this.state = 'closed'
    if (this.client === undefined && this.unsent.length === 0) {
      const rows = await this.source.query<Row>(statement)
      this.committed()
      return rows
    }
    const [result, commit] = (await this.send([statement, 'COMMIT'])).slice(-2) as [pg.QueryResult, pg.QueryResult]
    this.committed(commit)
    return result.rows as Row[]
  }

  later(statement: Statement): void {
    invariant(this.state === 'open', 'a transaction is used after its end')
    this.unsent.push(statement)
  }

  /**
   * Sends statements in one packet, behind those that were put off, and BEGIN before the first of
   * all.
   */
  private async send(statements: readonly (Statement | pg.QueryConfig | 'COMMIT')[]): Promise<pg.QueryResult[]> {
    const begin = this.client === undefined ? ['BEGIN'] : []
    const all = [...begin, ...this.unsent.splice(0), ...statements]
    this.client ??= this.connect()
    const client = await this.client
    inOnePacket(client)
    return Promise.all(all.map((statement) => client.query(statement as pg.QueryConfig)))
  }

  afterCommit(action: () => void): void {
    if (this.state === 'committed') this.run(action)
    else this.actions.push(action)
  }

  /** Commits what was sent, unless `commitWith` has done so. */
  async finish(): Promise<void> {
    if (this.state !== 'open') return
    this.state = 'closed'
    const isUnused = this.client === undefined && this.unsent.length === 0
    this.committed(isUnused ? undefined : (await this.send(['COMMIT'])).at(-1))
  }

  /** Gives the connection back, after undoing what is not committed. */
  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined)
    const isOpen = this.state !== 'committed'
    if (isOpen) this.state = 'closed'
    if (client === undefined) return
    if (isOpen && !this.isBroken) await client.query('ROLLBACK').catch(this.onError)
    client.removeListener('error', this.onError)
    client.release(this.isBroken)
  }

  private async connect(): Promise<pg.PoolClient> {
    const client = await this.source.connections.connect()
    client.on('error', this.onError)
    return client
  }

  private readonly onError = (): void => {
    this.isBroken = true
  }

  private committed(response?: pg.QueryResult): void {
    // Postgres responds with ROLLBACK to a COMMIT after a failed statement whose error was caught.
    invariant(response === undefined || response.command === 'COMMIT', 'a transaction continued after a failed statement')
    this.state = 'committed'
    for (const action of this.actions.splice(0)) this.run(action)
  }

  private run(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.source.log.error({ err: error }, 'an action after a commit failed')
    }
  }
}

type ClientWithStream = pg.PoolClient & { connection: { stream: Duplex } }

/**
 * Statements of one turn of the event loop go out in one packet: a packet costs more than a
 * statement.
 */
function inOnePacket(client: pg.PoolClient): void {
  const { stream } = (client as ClientWithStream).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function attempt<T>(tx: OpenTransaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    const result = await current.run(tx, work, tx)
    await tx.finish()
    return result
  } finally {
    await tx.end()
  }
}

/** Makes the `inTransaction` of a database. */
export function inTransactionOn(source: Source): InTransaction {
  return async (work) => {
    // A nested transaction would take a second connection: enough concurrent ones would block each
    // other.
    invariant(current.getStore()?.state !== 'open', 'transactions cannot be nested')
    const { attemptsMax = ATTEMPTS_MAX } = source
    for (let tries = 1; ; tries++) {
      const tx = new OpenTransaction(source)
      try {
        return await attempt(tx, work)
      } catch (error) {
        if (isConnectionFailure(error)) availableOrThrow(error)
        if (!isRaceOfTransactions(error) || tx.state === 'committed' || tries === attemptsMax) throw error
        await sleep(Math.random() * 10 * 2 ** tries)
      }
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConnectionsInUse, isPoolTimeout } from '../database/database-errors.ts'
import { follows, type PrimaryPosition, positionOfStandby } from './log-positions.ts'

/** Why a read is one of the primary. */
export type StandbyFault = 'behind' | 'away'

/** The standby cannot serve a read that begins now. Nothing was read. */
export class StandbyNotUsable extends Error {
  readonly fault: StandbyFault

  constructor(fault: StandbyFault, message: string) {
    super(message)
    this.name = 'StandbyNotUsable'
    this.fault = fault
  }
}

/**
 * Whatever keeps a connection from being made or asked, such as a wrong password, concerns the
 * standby alone.
 */
function notUsable(error: unknown): StandbyNotUsable {
  return error instanceof StandbyNotUsable ? error : new StandbyNotUsable('away', (error as Error).message)
}

const PAUSE_MS_MAX = 16

/**
 * A connection to a standby that has what the primary had at a position; checked on the connection
 * itself, because an address may lead to several standbys. Raises `StandbyNotUsable` when that
 * takes longer than `waitMs`, or no standby of that primary responds; `ConnectionsInUse` when all
 * connections stay in use.
 */
export async function caughtUpConnection(pool: pg.Pool, goal: PrimaryPosition, waitMs: number): Promise<pg.PoolClient> {
  const client = await acquireConnection(pool, waitMs)
  try {
    await inTime(untilReached(client, goal, waitMs), { waitMs: waitMs + PAUSE_MS_MAX })
    return client
  } catch (error) {
    // Also when it is only behind: of several standbys, the next connection may lead to another
    // one.
    client.release(true)
    throw notUsable(error)
  }
}

/** By how many bytes of the log a standby is behind a position. Raises the same. */
export async function lagBehind(pool: pg.Pool, goal: PrimaryPosition, waitMs: number): Promise<number> {
  const client = await acquireConnection(pool, waitMs)
  let isBroken = true
  try {
    const { position } = await inTime(positionOfStandby(client), { waitMs })
    isBroken = false
    return Math.max(0, goal.position - position)
  } finally {
    client.release(isBroken)
  }
}

/**
 * While all connections are in use a read waits, as one of the primary does: what is too much for
 * the standby must not fall upon the primary.
 */
async function acquireConnection(pool: pg.Pool, waitMs: number): Promise<pg.PoolClient> {
  const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const connected = pool.connect().catch((error) => {
    if (isFull && isPoolTimeout(error)) throw new ConnectionsInUse(error)
    throw notUsable(error)
  })
  return isFull ? connected : inTime(connected, { waitMs, onLate: (client) => client.release() })
}

async function untilReached(client: pg.PoolClient, goal: PrimaryPosition, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const standby = await positionOfStandby(client)
    if (!follows(standby, goal))
      throw new StandbyNotUsable('away', 'The server is no standby of the database, or one of before a promotion.')
    if (standby.position >= goal.position) return
    if (performance.now() + pauseMs > end) throw new StandbyNotUsable('behind', `It was behind for ${waitMs} ms.`)
    await sleep(pauseMs)
  }
}

/** What comes after its time is handed to `onLate`. */
async function inTime<T>(work: Promise<T>, { waitMs, onLate }: { waitMs: number; onLate?: (late: T) => void }): Promise<T> {
  const late = Promise.withResolvers<never>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late.reject(new StandbyNotUsable('away', `It did not respond within ${waitMs} ms.`))
  }, waitMs)
  work.then(
    (result) => isLate && onLate?.(result),
    () => undefined,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

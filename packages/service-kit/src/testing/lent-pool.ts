import type pg from 'pg'
import pino from 'pino'
import { type Database, readingOn } from '../database/database.ts'
import { notReached } from '../database/database-errors.ts'

/** A database that a test has for its time. */
export type TestDatabase = Database & { url: string }

export type AddressedPool = { pool: pg.Pool; url: string }

export type LentPool = {
  lent: TestDatabase
  /**
   * Ends the use by the test. True when the next test may have the same connections: none is in
   * use, and nobody else can be connected, because the test has not asked for the URL.
   */
  giveBack(): boolean
}

const log = pino({ level: 'silent' })

/**
 * Lends the connections of a pool to one test: opening them costs more than most tests. What the
 * test leaves running cannot use them afterwards.
 */
export function lendPool({ pool, url }: AddressedPool): LentPool {
  let isOver = false
  let isUrlKnown = false
  const connect = async () => {
    if (isOver) throw new Error('The test that has used this database has ended.')
    return await pool.connect().catch(notReached)
  }
  const lent = {
    pool,
    ...readingOn({ connect }, { log }),
    close: () => pool.end(),
    get url() {
      isUrlKnown = true
      return url
    },
  }
  const giveBack = () => {
    isOver = true
    return !isUrlKnown && !pool.ending && pool.idleCount === pool.totalCount
  }
  return { lent, giveBack }
}

/**
 * Makes the idle connections of a pool like new ones, but for their prepared statements, and has
 * PostgreSQL count what they have changed.
 */
export async function resetConnections(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const text =
    'close all; unlisten *; reset session authorization; reset all; select pg_advisory_unlock_all(), pg_stat_force_next_flush()'
  try {
    for (const client of clients) {
      await client.query(text)
      await pool.options.onConnect?.(client)
    }
  } finally {
    for (const client of clients) client.release()
  }
}

/** Runs work on one connection of a pool. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

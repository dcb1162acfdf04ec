import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OrdersTest } from './test-orders.ts'

const program = fileURLToPath(new URL('./sends-request.ts', import.meta.url))

export type KilledRequest = {
  url: string
  body: unknown
  /** The path of the body for the process. */
  file: string
  /**
   * The statement that locks what the request waits for, in a transaction that is rolled back after
   * the process has died.
   */
  hold: { text: string; values: unknown[] }
}

/**
 * Posts a request from a separate process and kills it while one of its statements waits for the
 * lock.
 */
export async function killInTheMiddle({ database }: OrdersTest, { url, body, file, hold }: KilledRequest): Promise<void> {
  writeFileSync(file, JSON.stringify(body))
  const blocker = await database.pool.connect()
  await blocker.query('begin')
  await blocker.query(hold)
  const child = fork(program, [database.url, url, file])
  await until(async () => (await sessions(database, true)) > 0)
  child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error('the process ended before it was killed')
  await blocker.query('rollback')
  blocker.release()
  await until(async () => (await sessions(database, false)) === 0)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

async function sessions(database: OrdersTest['database'], isWaiting: boolean): Promise<number> {
  const rows = await database.query({
    text: `select 1 from pg_stat_activity where application_name = 'sends-request' and datname = current_database()
      and ($1 is false or wait_event_type = 'Lock')`,
    values: [isWaiting],
  })
  return rows.length
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OrdersTest } from './test-orders.ts'

const program = fileURLToPath(new URL('./sends-requests.ts', import.meta.url))

export type KilledRequest = {
  url: string
  body: unknown
  /**
   * The statement that locks what the request waits for, in a transaction that is rolled back after
   * the process has died.
   */
  hold: { text: string; values: unknown[] }
}

/**
 * Posts requests from a separate process and kills it while a statement of each waits for its lock.
 * `file` is the path of a file for the requests.
 */
export async function killInTheMiddle({ database }: OrdersTest, file: string, requests: readonly KilledRequest[]): Promise<void> {
  writeFileSync(file, JSON.stringify(requests))
  const blocker = await database.pool.connect()
  await blocker.query('begin')
  for (const { hold } of requests) await blocker.query(hold)
  const child = fork(program, [database.url, file])
  await until(async () => (await sessions(database, true)) === requests.length)
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
    text: `select 1 from pg_stat_activity where application_name = 'sends-requests' and datname = current_database()
      and ($1 is false or wait_event_type = 'Lock')`,
    values: [isWaiting],
  })
  return rows.length
}

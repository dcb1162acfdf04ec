import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { alternate } from '../alternate.ts'
import type { Baseline } from '../baseline.ts'
import type { Figure } from '../figures.ts'
import { CONNECTIONS } from '../load.ts'
import { newOrder } from '../samples/new-order.ts'
import { type Session, send } from '../session.ts'

const ORDERS = 50
const REQUESTS = 60

type BenchSetup = { system: System; session: Session; baseline: Baseline }

/**
 * Orders a second by AddMany with their workflows, from the first request until the last run has
 * ended.
 */
export async function addedRunsFigures({ system, session, baseline }: BenchSetup): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  const rate = (session: Session, path: string) => async () => {
    const start = performance.now()
    await sendBatches(session, path)
    await untilEnded(client)
    return (REQUESTS * ORDERS * 1000) / (performance.now() - start)
  }
  try {
    const rates = await alternate({
      baseline: rate({ ...session, url: baseline.url }, '/orders/many'),
      product: rate(session, '/api/Orders/AddMany?runWorkflow=true'),
    })
    return [
      {
        name: 'AddMany with workflows, 50 orders a request, until the last run has ended',
        baseline: rates.baseline,
        product: rates.product,
        unit: '1/s',
      },
    ]
  } finally {
    await client.end()
  }
}

async function sendBatches(session: Session, path: string): Promise<void> {
  let left = REQUESTS
  const sendSome = async () => {
    while (left-- > 0) await send(session, 'POST', path, `[${Array.from({ length: ORDERS }, () => newOrder()).join(',')}]`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendSome))
}

async function untilEnded(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select exists (select from workflow_run where state = 'Running') as running`)
    if (!rows[0].running) return
    await sleep(20)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { alternate } from './alternate.ts'
import { startBaseline } from './baseline.ts'
import { storageFigures } from './figures/storage-figures.ts'
import type { Figure } from './figures.ts'
import { requestsPerSecond } from './load.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { type Session, send } from './session.ts'
import { keepStock, pickUpOrders } from './workflow-orders.ts'

const RUNS = 1_000
const SECONDS_MAX = 60

/**
 * Measures how long a thousand runs take to complete after their process died while each waited for
 * its capture. The rows are those that such a process leaves: those of the sample order's run, as
 * they were when its call was under way.
 */
async function resumeFigures(system: System, session: Session, sampleId: string): Promise<Figure[]> {
  const ids = await pickUpOrders(session, RUNS, 'PickedUp')
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const start = performance.now()
    await interruptRuns(client, ids, sampleId)
    await untilEnded(client, ids)
    const seconds = (performance.now() - start) / 1000
    return [{ name: 'resume 1,000 interrupted runs', product: seconds, unit: 's', valueMax: SECONDS_MAX }]
  } finally {
    await client.end()
  }
}

async function interruptRuns(client: pg.Client, ids: readonly string[], sampleId: string): Promise<void> {
  await client.query(
    `with interrupted as (
        insert into workflow_run (id, order_id, status, state, started, started_by, plan, lease_until, fencing_token, transition_count, next)
        select gen_random_uuid(), new.id, r.status, 'Running', now(), r.started_by, r.plan, now() - interval '1 second', 1, 0, '[]'
        from unnest($1::text[]) as new (id) cross join workflow_run as r where r.order_id = $2
        returning id, order_id
      )
      insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
      select i.id, a.step_id, 1, i.order_id, a.action_type, replace(a.input::text, $2, i.order_id)::json, now(), i.order_id
      from interrupted as i cross join workflow_step_attempt as a where a.order_id = $2 and a.input is not null`,
    [ids, sampleId],
  )
}

async function untilEnded(client: pg.Client, ids: readonly string[]): Promise<void> {
  const end = performance.now() + 5 * SECONDS_MAX * 1000
  while (performance.now() < end) {
    const { rows } = await client.query(
      `select count(*) filter (where state = 'Finished')::int as finished, count(*) filter (where state not in ('Running', 'Finished'))::int as failed
       from workflow_run where order_id = any($1)`,
      [ids],
    )
    if (rows[0].failed > 0) throw new Error(`${rows[0].failed} of the resumed runs did not finish.`)
    if (rows[0].finished === ids.length) return
    await sleep(100)
  }
  throw new Error(`The runs were not resumed within ${5 * SECONDS_MAX} s.`)
}

const SECONDS = 10
/** More orders than are used in all rounds. */
const ORDERS = 15_000
/**
 * The events that the write of the sample order publishes, with one event for the stock of each
 * line.
 */
const EVENTS = 6

const body = JSON.stringify({ status: 'PickedUp' })

/**
 * The figures of the workflow: a status of four steps, beside the bare rows, how soon the runs of a
 * dead process are through, and what is kept of an order.
 */
export async function workflow(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const sampleId = await carriedOut(session)
  const figures = await updateStatusFigures(system, session, sampleId)
  return [...figures, ...(await resumeFigures(system, session, sampleId)), ...(await storageFigures(system, session))]
}

/** An order that went through the four steps. Returns its id. */
async function carriedOut(session: Session): Promise<string> {
  const [orderId] = (await pickUpOrders(session, 1)) as [string]
  const response = JSON.parse(await send(session, 'POST', `/api/Orders/${orderId}/UpdateStatus`, body))
  const results: { actionStatus: string }[] = response.orderActionExecutionResults
  if (results.length !== 4 || results.some(({ actionStatus }) => actionStatus !== 'Success'))
    throw new Error(`The sample order did not go through four steps: ${JSON.stringify(results)}`)
  return orderId
}

/** The speed of UpdateStatus alone. */
export async function updateStatusRates(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const sampleId = await carriedOut(session)
  return (await updateStatusFigures(system, session, sampleId)).filter(({ baseline }) => baseline !== undefined)
}

async function updateStatusFigures(system: System, session: Session, sampleId: string): Promise<Figure[]> {
  const ids = await pickUpOrders(session, ORDERS)
  const baseline = await startBaseline({
    script: 'workflow-baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId: sampleId,
    events: sampleEvents(sampleId, EVENTS),
  })
  try {
    const rates = await alternate({
      baseline: () => requestsPerSecond({ url: `${baseline.url}/next`, method: 'POST', nextBody: () => body, seconds: SECONDS }),
      product: () =>
        requestsPerSecond({
          url: session.url,
          method: 'POST',
          headers: { authorization: `Bearer ${session.token}` },
          nextPath: () => `/api/Orders/${takeNextId(ids)}/UpdateStatus`,
          nextBody: () => body,
          seconds: SECONDS,
        }),
    })
    const name = 'UpdateStatus with four steps, one of them a capture'
    // Both targets count, not one of them.
    return [
      { name, baseline: rates.baseline, product: rates.product, unit: '1/s', ratioMin: 0.5 },
      { name: 'the same, without regard to the baseline', product: rates.product, unit: '1/s', valueMin: 250 },
    ]
  } finally {
    await baseline.stop()
  }
}

function takeNextId(ids: string[]): string {
  const id = ids.pop()
  if (id === undefined) throw new Error(`${ORDERS} orders were not enough.`)
  return id
}

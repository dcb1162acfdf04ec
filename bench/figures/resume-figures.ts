import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '@oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import type { Session } from '../session.ts'
import { pickUpOrders } from '../workflow-orders.ts'

const RUNS = 1_000
const SECONDS_MAX = 60

/**
 * Measures how long a thousand runs take to complete after their process died while each waited for
 * its capture. The rows are those that such a process leaves: those of the sample order's run, as
 * they were when its call was under way.
 */
export async function resumeFigures(system: System, session: Session, sampleId: string): Promise<Figure[]> {
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

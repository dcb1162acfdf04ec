import t from 'tap'
import { maintenanceJobs } from '../modules/maintenance/maintenance.ts'
import { createdOrder, sampleConfig, testOrders, updateStatus } from '../testing/test-orders.ts'
import { removeEndedRuns } from './run-retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000

t.test(
  'given ended runs, when the retention removes expired ones, then their steps are removed too and all others stay',
  async (t) => {
    const config = structuredClone(await sampleConfig())
    config.settings.workflow.runRetentionDays = 30
    const test = await testOrders(t, { config })
    const { id } = await createdOrder(test)
    for (const status of ['Completed', 'Cancelled']) await updateStatus(test, id, { body: { status } })
    await test.background.idle()
    const states = async () =>
      (
        await test.database.query<{ status: string; state: string }>({
          text: 'select status, state from workflow_run order by id',
        })
      ).map(({ status, state }) => `${status} ${state}`)
    const all = await states()
    const after = (days: number) => ({ ...test.deps, now: () => new Date(Date.now() + days * DAY_MS) })
    t.equal(await removeEndedRuns(after(29)), 0)
    t.same(await states(), all)
    await test.database.query({
      text: `update workflow_run set state = 'Running', finished = null, lease_until = now() + interval '1 hour' where status = 'New'`,
    })
    await test.database.query({
      text: `update workflow_run set state = 'Interrupted', finished = null where status = 'Cancelled'`,
    })
    t.ok((await removeEndedRuns(after(31))) >= 1)
    t.same(await states(), ['New Running', 'Cancelled Interrupted'])
    t.same(
      await test.database.query({
        text: 'select from workflow_step_attempt as a where not exists (select from workflow_run as r where r.id = a.run_id)',
      }),
      [],
    )
    t.equal((await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.length, 2)
  },
)

t.test(
  'given more ended runs than one batch, when they are removed, then all batches are removed unless a stop ends it',
  async (t) => {
    const test = await testOrders(t)
    const { id } = await createdOrder(test)
    await test.background.idle()
    await test.database.query({
      text: `insert into workflow_run (id, order_id, status, state, started, finished, plan, fencing_token)
      select gen_random_uuid(), $1, 'Old', 'Finished', now() - interval '1 year', now() - interval '1 year', '[]', 1 from generate_series(1, 1201)`,
      values: [id],
    })
    t.equal(await removeEndedRuns(test.deps, AbortSignal.abort()), 0)
    t.equal(await removeEndedRuns(test.deps), 1201)
    t.ok(maintenanceJobs.some(({ run }) => run === removeEndedRuns))
  },
)

import { createLogger } from '@open-oms/service-kit/observability/logger'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import t from 'tap'
import { held, releasedAll } from '../../../testing/orders/holding.ts'
import { type Treatment, triedAgain, waitingProvider } from '../../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './resume.ts'
import { runSignals, watchRuns } from './run-signals.ts'

const config = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true, retries: 1 },
  { name: 'CancelPayments', id: 'void' },
])

async function watched(t: { teardown(end: () => unknown): unknown; fail(message: string): unknown }, ...treatments: Treatment[]) {
  const provider = waitingProvider(...treatments)
  const test = await testOrders(t, { config, connectors: provider.connectors })
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) })
  const metrics = createMetrics('test')
  test.deps.signals = runSignals({ log, metrics })
  test.deps.retryPauseMs = 1
  t.teardown(watchRuns({ log, metrics, query: test.database.query }))
  return { test, lines, metrics }
}

const enter = async (test: OrdersTest) => {
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  return id
}

t.test(
  'given a step that waits and succeeds, when the metrics are read, then they distinguish it from failure to end',
  async (t) => {
    const { test, lines, metrics } = await watched(t, 'away', 'away', 'done')
    const id = await enter(test)
    const failed = 'connector="card",outcome="Waiting",reason_class="Unreachable",service="test"'
    const page = await metrics.page()
    t.match(page, `oms_workflow_step_failures_total{step="CapturePayments",${failed}} 1`)
    t.match(
      page,
      'oms_workflow_retries_total{step="CapturePayments",connector="card",reason_class="Unreachable",service="test"} 1',
    )
    t.match(page, 'oms_workflow_runs_waiting{reason_class="Unreachable",connector="card",service="test"} 1')
    t.match(page, /^oms_workflow_waiting_oldest_age_seconds\{service="test"\} [\d.e-]+$/m)
    const [line] = lines.map((text) => JSON.parse(text)).filter(({ outcome }) => outcome === 'Waiting')
    t.match(line, {
      orderId: id,
      runId: String,
      step: 'CapturePayments',
      stepId: 'capture',
      connector: 'card',
      reasonClass: 'Unreachable',
    })
    t.match(line.nextAttempt, /^\d{4}-/)
    t.notMatch(lines.join(''), /It is unreachable|Nordmann|kari@/, 'no reason and no personal data')

    await triedAgain(test)
    const after = await metrics.page()
    t.match(after, 'oms_workflow_runs_resumed_total{cause="waited",service="test"} 1')
    t.match(
      lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'a workflow run is resumed'),
      [{ orderId: id, runId: String, status: 'InProgress', cause: 'waited' }],
    )
    t.match(after, 'oms_workflow_waiting_oldest_age_seconds{service="test"} 0')
    t.notMatch(after, /^oms_workflow_runs_waiting\{.*1$/m)
    t.match(
      after,
      'oms_workflow_step_failures_total{step="CancelPayments",connector="",outcome="Warning",reason_class="Rule",service="test"} 1',
    )
  },
)

t.test('given a step that is refused, when it fails permanently, then it is counted and logged as an error', async (t) => {
  const { test, lines, metrics } = await watched(t, 'refused')
  await enter(test)
  t.match(
    await metrics.page(),
    /oms_workflow_step_failures_total\{step="CapturePayments",connector="card",outcome="Error",reason_class="Refused"/,
  )
  t.match(
    lines.map((text) => JSON.parse(text)).filter(({ outcome }) => outcome === 'Error'),
    [{ step: 'CapturePayments', connector: 'card', reasonClass: 'Refused', nextAttempt: null }],
  )
})

t.test(
  'given runs of a released order and of a process that died, when others resume them, then each has its cause',
  async (t) => {
    const { test, metrics } = await watched(t, 'done')
    const { id } = await createdOrder(test)
    await held(test, id)
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    // It resumes the run itself, unless another process is quicker.
    await releasedAll(test, id)
    await resumeRuns(test.deps)
    await test.background.idle()
    t.match(await metrics.page(), 'oms_workflow_runs_resumed_total{cause="released",service="test"} 1')
    t.notMatch(await metrics.page(), 'cause="taken_over"')

    const other = await enter(test)
    await test.database.query({
      text: `update workflow_run set state = 'Running', finished = null, started = started - interval '1 minute',
      lease_until = now() - interval '1 second' where order_id = $1`,
      values: [other],
    })
    t.equal(await resumeRuns(test.deps), 1)
    await test.background.idle()
    t.match(await metrics.page(), 'oms_workflow_runs_resumed_total{cause="taken_over",service="test"} 1')
  },
)

t.test('given a run that was given up, when the metrics are read, then they count it', async (t) => {
  const { test, metrics } = await watched(t, 'done')
  t.match(await metrics.page(), 'oms_workflow_runs_interrupted{service="test"} 0')
  const id = await enter(test)
  await test.database.query({ text: `update workflow_run set state = 'Interrupted' where order_id = $1`, values: [id] })
  t.match(await metrics.page(), 'oms_workflow_runs_interrupted{service="test"} 1')
})

import t from 'tap'
import { letTimeCome, type Treatment, triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import {
  createdOrder,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './runner/resume.ts'

const status = (id: string, value: string) => ({ name: 'UpdateShipmentStatus', id, properties: [{ key: 'Status', value }] })
const config = await configWithSteps([
  status('first', 'Packing'),
  { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' },
  status('last', 'Shipped'),
])

const waitingTest = async (
  t: { teardown(end: () => unknown): unknown; fail(message: string): unknown },
  treatments: Treatment[],
  given = config,
) => {
  const provider = waitingProvider(...treatments)
  const test = await testOrders(t, { config: given, connectors: provider.connectors })
  const { id } = await createdOrder(test)
  return { provider, test, id }
}
const enter = (test: OrdersTest, id: string, name = 'InProgress') => updateStatus(test, id, { body: { status: name } })
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const fetchRuns = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
const found = async (test: OrdersTest, filter: object) =>
  (await test.send({ method: 'POST', url: '/api/Orders/Search', body: filter })).body.totalHits
const completions = async (test: OrdersTest, id: string) =>
  (await outboxEnvelopes(test, id)).flatMap(({ type, data }) => (type === 'orders.workflow.completed.v1' ? [data.isAborted] : []))

t.test(
  'given a provider that is unreachable, when a step fails, then the response is as before, the run waits, and nobody must look',
  async (t) => {
    const { test, id } = await waitingTest(t, ['away'])
    const { body } = await enter(test, id)
    t.match(body, {
      isAborted: true,
      orderActionExecutionResults: [
        { stepId: 'first' },
        {
          stepId: 'capture',
          actionStatus: 'Error',
          cancelWorkflow: true,
          errorReason: 'It is unreachable.',
          nextAttempt: String,
        },
      ],
      order: {
        errors: [
          { key: 'CapturePayments', severity: 'Error', status: 'Waiting', stepId: 'capture', message: 'It is unreachable.' },
        ],
      },
    })
    const [run] = await fetchRuns(test, id)
    t.match(run, { state: 'Waiting', finished: null, reasonClass: 'Unreachable', reason: 'It is unreachable.' })
    t.match(run.steps.at(-1), { stepId: 'capture', actionStatus: 'Error', reasonClass: 'Unreachable' })
    const seconds = (Date.parse(run.nextAttempt) - Date.now()) / 1_000
    t.ok(seconds > 0 && seconds <= 15, `tried again in ${seconds} s`)
    t.same(await completions(test, id), [], 'it has not ended')
    t.equal(await found(test, { hasErrors: true }), 0)
    t.equal(await found(test, { errorSeverities: ['Error'] }), 0)
  },
)

t.test(
  'given a waiting run, when the provider is still unreachable, then the pauses grow and the order has no new version',
  async (t) => {
    const { test, id, provider } = await waitingTest(t, ['away'])
    const before = (await enter(test, id)).body.order.versionId
    t.equal(await resumeRuns(test.deps), 0, 'not before its time')
    for (let times = 0; times < 12; times++) t.equal(await triedAgain(test), 1)
    t.equal(provider.asked.length, 13)
    t.equal(new Set(provider.asked.map((request) => JSON.stringify(request))).size, 1, 'the same request each time')
    const order = await fetchOrder(test, id)
    t.equal(order.versionId, before)
    t.equal(order.errors.length, 1)
    const [run] = await fetchRuns(test, id)
    t.equal(run.state, 'Waiting')
    t.ok(Date.parse(run.nextAttempt) - Date.now() > 250_000, 'at least half of the longest pause')
  },
)

for (const treatment of ['away', 'lost'] as const)
  t.test(
    `given a request that was ${treatment}, when it is tried again, then the run ends, money moved once, and the error is solved`,
    async (t) => {
      const { test, id, provider } = await waitingTest(t, [treatment, 'done'])
      await enter(test, id)
      t.equal(await triedAgain(test), 1)
      const order = await fetchOrder(test, id)
      t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
      t.same([...provider.captured.values()], [498.9])
      t.match(order.errors, [{ status: 'Solved', solved: String, solvedBy: 'workflow' }])
      t.match(order.orderForm.shipments, [{ status: 'Shipped' }], 'the later steps have run')
      t.match(await fetchRuns(test, id), [
        { state: 'Finished', nextAttempt: null, reasonClass: null, steps: [{}, {}, { attempt: 2 }, {}] },
      ])
      t.same(await completions(test, id), [false], 'it is published once')
      t.equal(await triedAgain(test), 0)
    },
  )

t.test('given a waiting step, when it is refused later, then the run is aborted and its error is open', async (t) => {
  const { test, id } = await waitingTest(t, ['away', 'refused'])
  await enter(test, id)
  await triedAgain(test)
  t.match(await fetchRuns(test, id), [{ state: 'Aborted', finished: String, nextAttempt: null }])
  t.match((await fetchOrder(test, id)).errors, [{ status: null, message: 'It refused.' }])
  t.same(await completions(test, id), [true])
  t.equal(await found(test, { errorSeverities: ['Error'] }), 1)
  t.equal(await found(test, { errorSeverities: ['Warning'] }), 0)
  t.equal(await found(test, { hasErrors: true }), 1)
  t.equal(await triedAgain(test), 0)
})

for (const [title, treatment, retryFor] of [
  ['a refusal', 'refused', '24h'],
  ['a step that is not to be tried again', 'away', '0'],
] as const)
  t.test(`given ${title}, when the step fails, then the run is aborted immediately`, async (t) => {
    const steps = [{ name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor }]
    const { test, id } = await waitingTest(t, [treatment], await configWithSteps(steps))
    t.match((await enter(test, id)).body, { isAborted: true, orderActionExecutionResults: [{ nextAttempt: null }] })
    t.match(await fetchRuns(test, id), [{ state: 'Aborted' }])
    t.match((await fetchOrder(test, id)).errors, [{ status: null }])
  })

t.test('given a step whose time is over, when it fails once more, then the run ends as without waiting', async (t) => {
  const steps = [{ name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '1ms' }]
  const { test, id } = await waitingTest(t, ['away'], await configWithSteps(steps))
  await enter(test, id)
  await triedAgain(test)
  t.match(await fetchRuns(test, id), [{ state: 'Aborted' }])
  t.match((await fetchOrder(test, id)).errors, [{ status: null, severity: 'Error', message: 'It is unreachable.' }])
  t.same(await completions(test, id), [true])
})

t.test(
  'given a step that does not stop the run, when it waits, then steps without conditions have run, and those with conditions wait for its end',
  async (t) => {
    const steps = await configWithSteps([
      { name: 'CapturePayments', id: 'capture', retryFor: '24h' },
      status('anyway', 'Packing'),
      { ...status('on-error', 'OnHold'), workflowStepConditions: [{ type: 'Error' }] },
      { ...status('on-success', 'Shipped'), workflowStepConditions: [{ type: 'Success' }] },
    ])
    for (const [treatment, last] of [
      ['done', 'on-success'],
      ['refused', 'on-error'],
    ] as const) {
      const { test, id } = await waitingTest(t, ['away', treatment], steps)
      const { body } = await enter(test, id)
      t.match(body, { isAborted: false, orderActionExecutionResults: [{ stepId: 'capture' }, { stepId: 'anyway' }] })
      t.equal(body.orderActionExecutionResults.length, 2)
      t.match(await fetchRuns(test, id), [{ state: 'Waiting' }])
      await triedAgain(test)
      const [run] = await fetchRuns(test, id)
      t.equal(run.state, 'Finished')
      t.equal(run.steps.at(-1).stepId, last)
      t.match((await fetchOrder(test, id)).errors, [{ severity: 'Warning', status: treatment === 'done' ? 'Solved' : null }])
    }
  },
)

t.test(
  'given bookings of which a carrier refused one and did not hear another, when the step fails, then it is not tried again',
  async (t) => {
    const steps = await configWithSteps([{ name: 'BookShipment', id: 'book', connector: 'carrier' }])
    for (const first of ['refused', 'unreachable'] as const) {
      const results = [{ outcome: first, reason: 'It said so.' }]
      const book = async () => results.shift() ?? { outcome: 'unreachable' as const, reason: 'It is unreachable.' }
      const test = await testOrders(t, { config: steps, connectors: { shipping: () => ({ book }) } })
      const shipments = ['1', '2'].map((id) => ({
        shipmentId: id,
        lineItems: [{ lineItemId: id, quantity: id === '1' ? 2 : 1 }],
      }))
      const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
      t.match((await enter(test, id)).body, { isAborted: false, orderActionExecutionResults: [{ actionStatus: 'Error' }] })
      t.match(await fetchRuns(test, id), [{ state: first === 'refused' ? 'Finished' : 'Waiting' }])
    }
  },
)

t.test('given an export that waits, when it fails permanently, then only then the order has its error status', async (t) => {
  const responses = [{ kind: 'unreachable' as const, reason: 'It is unreachable.' }]
  const refused = { kind: 'refused' as const, status: 422, reason: 'No.' }
  const steps = [{ name: 'ExportOrder', id: 'export', properties: [{ key: 'ErrorStatus', value: 'OnHold' }] }]
  const test = await testOrders(t, {
    config: await configWithSteps(steps),
    connectors: { post: async () => responses.shift() ?? refused },
  })
  const { id } = await createdOrder(test)
  t.match((await enter(test, id)).body.order, { status: 'InProgress' })
  await triedAgain(test)
  t.match(await fetchOrder(test, id), { status: 'OnHold', errors: [{ status: null, message: 'No.' }] })
})

t.test('given two processes, when the time of a run comes, then one of them tries it again', async (t) => {
  const { test, id, provider } = await waitingTest(t, ['away', 'done'])
  const other = await testOrders(t, { config, connectors: provider.connectors, database: test.database })
  await enter(test, id)
  await letTimeCome(test)
  const counts = await Promise.all([test, other, test, other].map(({ deps }) => resumeRuns(deps)))
  await Promise.all([test.background.idle(), other.background.idle()])
  t.equal(
    counts.reduce((sum, count) => sum + count),
    1,
  )
  t.equal(provider.asked.length, 2)
})

t.test(
  'given a process that dies between an attempt and its record, when it restarts, then the attempt is repeated and money moved once',
  async (t) => {
    const provider = waitingProvider('away', 'dies', 'done')
    const test = await testOrders(t, { config, connectors: provider.connectors, isMeantToFail: true })
    const { id } = await createdOrder(test)
    await enter(test, id)
    await triedAgain(test)
    t.match(await fetchRuns(test, id), [{ state: 'Running' }])
    t.equal(await resumeAll(test), 1)
    t.match(await fetchRuns(test, id), [{ state: 'Finished' }])
    t.same([...provider.captured.values()], [498.9])
    const order = await fetchOrder(test, id)
    t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed' }])
    t.match(order.errors, [{ status: 'Solved' }])
  },
)

t.test('given a deleted order, when its run is tried again, then nobody is asked and the run is aborted', async (t) => {
  const { test, id, provider } = await waitingTest(t, ['away'])
  await enter(test, id)
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  await triedAgain(test)
  t.equal(provider.asked.length, 1)
  t.match(await fetchRuns(test, id), [{ state: 'Aborted' }])
})

import t from 'tap'
import { held } from '../../../testing/orders/holding.ts'
import { type Treatment, waitingProvider } from '../../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { runCursor } from './run-cursor.ts'

const config = await configWithSteps([
  { name: 'UpdateShipmentStatus', id: 'soft' },
  { name: 'CapturePayments', id: 'capture', connector: 'bank', stopOnError: true, retryFor: '24h' },
  { name: 'UpdateShipmentStatus', id: 'last', properties: [{ key: 'Status', value: 'Shipped' }] },
])

type FoundRun = { runId: string; orderId: string; state: string; since: string; started: string }

const search = (test: OrdersTest, body: object = {}, as?: object) =>
  test.send({ method: 'POST', url: '/api/WorkflowRuns/Search', body, ...(as === undefined ? {} : { as }) })
const found = async (test: OrdersTest, body: object = {}) => {
  const { status, body: response, text } = await search(test, body)
  if (status !== 200) throw new Error(text)
  return response.result as FoundRun[]
}
const foundOrderIds = async (test: OrdersTest, body: object = {}) => (await found(test, body)).map(({ orderId }) => orderId)
const facetCounts = (facets: { facetType: string; facets: { value: string; count: number }[] }[]) =>
  Object.fromEntries(
    facets.map((group) => [group.facetType, Object.fromEntries(group.facets.map((one) => [one.value, one.count]))]),
  )

/**
 * Orders whose runs ended as their provider treated them, in this order; what is held is not sent
 * to it.
 */
async function queue(t: { teardown(end: () => unknown): unknown; fail(message: string): unknown }) {
  const treatments: Treatment[] = ['refused', 'away', 'done']
  const test = await testOrders(t, { config, connectors: waitingProvider(...treatments).connectors })
  const enter = (id: string) => updateStatus(test, id, { body: { status: 'InProgress' } })
  for (const [id, storeId] of [
    ['refused', 'Oslo-01'],
    ['away', 'Bergen-01'],
    ['done', 'Oslo-01'],
    ['held', 'Oslo-01'],
  ] as const) {
    await createdOrder(test, { id, storeId, orderNumber: `N-${id}` })
    if (id === 'held') await held(test, id)
    await enter(id)
  }
  return { test, enter }
}

t.test(
  'given runs that failed, wait, are held and are done, when they are searched, then those that need someone are found',
  async (t) => {
    const { test } = await queue(t)
    const { body } = await search(test)
    t.strictSame(body.result, [
      {
        ...{ runId: body.result[0].runId, orderId: 'refused', orderNumber: 'N-refused', orderType: 'Online', storeId: 'Oslo-01' },
        ...{
          shipmentId: null,
          returnId: null,
          status: 'InProgress',
          state: 'Aborted',
          stepId: 'capture',
          step: 'CapturePayments',
        },
        ...{ reasonClass: 'Refused', reason: 'It refused.', connector: 'bank', nextAttempt: null },
        ...{ since: body.result[0].finished, started: body.result[0].started, finished: body.result[0].finished },
      },
      {
        ...{
          runId: body.result[1].runId,
          orderId: 'away',
          orderNumber: 'N-away',
          orderType: 'Online',
          storeId: 'Bergen-01',
        },
        ...{
          shipmentId: null,
          returnId: null,
          status: 'InProgress',
          state: 'Waiting',
          stepId: 'capture',
          step: 'CapturePayments',
        },
        ...{
          reasonClass: 'Unreachable',
          reason: 'It is unreachable.',
          connector: 'card',
          nextAttempt: body.result[1].nextAttempt,
        },
        ...{ since: body.result[1].since, started: body.result[1].started, finished: null },
      },
    ])
    const [{ runId, finished }, { nextAttempt, since }] = body.result
    t.match([runId, finished, nextAttempt, since], [/^[0-9a-f-]{36}$/, /Z$/, /Z$/, /Z$/])
    t.match(body, { totalHits: 2, totalHitsIsExact: true, next: null })
    t.strictSame(facetCounts(body.facets), {
      States: { Aborted: 1, Waiting: 1 },
      Steps: { CapturePayments: 2 },
      ReasonClasses: { Refused: 1, Unreachable: 1 },
      Connectors: { bank: 1, card: 1 },
      OrderTypes: { Online: 2 },
      StoreIds: { 'Oslo-01': 1, 'Bergen-01': 1 },
    })

    const [back] = await found(test, { states: ['Held'] })
    t.match(back, { orderId: 'held', state: 'Held', stepId: 'capture', step: 'CapturePayments', connector: 'bank' })
    t.match(back, { reasonClass: null, reason: null, since: back?.started, finished: null })
  },
)

t.test('given filters, when runs are searched, then a run must match all of them', async (t) => {
  const { test } = await queue(t)
  const [refused, away] = (await found(test)) as [FoundRun, FoundRun]
  const soon = new Date(Date.now() + 60_000).toISOString()
  const today = { sinceFrom: refused.since, sinceTo: soon }
  const cases: [object, string[]][] = [
    [{ states: ['Waiting'] }, ['away']],
    [{ states: ['Held', 'Aborted'] }, ['refused', 'held']],
    [{ states: ['Running', 'Interrupted'] }, []],
    [{ states: ['Finished'], ...today }, ['done']],
    [{ states: ['Finished', 'Waiting'], orderId: 'done' }, ['done']],
    [{ steps: ['CapturePayments'] }, ['refused', 'away']],
    [{ steps: ['UpdateShipmentStatus'] }, []],
    [{ states: ['Finished'], ...today, steps: ['UpdateShipmentStatus'] }, ['done']],
    [{ reasonClasses: ['Refused', 'Rule'] }, ['refused']],
    [{ connectors: ['card'] }, ['away']],
    [{ statuses: ['inprogress'] }, ['refused', 'away']],
    [{ statuses: ['New'] }, []],
    [{ orderTypes: ['Online', 'Pos'] }, ['refused', 'away']],
    [{ orderTypes: ['Pos'] }, []],
    [{ storeIds: ['Bergen-01'] }, ['away']],
    [{ orderId: 'refused' }, ['refused']],
    [{ startedTo: refused.since, startedFrom: '2020-01-01' }, ['refused']],
    [{ startedFrom: soon }, []],
    [{ sinceFrom: away.since }, ['away']],
    [{ sinceTo: refused.since }, ['refused']],
    [{ sortOrder: 'StartedDescending' }, ['away', 'refused']],
    [{ states: [], steps: [''], orderId: '', connectors: null, sortOrder: '', after: '' }, ['refused', 'away']],
    [{ reasonClasses: ['Refused'], storeIds: ['Bergen-01'] }, []],
  ]
  for (const [filter, expected] of cases) {
    const { body } = await search(test, filter)
    t.strictSame(
      body.result?.map(({ orderId }: FoundRun) => orderId),
      expected,
      JSON.stringify(filter),
    )
    t.equal(body.totalHits, expected.length, `total of ${JSON.stringify(filter)}`)
  }
})

t.test('given a run that was given up, when it is searched, then it has the step whose outcome is unknown', async (t) => {
  const { test } = await queue(t)
  await test.database.query({
    text: `with given_up as (update workflow_run set state = 'Interrupted', finished = null where order_id = 'done' returning id)
      update workflow_step_attempt set finished = null, action_status = null where step_id = 'capture' and run_id in (select id from given_up)`,
  })
  t.match(await found(test, { states: ['Interrupted'] }), [
    { orderId: 'done', stepId: 'capture', reasonClass: null, reason: null, connector: 'bank', finished: null },
  ])
})

t.test('given a failed run, when its status is entered again, then only the later run is in the queue', async (t) => {
  const { test, enter } = await queue(t)
  await enter('refused')
  t.strictSame(await foundOrderIds(test), ['away'], 'the later one is done')
  t.strictSame(await foundOrderIds(test, { includeSuperseded: true }), ['refused', 'away'])
})

t.test('given a deleted order, when runs are searched, then its runs are left out', async (t) => {
  const { test } = await queue(t)
  await test.send({ method: 'DELETE', url: '/api/Orders/refused' })
  t.strictSame(await foundOrderIds(test), ['away'])
})

t.test('given a token of one store, when runs are searched, then only runs of its orders are found and counted', async (t) => {
  const { test } = await queue(t)
  const { body } = await search(test, {}, { storeIds: ['Bergen-01'] })
  t.match(body, { totalHits: 1, result: [{ orderId: 'away' }] })
  t.strictSame(facetCounts(body.facets).StoreIds, { 'Bergen-01': 1 })
  t.match((await search(test, { storeIds: ['Oslo-01'] }, { storeIds: ['Bergen-01'] })).body, {
    totalHits: 0,
    result: { length: 0 },
  })
  t.equal((await search(test, {}, { roles: ['ProductRead'] })).status, 403)
})

t.test(
  'given runs that change between two pages, when the next page is read, then no run is missing or comes twice',
  async (t) => {
    const test = await testOrders(t, { config, connectors: waitingProvider('refused').connectors })
    const ids = ['1', '2', '3', '4', '5'].map((number) => `order-${number}`)
    for (const id of ids) {
      await createdOrder(test, { id })
      await updateStatus(test, id, { body: { status: 'InProgress' } })
    }
    for (const filter of [{}, { steps: ['CapturePayments'] }]) {
      const first = (await search(test, { ...filter, take: 2 })).body
      t.match(first, { totalHits: 5, result: [{ orderId: ids[0] }, { orderId: ids[1] }], next: String })
      // The first ones are fixed, and the last of the page with them.
      const leaves = (state: string) =>
        test.database.query({ text: `update workflow_run set state = '${state}' where order_id in ('order-1', 'order-2')` })
      await leaves('Finished')
      const second = (await search(test, { ...filter, take: 2, after: first.next })).body
      t.match(second, { totalHits: 3, result: [{ orderId: ids[2] }, { orderId: ids[3] }], next: String })
      const third = (await search(test, { ...filter, take: 2, after: second.next })).body
      t.match(third, { result: [{ orderId: ids[4] }], next: null })
      await leaves('Aborted')
    }
    const back = (await search(test, { take: 3, sortOrder: 'StartedDescending' })).body
    t.strictSame(await foundOrderIds(test, { after: back.next, sortOrder: 'StartedDescending' }), ['order-2', 'order-1'])
  },
)

t.test('given bad input, when runs are searched, then the response is 400 and names it', async (t) => {
  const test = await testOrders(t)
  const day = (number: number) => `2026-01-0${number}`
  const cases: [object, RegExp][] = [
    [{ reasonClasses: ['Foo'] }, /reasonClasses/],
    [{ states: ['Broken'] }, /states/],
    [{ states: ['Finished'] }, /states can have Finished only with/],
    [{ states: ['Waiting', 'Finished'], sinceFrom: day(1) }, /states can have Finished only with/],
    [{ states: ['Finished'], sinceFrom: day(1), sinceTo: day(9) }, /sinceTo must be at most 7 days after/],
    [{ startedFrom: 'soon' }, /startedFrom/],
    [{ sortOrder: 'Oldest' }, /sortOrder/],
    [{ state: ['Aborted'] }, /state is unknown; there are states, steps, /],
    [{ take: 0 }, /take/],
    [{ take: 101 }, /take/],
    [{ steps: Array.from({ length: 1_001 }, String) }, /steps/],
    ...[
      'x',
      'MTIz',
      `${runCursor.format({ started: '2026-01-01T00:00:00.000Z', id: '0192f0c1-2345-7abc-8def-0123456789ab' })}A`,
    ].map((after): [object, RegExp] => [{ after }, /after is not the `next` of a search for runs/]),
  ]
  for (const [body, message] of cases) {
    const response = await search(test, body)
    t.equal(response.status, 400, JSON.stringify(body).slice(0, 100))
    t.match(JSON.stringify([response.body.message, response.body.errors]), message)
  }
  const range = { states: ['Finished'], sinceFrom: day(1), sinceTo: '2026-01-08T00:00:00.000Z' }
  t.match(await search(test, range), {
    status: 200,
    body: { totalHits: 0, totalHitsIsExact: true, result: { length: 0 }, next: null },
  })
})

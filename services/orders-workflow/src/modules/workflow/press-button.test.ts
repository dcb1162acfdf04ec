import type { OrderButton } from '@open-oms/contracts/config/console-places'
import t from 'tap'
import { answers, askedService } from '../../testing/payments/asked-service.ts'
import { triedAgain } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

const button = (id: string, changes: Partial<OrderButton> = {}): OrderButton => ({
  ...{ id, label: { en: 'Check', nb: 'Sjekk' }, confirmation: null, statuses: [], connector: 'asked', question: null },
  permission: null,
  ...changes,
})
const buttons = [
  button('credit'),
  button('early', { statuses: ['New'], question: 'early bird' }),
  button('refunders', { permission: 'Refund' }),
  button('nobody', { connector: 'missing' }),
]

const sample = await sampleConfig()
const places = { links: [], panels: [], buttons }
const asked = await askedService(t, { ...sample, consolePlaces: places }, { reply: answers({ result: 'done' }) })
const test = await testOrders(t, { config: asked.config })
const { service, bodies } = asked

type CallOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: object; body?: object }
const press = (id: string, name: string, sending: CallOptions = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/Buttons/${name}`, body: {}, ...sending })
const dryRun = { dryRun: 'true' }
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const runs = async (id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
function answering(answer: object) {
  service.mood.reply = answers(answer)
  const before = service.calls.length
  return {
    asked: () => bodies().slice(before),
    keys: () => service.calls.slice(before).map((call) => call.headers['idempotency-key']),
  }
}

const everything = {
  result: 'done',
  message: 'Good for 10,000.',
  properties: [{ key: 'CreditLimit', value: '10000' }],
  tags: ['credit-checked'],
  hold: { reasonCode: 'review' },
}

t.test('given a dry run, when a button is pressed, then the service is told so, and nothing is kept', async (t) => {
  const order = await createdOrder(test)
  const { asked } = answering(everything)
  const tried = await press(order.id, 'credit', { query: dryRun })
  t.match(tried, {
    status: 200,
    body: {
      order: { status: 'New', tags: ['credit-checked'], holds: [{ reasonCode: 'review' }] },
      orderActionExecutionResults: [{ actionType: 'Button', actionStatus: 'Success', message: 'Good for 10,000.' }],
    },
  })
  t.match(asked(), [
    { operation: 'ask', dryRun: true, question: 'credit', stepId: 'button-credit', status: 'New', order: { id: order.id } },
  ])
  const after = await read(order.id)
  t.equal(after.versionId, order.versionId)
  t.same([after.tags, after.holds ?? []], [[], []])
  t.notOk((await runs(order.id)).some(({ steps }: { steps: { actionType: string }[] }) => steps[0]?.actionType === 'Button'))
})

t.test('given a button, when it is pressed, then its answer is on the order and the timeline says who pressed it', async (t) => {
  const { id } = await createdOrder(test)
  const { asked, keys } = answering(everything)
  const pressed = await press(id, 'early', { body: { userId: 'kari' } })
  t.match(pressed.body, { isAborted: false, order: { status: 'New', tags: ['credit-checked'], holds: [{ createdBy: 'asked' }] } })
  t.match(asked(), [{ dryRun: false, question: 'early bird', about: { kind: 'Order', id } }])
  t.match(keys(), [/^[0-9a-f]{40}$/])
  const { body } = await test.send({ url: `/api/Orders/${id}/Timeline` })
  t.match(body.result.filter(({ kind }: { kind: string }) => kind === 'workflowRun').at(-1), { actor: 'kari' })
  const step = body.result.filter(({ kind }: { kind: string }) => kind === 'workflowStep').at(-1)
  t.match(step, { data: { actionType: 'Button', stepId: 'button-early', actionStatus: 'Success' } })
})

t.test('given equal requests, when they are sent together and again, then the service is asked once', async (t) => {
  const { id } = await createdOrder(test)
  const { asked } = answering(everything)
  const headers = { 'idempotency-key': 'one-press' }
  const both = await Promise.all([press(id, 'credit', { headers }), press(id, 'credit', { headers })])
  const later = await press(id, 'credit', { headers })
  const statuses = [...both, later].map(({ status }) => status)
  t.ok(
    statuses.every((status) => status === 200 || status === 409),
    String(statuses),
  )
  t.equal(later.status, 200)
  t.equal(asked().length, 1)
  t.equal((await read(id)).holds.length, 1)
})

t.test('given a page that shows an older order, when its button is pressed, then nobody is asked', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const { asked } = answering(everything)
  t.equal((await press(id, 'credit', { headers: { 'if-match': `"${versionId}"` } })).status, 200)
  t.equal((await press(id, 'credit', { headers: { 'if-match': `"${versionId}"` } })).status, 412)
  t.equal(asked().length, 1)
})

t.test('given another status, store, role or permission, when a button is pressed, then nobody is asked', async (t) => {
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  const { asked } = answering(everything)
  const cases: [string, CallOptions, number, string][] = [
    ['early', {}, 409, 'ButtonNotOffered'],
    ['none', {}, 404, 'NotFound'],
    ['credit', { as: { storeIds: ['Bergen-01'] } }, 403, 'Forbidden'],
    ['credit', { as: { roles: ['OrderRead'] } }, 403, 'Forbidden'],
    ['refunders', { as: { roles: ['OrderAdmin'], claims: { oms_permissions: ['Cancel'] } } }, 403, 'Forbidden'],
  ]
  for (const [name, sending, status, error] of cases)
    for (const query of [dryRun, {}])
      t.match(await press(id, name, { ...sending, query }), { status, body: { error } }, `${name} ${error}`)
  const { id: deleted } = await createdOrder(test)
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted}` })
  t.match(await press(deleted, 'credit'), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.equal(asked().length, 0)
  t.equal((await press(id, 'refunders')).status, 200, 'who has the permission may')
})

t.test(
  'given an answer with a status, when it is pressed, then the order enters it, in a dry run only in the response',
  async (t) => {
    const { id } = await createdOrder(test)
    answering({ result: 'done', status: 'OnHold' })
    t.match((await press(id, 'credit', { query: dryRun })).body, { order: { status: 'OnHold' } })
    t.equal((await read(id)).status, 'New')
    t.match((await press(id, 'credit')).body, { order: { status: 'OnHold' } })
  },
)

t.test('given a refusal, when it is pressed, then it is said, and the order continues', async (t) => {
  const { id } = await createdOrder(test)
  answering({ result: 'refused', message: 'No credit.', tags: ['no-credit'] })
  const refusal = { isAborted: false, orderActionExecutionResults: [{ actionStatus: 'Error', errorReason: 'No credit.' }] }
  t.match((await press(id, 'credit', { query: dryRun })).body, refusal)
  t.match((await press(id, 'credit')).body, { ...refusal, order: { tags: ['no-credit'] } })
  answering({ result: 'done' })
  t.match((await press(id, 'credit')).body.order.errors, [{ key: 'Button', status: 'Solved' }], 'a later answer solves it')
})

t.test('given a pending answer, when it is pressed, then the question is put again until it has one', async (t) => {
  const { id } = await createdOrder(test)
  answering({ result: 'pending', message: 'Kari looks at it.' })
  t.match((await press(id, 'credit')).body, {
    orderActionExecutionResults: [{ errorReason: 'Kari looks at it.', nextAttempt: String }],
  })
  const { keys } = answering({ result: 'done', tags: ['late'] })
  await triedAgain(test)
  t.match(await read(id), { tags: ['late'] })
  t.equal(keys().length, 1)
})

t.test('given a held order or a connector that is missing, when it is pressed, then it is asked, or says why not', async (t) => {
  const { id } = await createdOrder(test)
  await test.send({ method: 'POST', url: `/api/Orders/${id}/Holds`, body: { reasonCode: 'review' } })
  answering({ result: 'done', tags: ['asked-while-held'] })
  t.match((await press(id, 'credit')).body.order, { tags: ['asked-while-held'] })
  const missing = { orderActionExecutionResults: [{ actionStatus: 'Error', errorReason: /no ask connector "missing"/ }] }
  t.match((await press(id, 'nobody', { query: dryRun })).body, missing)
  t.match((await press(id, 'nobody')).body, missing)
})

t.test('given the places of the console, when they are listed, then each caller gets those that they may use', async (t) => {
  const list = (as: object) => test.send({ url: '/api/Configuration/ConsolePlaces', as })
  const ids = async (as: object) => (await list(as)).body.buttons.map(({ id }: { id: string }) => id)
  t.same(await ids({}), ['credit', 'early', 'refunders', 'nobody'])
  t.same(await ids({ roles: ['ProductRead'] }), ['credit', 'early', 'nobody'])
  t.match((await list({})).body.buttons[1], { label: { en: 'Check', nb: 'Sjekk' }, confirmation: null, statuses: ['New'] })
  t.equal((await list({ roles: ['AccountingRead'] })).status, 403)
})

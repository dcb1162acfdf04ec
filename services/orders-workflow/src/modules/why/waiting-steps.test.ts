import t from 'tap'
import { carriedOut, fetchExplanation, paymentsIn, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { answers, askedService } from '../../testing/payments/asked-service.ts'
import { connectorTo, testProvider } from '../../testing/payments/test-provider.ts'
import { triedAgain, waitingProvider } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const capturing = await configWithSteps([
  { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' },
  { name: 'SetCompletedDate', id: 'date' },
])
const enter = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'InProgress' } })

t.test(
  'given a provider that is away, when the order is explained, then the next attempt is named, and the action tries now',
  async (t) => {
    const { connectors } = waitingProvider('away', 'done')
    const test = await testOrders(t, { config: capturing, connectors })
    const { id } = await createdOrder(test)
    const { nextAttempt } = (await enter(test, id)).body.orderActionExecutionResults[0]
    const reason = requireReason(await fetchExplanation(test, id), 'StepRetried')
    t.match(reason, {
      sentence: 'Payment could not be captured: It is unreachable. 1 later step is on hold.',
      waitsFor: 'Time',
      since: String,
      next: { at: nextAttempt },
      evidence: [
        { kind: 'Run' },
        { kind: 'Step', data: { failures: 1, nextAttempt } },
        { kind: 'Connector', data: { connector: 'card' } },
      ],
    })
    t.match(
      requireReason(await fetchExplanation(test, id), 'CaptureAtStatus'),
      { sentence: /Capture is in progress/, actions: { length: 0 } },
      'another status would end what waits',
    )
    t.equal((await carriedOut(test, reason.actions[0])).body.isAborted, false)
    t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('StepRetried'))
  },
)

t.test(
  'given a service that has not decided, when the order is explained, then it is named, in the language of the reader',
  async (t) => {
    const steps = [
      { name: 'Ask', id: 'approval', connector: 'asked', stopOnError: true },
      { name: 'SetCompletedDate', id: 'date' },
    ]
    const { config, service } = await askedService(t, await configWithSteps(steps), {
      reply: answers({ result: 'pending', message: 'Kari looks at it' }),
    })
    const test = await testOrders(t, { config })
    const { id } = await createdOrder(test)
    await enter(test, id)
    const reason = requireReason(await fetchExplanation(test, id), 'AnswerPending')
    t.match(reason, { waitsFor: 'Person', sentence: 'asked has not decided yet: Kari looks at it. 1 later step is on hold.' })
    const norwegian = await test.send({ url: `/api/Orders/${id}/Why`, headers: { 'accept-language': 'nb' } })
    t.match(norwegian.body.reasons[0].sentence, /^asked har ikke bestemt seg ennå: Kari looks at it\./)
    service.mood.reply = answers({ result: 'done' })
    t.equal((await carriedOut(test, reason.actions[0])).body.isAborted, false)
    t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('AnswerPending'))
  },
)

t.test('given a step that waits, when its run is dismissed by the action, then it is no reason any more', async (t) => {
  const test = await testOrders(t, { config: capturing, connectors: waitingProvider('away').connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  t.equal((await carriedOut(test, requireReason(await fetchExplanation(test, id), 'StepRetried').actions[1])).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).some((code) => ['StepRetried', 'RetriesOver'].includes(code)))
})

t.test(
  'given a step that waits, when a patch gives the order a newer status, then it is said that it is not tried again',
  async (t) => {
    const test = await testOrders(t, { config: capturing, connectors: waitingProvider('away').connectors })
    const { id } = await createdOrder(test)
    await enter(test, id)
    await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { status: 'Pending' } })
    t.match(requireReason(await fetchExplanation(test, id), 'StepRetried').next, {
      sentence: /^Not retried: the status has changed since/,
    })
  },
)

t.test('given a step whose time is over, when the order is explained, then it is said that nobody tries it again', async (t) => {
  const test = await testOrders(t, { config: capturing, connectors: waitingProvider('away').connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const text = `update workflow_run set waiting = (select json_agg(w::jsonb || '{"until": "2026-01-01T00:00:00.000Z"}') from json_array_elements(waiting) as w)`
  await test.database.query({ text })
  await triedAgain(test)
  const reason = requireReason(await fetchExplanation(test, id), 'RetriesOver')
  t.match(reason, {
    sentence: /^Payment could not be captured in 2 attempts: It is unreachable\. It is no longer retried/,
    waitsFor: 'Person',
    actions: [{ url: /RetryStep$/, body: { stepId: 'capture' } }, { url: /PatchOrder$/ }],
  })
})

t.test('given a request without a response, when its payment is explained, then its outcome is unknown', async (t) => {
  const test = await testOrders(t, { config: capturing, connectors: waitingProvider('lost').connectors })
  const { id } = await createdOrder(test)
  await enter(test, id)
  const explanation = await fetchExplanation(test, id)
  const reason = requireReason(explanation, 'PaymentOutcomeUnknown')
  t.match(reason, { about: { kind: 'Payment' }, next: { sentence: /same request is sent again/ } })
  const [payment] = paymentsIn(reason)
  const outcome = { payments: [{ ...payment, status: 'Processed', transactionId: 'tx-1' }] }
  t.equal((await carriedOut(test, reason.actions[0], outcome)).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('PaymentOutcomeUnknown'))
})

t.test('given a receiver that fails again and again, when a further order asks it, then calls are paused', async (t) => {
  const provider = await testProvider(t, ['fails'])
  const config = structuredClone(capturing)
  const connector = { ...connectorTo(provider.url), retries: 0, breakerOpenMs: 60_000 }
  config.connectors.connectors.push(connector)
  for (const method of config.paymentMethods) Object.assign(method, { connector: connector.name })
  const test = await testOrders(t, { config })
  const ids: string[] = []
  for (let order = 0; order < 6; order++) {
    const { id } = await createdOrder(test)
    await enter(test, id)
    ids.push(id)
  }
  const reason = requireReason(await fetchExplanation(test, ids.at(-1) as string), 'ProviderPaused')
  t.match(reason, {
    sentence: /are paused after repeated failures/,
    waitsFor: 'Time',
    next: { at: String },
    evidence: [
      { kind: 'Run' },
      { kind: 'Step' },
      { kind: 'Connector', data: { connector: connector.name, isBreakerOpenHere: true } },
    ],
  })
  t.equal(
    requireReason(await fetchExplanation(test, ids[0] as string), 'ProviderPaused').code,
    'ProviderPaused',
    'the first one waits for it too',
  )
})

import type { Connector } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { sumEffects } from '../../testing/payments/test-ledger.ts'
import { connectorTo, type Manner, testProvider } from '../../testing/payments/test-provider.ts'
import { createdOrder, orderFormBody, paymentsByType, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

type StepResult = { actionType: string; actionStatus: string; errorReason: string }
type Provider = Awaited<ReturnType<typeof testProvider>>

const config = structuredClone(await sampleConfig())
const configured = config.connectors.connectors
const steps = config.orderTypes.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))
const test = await testOrders(t, { config })
test.deps.retryPauseMs = 10

/**
 * From now on cards go through this provider, and shipments through the carrier: real servers, each
 * behind a connector of its own.
 */
function use(provider: Provider, { carrier, retries = 1 }: { carrier?: Provider; retries?: number } = {}): void {
  const card = connectorTo(provider.url)
  const shipping = connectorTo(carrier?.url ?? 'http://127.0.0.1:1/', { kind: 'shipping' })
  config.connectors.connectors = [...configured, card, shipping]
  for (const method of config.paymentMethods) Object.assign(method, { connector: card.name })
  for (const step of steps) step.retries = retries
  for (const step of steps)
    if (step.name === 'BookShipment') step.connector = carrier === undefined ? 'manual-shipping' : shipping.name
}

const to = (id: string, status: string) => updateStatus(test, id, { body: { status } })
const effectsByOperation = (provider: Provider, operation: string) =>
  provider.effects.filter(({ body }) => body.operation === operation).map(({ body }) => body)

t.test('given HTTP providers, when an order is shipped twice, then it is booked and captured once', async (t) => {
  const [provider, carrier] = [await testProvider(t), await testProvider(t)]
  use(provider, { carrier })
  const { id } = await createdOrder(test)
  for (let times = 0; times < 2; times++) t.equal((await to(id, 'Shipped')).body.isAborted, false)
  t.match(
    carrier.effects.map(({ body }) => body),
    [{ operation: 'book', orderId: id, shipmentId: '1', lineItems: [{ code: 'CUP', quantity: 2 }, { code: 'POT' }] }],
  )
  const expected = { amount: 498.9, currency: 'NOK', orderId: id, authorization: { transactionId: 'auth-1' } }
  t.match(provider.effects, [{ body: { operation: 'capture', ...expected } }])
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  t.match(body.orderForm.shipments, [
    { shipmentTrackingNumber: /^T/, shipmentTrackingLink: /^https/, shipmentLabelLink: /^https/ },
  ])
  t.match(paymentsByType(body, 'Capture'), [{ status: 'Processed', transactionId: `tx-${provider.effects[0]?.key}` }])
})

const passing: Manner[] = [
  'isSlow',
  'repeatsItself',
  'fails',
  'failsAfter',
  'isSilent',
  'isSilentAfter',
  'dies',
  'diesAfter',
  'talksNonsense',
]
for (const manner of passing) {
  t.test(`given a provider that ${manner} at first, when it recovers, then the run completes and money moves once`, async (t) => {
    const provider = await testProvider(t, [manner, 'does'])
    use(provider)
    const { id } = await createdOrder(test)
    const { body } = await to(id, 'Completed')
    t.equal(body.isAborted, false)
    t.equal(body.order.orderForm.capturedPaymentTotal, 498.9)
    t.match(paymentsByType(body.order, 'Capture'), [{ status: 'Processed' }])
    t.equal(provider.effects.length, 1)
  })
}

for (const manner of ['failsAfter', 'isSilentAfter', 'diesAfter', 'talksNonsense'] as const) {
  t.test(
    `given a provider that ${manner} for long, when a later run follows, then it finds the effects of the aborted one`,
    async (t) => {
      const provider = await testProvider(t, [manner])
      use(provider, { retries: 0 })
      const { id } = await createdOrder(test)
      const aborted = (await to(id, 'Completed')).body
      t.equal(aborted.isAborted, true)
      t.match(paymentsByType(aborted.order, 'Capture'), [{ status: 'Failed', transactionId: '' }])
      provider.manners.splice(0, 1, 'does')
      const { order } = (await to(id, 'Completed')).body
      t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }])
      t.equal(provider.effects.length, 1)
      t.equal(new Set(provider.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
    },
  )
}

for (const manner of ['refuses', 'rejects'] as const) {
  t.test(
    `given a provider that ${manner}, when a status is entered, then the run is aborted without a retry and the next sends a new request`,
    async (t) => {
      const provider = await testProvider(t, [manner, 'does'])
      use(provider)
      const { id } = await createdOrder(test)
      t.match((await to(id, 'Completed')).body, { isAborted: true, order: { completed: null } })
      t.equal(provider.calls.length, 1)
      t.equal((await to(id, 'Completed')).body.order.orderForm.capturedPaymentTotal, 498.9)
      t.equal(provider.effects.length, 1)
    },
  )
}

t.test(
  'given concurrent capture and cancellation, when both have ended, then captures and voids stay within the authorisation and the order records them',
  async (t) => {
    for (let round = 0; round < 5; round++) {
      const provider = await testProvider(t, ['isSlow'])
      use(provider)
      const { id } = await createdOrder(test, { orderForm: orderFormBody() })
      const responses = await Promise.all([to(id, 'Completed'), to(id, 'Cancelled'), to(id, 'Shipped')])
      for (const { status } of responses) t.equal(status, 200)
      await test.background.idle()
      const { orderForm } = (await test.send({ url: `/api/Orders/${id}` })).body
      const [captured, voided] = [
        sumEffects(effectsByOperation(provider, 'capture')),
        sumEffects(effectsByOperation(provider, 'cancel')),
      ]
      t.ok(captured + voided <= 49_890, `captured ${captured} and voided ${voided}`)
      t.equal(Math.round(orderForm.capturedPaymentTotal * 100), captured)
      t.equal(Math.round(orderForm.authorizedPaymentTotal * 100), 49_890 - voided)
      t.equal(new Set(provider.effects.map(({ key }) => key)).size, provider.effects.length)
    }
  },
)

// A dry run reported success for a provider that could not have been called.
for (const kind of ['payment', 'shipping'] as const) {
  t.test(
    `given a ${kind} connector that is not ready, when the step runs dry, then it fails like a real run and calls nobody`,
    async (t) => {
      const unready: Partial<Connector>[] = [{ active: false }, { secretVariable: 'W_NO_SECRET' }, { name: 'another' }]
      for (const fields of unready) {
        const [provider, carrier] = [await testProvider(t), await testProvider(t)]
        use(provider, { carrier, retries: 0 })
        const connectors = config.connectors.connectors
        config.connectors.connectors = connectors.map((connector) =>
          connector.kind === kind && !configured.includes(connector) ? { ...connector, ...fields } : connector,
        )
        const { id } = await createdOrder(test)
        const url = `/api/Orders/${id}/UpdateStatus`
        const dryRunOutcome = async (dryRun: string) => {
          const { body } = await test.send({ method: 'POST', url, query: { dryRun }, body: { status: 'Shipped' } })
          const results = body.orderActionExecutionResults.map(({ actionType, actionStatus, errorReason }: StepResult) => ({
            actionType,
            actionStatus,
            errorReason,
          }))
          return { isAborted: body.isAborted, results, payments: paymentsByType(body.order, 'Capture').length }
        }
        const dry = await dryRunOutcome('true')
        t.ok(
          dry.results.some(
            ({ actionStatus, errorReason }: StepResult) => actionStatus === 'Error' && /active|not set/.test(errorReason),
          ),
        )
        t.same((kind === 'payment' ? carrier : provider).effects.length, 0)
        t.strictSame(dry, await dryRunOutcome('false'))
        t.same((kind === 'payment' ? provider : carrier).effects, [])
      }
    },
  )
}

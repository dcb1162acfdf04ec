import t from 'tap'
import { connectorTo, testProvider } from '../../testing/payments/test-provider.ts'
import { sampleConfig } from '../../testing/test-orders.ts'
import { findPaymentProblems, paymentConnectorFor } from './payment-connectors.ts'

const sample = await sampleConfig()
const request = {
  idempotencyKey: 'key-1',
  orderId: 'O-1',
  amount: 1,
  currency: 'NOK',
  paymentMethodName: 'Card',
  authorization: null,
  capture: null,
}
const none = () => undefined

t.test(
  'given a payment method, when a step moves money, then it uses the connector of the step, else of the method',
  async (t) => {
    const provider = await testProvider(t)
    const http = connectorTo(provider.url)
    const config = { ...sample, connectors: { ...sample.connectors, connectors: [...sample.connectors.connectors, http] } }
    const capture = (connector: string | null, paymentMethodName = 'Card') =>
      paymentConnectorFor(config, { connector, paymentMethodName }, none).capture(request)
    t.same(await capture(null), { outcome: 'done', transactionId: 'manual-key-1' })
    t.equal(provider.calls.length, 0)
    t.match(await capture(http.name), { outcome: 'done', transactionId: 'tx-key-1' })
    t.equal(provider.calls.length, 1)
  },
)

t.test(
  'given the manual connector, when any operation is requested, then it succeeds, and the same key has the same transaction',
  async (t) => {
    const payments = paymentConnectorFor(sample, { connector: 'manual', paymentMethodName: 'Card' }, none)
    for (const operation of ['authorize', 'capture', 'cancel', 'refund'] as const) {
      t.same(await payments[operation](request), { outcome: 'done', transactionId: 'manual-key-1' })
    }
  },
)

t.test('given no connector, when a request is repeated, then it is permanently unreachable', async (t) => {
  const off = connectorTo('http://127.0.0.1:1/', { active: false })
  const config = { ...sample, connectors: { ...sample.connectors, connectors: [...sample.connectors.connectors, off] } }
  for (const [connector, paymentMethodName, reason] of [
    [null, 'Shells', /"Shells" is not a configured payment method/],
    ['nowhere', 'Card', /no active payment connector "nowhere"/],
    ['manual-shipping', 'Card', /no active payment connector/],
    [off.name, 'Card', /no active payment connector/],
  ] as const) {
    const payments = paymentConnectorFor(config, { connector, paymentMethodName }, none)
    t.match(await payments.refund(request), { outcome: 'unreachable', reason, isPermanent: true })
  }
})

t.test(
  'given an unknown type or a step with another kind of connector, when the service starts, then both are reported',
  async (t) => {
    const types = structuredClone(sample.orderTypes)
    t.same(findPaymentProblems({ types, connectors: sample.connectors.connectors }), [])
    const connectors = [...sample.connectors.connectors, connectorTo('http://127.0.0.1:1/', { type: 'smtp' })]
    const steps = types.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))
    const capture = steps.find(({ name }) => name === 'CapturePayments')
    Object.assign(capture ?? {}, { connector: 'manual' })
    t.equal(findPaymentProblems({ types, connectors }).length, 1)
    Object.assign(capture ?? {}, { connector: 'manual-shipping' })
    t.match(findPaymentProblems({ types, connectors }), [
      { file: 'connectors.json', path: `connectors[${connectors.length - 1}].type`, reason: /"smtp"/ },
      { file: 'order-types.json', path: /^orderTypes\[0\]\.orderStatuses\[\d+\]\.workflowSteps\[\d+\]\.connector$/ },
    ])
  },
)

import { createHmac } from 'node:crypto'
import t from 'tap'
import { connectorTo, type Manner, testProvider } from '../../testing/payments/test-provider.ts'
import { sampleConfig } from '../../testing/test-orders.ts'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import type { BookingRequest } from './shipping-connector.ts'
import { findShippingProblems, shippingConnectorFor } from './shipping-connectors.ts'

const sample = await sampleConfig()
const none = () => undefined
const request: BookingRequest = {
  idempotencyKey: 'key-1',
  orderId: 'O-1',
  orderNumber: 'O-1',
  shipmentId: '1',
  storeId: 'Oslo-01',
  warehouseCode: null,
  shippingMethodId: null,
  shippingMethodName: 'Home delivery',
  shippingMethodProductId: null,
  servicePointId: null,
  pickUpPointInformation: null,
  address: null,
  contactPerson: null,
  goodsDescription: null,
  packages: [],
  lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Kopp æøå', quantity: 2 }],
}
const carrier = (url: string, fields: object = {}) => connectorTo(url, { kind: 'shipping', ...fields })
const to = (connector: ReturnType<typeof carrier>, environment = none as (name: string) => string | undefined) =>
  shippingConnectorFor({ ...sample.connectors, connectors: [connector] }, connector.name, environment)

t.test(
  'when transport is booked, then the carrier gets one signed POST, and its response has number, links and label',
  async (t) => {
    const provider = await testProvider(t)
    const shipping = to(carrier(provider.url, { secretVariable: 'SHIP_SECRET' }), (name) => ({ SHIP_SECRET: 's3cret' })[name])
    t.same(await shipping.book(request), {
      outcome: 'done',
      booking: {
        bookingId: 'b-key-1',
        trackingNumber: 'Tkey-1',
        trackingLink: 'https://t.example/1',
        labelLink: 'https://l.example/1',
        returnTrackingNumber: null,
        returnTrackingLink: null,
        returnLabelLink: null,
      },
    })
    const { idempotencyKey, ...body } = request
    t.same(provider.effects, [{ key: idempotencyKey, body: { operation: 'book', ...body } }])
    const { headers, text } = provider.calls[0] as (typeof provider.calls)[number]
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    t.equal(signature, createHmac('sha256', 's3cret').update(`${seconds}.${text}`).digest('hex'))
  },
)

const outcomes: [Manner, string, number][] = [
  ['isSlow', 'done', 1],
  ['repeatsItself', 'done', 1],
  ['refuses', 'refused', 0],
  ['rejects', 'refused', 0],
  ['fails', 'unreachable', 0],
  ['failsAfter', 'unreachable', 1],
  ['isSilentAfter', 'unreachable', 1],
  ['diesAfter', 'unreachable', 1],
  ['talksNonsense', 'unreachable', 1],
]
for (const [manner, outcome, effects] of outcomes) {
  t.test(`given a carrier that ${manner}, when a booking is repeated, then it is first ${outcome} and not doubled`, async (t) => {
    const provider = await testProvider(t, [manner, 'does'])
    const shipping = to(carrier(provider.url))
    t.match(await shipping.book(request), { outcome })
    t.equal(provider.effects.length, effects)
    t.match(await shipping.book(request), { outcome: outcome === 'refused' ? 'refused' : 'done' })
    t.equal(provider.effects.length, outcome === 'refused' ? 0 : 1)
  })
}

t.test('when a response has no tracking number, then it is invalid, and links other than http are left out', async (t) => {
  const without = await testReceiver(t, respond(200, '{"status":"done","bookingId":"7"}'))
  t.match(await to(carrier(without.url)).book(request), { outcome: 'unreachable', reason: /trackingNumber/ })
  const body = '{"status":"done","trackingNumber":"T1","trackingLink":"javascript:alert(1)","labelLink":7}'
  const bad = await testReceiver(t, respond(200, body))
  t.match(await to(carrier(bad.url)).book(request), {
    outcome: 'done',
    booking: { bookingId: 'key-1', trackingNumber: 'T1', trackingLink: null, labelLink: null },
  })
})

t.test(
  'given the manual connector, when transport is booked, then no call is made; without a connector it is unreachable',
  async (t) => {
    const book = (name: string | null) => shippingConnectorFor(sample.connectors, name, none).book(request)
    t.match(await book('manual-shipping'), { outcome: 'done', booking: { bookingId: 'manual-key-1', trackingNumber: null } })
    t.match(await book(null), { outcome: 'unreachable', reason: /names no shipping connector/ })
    t.match(await book('manual'), { outcome: 'unreachable', reason: /no active shipping connector "manual"/ })
  },
)

t.test('given unknown types or steps without a shipping connector, when the service starts, then all are reported', async (t) => {
  const types = structuredClone(sample.orderTypes)
  const connectors = [...sample.connectors.connectors, carrier('http://127.0.0.1:1/', { type: 'smtp' })]
  t.same(findShippingProblems({ types, connectors: sample.connectors.connectors }), [])
  const steps = types.flatMap((type) => type.orderStatuses.flatMap((status) => status.workflowSteps))
  const booking = steps.find(({ name }) => name === 'BookShipment')
  Object.assign(booking ?? {}, { connector: 'email' })
  t.match(findShippingProblems({ types, connectors }), [
    { file: 'connectors.json', path: `connectors[${connectors.length - 1}].type`, reason: /"smtp"/ },
    { file: 'order-types.json', path: /^orderTypes\[0\]\.orderStatuses\[6\]\.workflowSteps\[0\]\.connector$/ },
  ])
})

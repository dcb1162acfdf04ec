import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { released } from '../../testing/orders/holding.ts'
import { createdCart } from '../../testing/test-carts.ts'
import {
  authorization,
  createdOrder,
  orderBody,
  orderFormBody,
  outboxEnvelopes,
  sampleConfig,
  testOrders,
} from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const none = {
  active: true,
  note: null,
  orderTypes: [],
  markets: [],
  stores: [],
  salesChannels: [],
  customerTypes: [],
  customerIds: [],
  totalAbove: null,
  countryMismatch: false,
  newCustomer: false,
  paymentMethods: [],
  openAmountAbove: null,
  releaseAfterMinutes: null,
  releaseRule: null,
} satisfies Partial<HoldRule>

/** The app with some rules. */
async function withRules(t: Parameters<typeof testOrders>[0], ...rules: (Partial<HoldRule> & { name: string })[]) {
  const config = await sampleConfig()
  const all = rules.map((rule) => ({ ...none, reasonCode: rule.name, ...rule }))
  return testOrders(t, { config: { ...config, settings: { ...config.settings, holds: { rules: all } } } })
}

const holdReasons = (order: { holds: { reasonCode: string }[] }) => order.holds.map(({ reasonCode }) => reasonCode)

t.test('given rules, when orders are created, then each rule that matches places its hold', async (t) => {
  const abroad = { billingAddress: { countryCode: 'NO' } }
  const test = await withRules(
    t,
    { name: 'High', totalAbove: { amount: 498.89, currency: 'NOK' }, note: 'Look at it', releaseAfterMinutes: 60 },
    { name: 'Higher', totalAbove: { amount: 498.9, currency: 'NOK' } },
    { name: 'OtherCurrency', totalAbove: { amount: 1, currency: 'SEK' } },
    { name: 'Abroad', countryMismatch: true },
    { name: 'Klarna', paymentMethods: ['Klarna', 'Invoice'] },
    { name: 'Shops', stores: ['Stockholm-01'], totalAbove: { amount: 1, currency: 'NOK' } },
    { name: 'Off', active: false, totalAbove: { amount: 1, currency: 'NOK' } },
  )
  const plain = await createdOrder(test)
  t.strictSame(holdReasons(plain), ['High'])
  t.match(plain.holds[0], { rule: 'High', note: 'Look at it', createdBy: null })
  t.equal(Date.parse(plain.holds[0].until) - Date.parse(plain.holds[0].created), 3_600_000)
  const shipments = [{ shipmentId: '1', shippingSubTotal: 49, address: { countryCode: 'se' } }]
  const payments = [authorization({ paymentMethodName: 'Klarna' })]
  const other = await createdOrder(test, { ...abroad, orderForm: orderFormBody({ shipments, payments }) })
  t.strictSame(holdReasons(other), ['High', 'Abroad', 'Klarna'])
  const home = [{ shipmentId: '1', shippingSubTotal: 0, address: { countryCode: 'no' } }]
  t.strictSame(holdReasons(await createdOrder(test, { ...abroad, orderForm: orderFormBody({ shipments: home }) })), [])
})

t.test(
  'given a rule, when orders are created in every way, then it holds them, but no sale at a till and no import',
  async (t) => {
    const test = await withRules(t, { name: 'Any', totalAbove: { amount: 1, currency: 'NOK' } })
    const { id: _, orderNumber: __, ...unnumbered } = orderBody()
    const numbered = await test.send({ method: 'PUT', url: '/api/Orders', body: unnumbered })
    t.strictSame(holdReasons(numbered.body), ['Any'])
    const noWorkflow = await test.send({ method: 'POST', url: '/api/Orders', query: { runWorkflow: 'false' }, body: orderBody() })
    t.strictSame(holdReasons(noWorkflow.body), ['Any'])
    const delivered = await test.send({ method: 'POST', url: '/api/Orders', body: orderBody({ status: 'Completed' }) })
    t.strictSame(holdReasons(delivered.body), [], 'its goods have left already')
    const till = await test.send({ method: 'PUT', url: '/api/Orders/PosOrders', body: orderBody() })
    t.strictSame(holdReasons(till.body), [])
    const line = { lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 10 }
    const cart = await createdCart(test, { orderForm: { lineItems: [line] } })
    const ordered = await test.send({ method: 'POST', url: `/api/cart/${cart.id}/CreateOrder`, body: {} })
    t.strictSame([ordered.status, ordered.body.total > 1, holdReasons(ordered.body)], [201, true, ['Any']])
    const rows = [
      orderBody(),
      orderBody(),
      orderBody({ holds: [{ reasonCode: 'Old' }, { reasonCode: 'Older', released: '2026-01-01T00:00:00Z' }] }),
    ]
    const ids = rows.map(({ id }) => String(id))
    await test.send({ method: 'POST', url: '/api/Orders/AddMany', body: [rows[0]] })
    await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body: [rows[1]] })
    await test.send({ method: 'POST', url: '/api/Orders/ImportMany', body: [rows[2]] })
    const stored = await Promise.all(ids.map(async (id) => (await test.send({ url: `/api/Orders/${id}` })).body))
    t.strictSame(stored.map(holdReasons), [['Any'], ['Any'], ['Old', 'Older']], 'an import brings its own')
    t.match(stored[2].holds, [{ id: /./, created: /Z$/, released: null }, { released: '2026-01-01T00:00:00.000Z' }])
    const bad = await test.send({ method: 'POST', url: '/api/Orders/ImportMany', body: [orderBody({ holds: [{}] })] })
    t.equal(bad.status, 400)
  },
)

t.test('given a rule for new customers, when a customer orders twice, then the first order is held', async (t) => {
  const test = await withRules(t, { name: 'New', newCustomer: true, releaseRule: 'PaidInFull' })
  t.strictSame(holdReasons(await createdOrder(test, { customerId: 'K-1' })), ['New'])
  t.strictSame(holdReasons(await createdOrder(test, { customerId: 'K-1' })), [])
  t.strictSame(holdReasons(await createdOrder(test)), ['New'], 'nobody knows a guest')
  const payments = [authorization({ transactionType: 'Capture' })]
  t.strictSame(holdReasons(await createdOrder(test, { orderForm: orderFormBody({ payments }) })), [], 'it is paid already')
})

t.test('given a credit limit, when a customer has open orders, then the order that exceeds it is held', async (t) => {
  const test = await withRules(t, { name: 'Credit', customerTypes: ['B2B'], openAmountAbove: { amount: 1_000, currency: 'NOK' } })
  const order = (customerId: string, payments: unknown[], fields = {}) =>
    createdOrder(test, { customerId, customerType: 'B2B', orderForm: orderFormBody({ payments }), ...fields })
  const invoice = (fields = {}) => authorization({ transactionType: 'Invoiced', paymentMethodName: 'Invoice', ...fields })
  await order('K-2', [])
  await order('K-2', [authorization({ transactionType: 'Capture' })])
  await order('K-2', [authorization()])
  t.strictSame(holdReasons(await order('K-2', [invoice()])), [], '997.80 are open')
  t.strictSame(holdReasons(await order('K-2', [invoice({ status: 'Paid' })], { customerType: 'B2C' })), [])
  t.strictSame(holdReasons(await order('K-2', [])), ['Credit'])
  t.strictSame(holdReasons(await order('K-3', [])), [], 'another customer has a limit of its own')
})

t.test('given a credit limit for two orders, when three are created concurrently, then exactly one is held', async (t) => {
  const test = await withRules(t, { name: 'Credit', openAmountAbove: { amount: 1_000, currency: 'NOK' } })
  const body = () => orderBody({ customerId: 'K-4', orderForm: orderFormBody({ payments: [] }) })
  const orders = await Promise.all(
    [1, 2, 3].map(async () => (await test.send({ method: 'POST', url: '/api/Orders', body: body() })).body),
  )
  t.strictSame(orders.flatMap(holdReasons), ['Credit'])
})

t.test('given a credit limit, when one batch exceeds it, then the rows behind it are held', async (t) => {
  const test = await withRules(t, { name: 'Credit', openAmountAbove: { amount: 1_000, currency: 'NOK' } })
  for (const [path, customerId] of [
    ['AddMany', 'K-5'],
    ['UpdateMany', 'K-6'],
  ] as const) {
    const rows = [1, 2, 3, 4].map(() => orderBody({ customerId, orderForm: orderFormBody({ payments: [] }) }))
    const { status } = await test.send({ method: 'POST', url: `/api/Orders/${path}`, query: { runWorkflow: 'true' }, body: rows })
    t.equal(status, 204)
    const orders = await Promise.all(rows.map(async ({ id }) => (await test.send({ url: `/api/Orders/${id}` })).body))
    t.strictSame(orders.map(holdReasons), [[], [], ['Credit'], ['Credit']], path)
    await test.background.idle()
  }
})

t.test('given a rule, when an order is created in a status with an outside step, then it waits for the release', async (t) => {
  const properties = [{ key: 'PaymentMethodName', value: 'Card' }]
  const stepped = await configWithSteps([{ name: 'AuthorizePayment', properties, runAfterOrderIsSaved: true }])
  const rule = { ...none, name: 'New', reasonCode: 'FraudCheck', newCustomer: true }
  const config = { ...stepped, settings: { ...stepped.settings, holds: { rules: [rule] } } }
  let asked = 0
  const authorize: typeof manualPayments.authorize = (request) => {
    asked++
    return manualPayments.authorize(request)
  }
  const test = await testOrders(t, { config, connectors: { payment: () => ({ ...manualPayments, authorize }) } })
  const { id, holds } = await createdOrder(test, { status: 'InProgress', orderForm: orderFormBody({ payments: [] }) })
  await test.background.idle()
  const states = async () =>
    (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result.map(({ state }: { state: string }) => state)
  t.strictSame([await states(), asked], [['Held'], 0])
  const placed = (await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.hold.placed.v1')
  t.match(placed, [{ data: { rule: 'New', isHeld: true } }])
  await released(test, [id, holds[0].id])
  await eventually(async () => (await states())[0] === 'Finished', 'the step continues')
  t.equal(asked, 1)
})

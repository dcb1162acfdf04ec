// Own process: extensions are loaded once in a process, and get events there.

import { fileURLToPath } from 'node:url'
import type { Connector } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { callConnector } from '../../connectors/http/call-connector.ts'
import { findUndefinedConnectors } from '../../connectors/http/defined-connectors.ts'
import { asked, mood } from '../../testing/extensions/connecting.ts'
import { connectorTo } from '../../testing/payments/test-provider.ts'
import { triedAgain } from '../../testing/payments/waiting-provider.ts'
import { createdOrder, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { findExtensionProblems, loadExtensions, loadedExtensions } from './load-extensions.ts'

const module = fileURLToPath(new URL('../../testing/extensions/connecting.ts', import.meta.url))
const folder = t.testdir({
  'extensions.json': JSON.stringify({
    extensions: [module, './again.js', './none.js', './deaf.js', './lost.js'].map((name) => ({ module: name })),
  }),
  'again.js': `export { extension } from ${JSON.stringify(module)}`,
  'none.js': `export const extension = { name: 'none', interfaceVersion: '1.0.0', connectors: [{ name: 'x', kind: 'email' }] }`,
  'deaf.js': `export const extension = { name: 'deaf', interfaceVersion: '1.0.0', onEvent: { types: ['orders.>'] } }`,
  'lost.js': `export const extension = { name: 'lost', interfaceVersion: '1.0.0', onEvent: { types: ['orders.x'], handle() {} } }`,
})
await loadExtensions(folder)
t.beforeEach(() => {
  asked.length = 0
  mood.before = () => undefined
})

const connector = (name: string, fields: Partial<Connector> = {}): Connector => ({
  ...connectorTo('', { url: null, type: 'extension', name, ...fields }),
})
const body = {
  ...{ operation: 'capture', orderId: 'o', amount: 10, currency: 'NOK', paymentMethodName: 'Card', capture: null },
  authorization: { transactionId: 't', authorizationCode: null },
}
const capture = (fields: Partial<Connector> = {}, call: { signal?: AbortSignal; body?: object } = {}) =>
  callConnector(connector('swish', fields), { body, idempotencyKey: 'key', ...call })

t.test('given extensions with connectors, when they are loaded, then the check says which can be named', async (t) => {
  t.match(loadedExtensions(), [
    {
      connectors: [
        { name: 'swish', kind: 'payment', operations: ['capture'] },
        { name: 'drones', kind: 'shipping' },
      ],
    },
  ])
  t.match(findExtensionProblems([{ module: './again.js' }, { module: './none.js' }]), [
    { reason: /there is a connector "swish" of an extension already/ },
    { reason: /its connectors\[0\] is none of definePaymentConnector/ },
  ])
  t.match(findExtensionProblems([{ module: './deaf.js' }, { module: './lost.js' }]), [
    { reason: /its onEvent has no function handle/ },
    { reason: /its onEvent names a type "orders\.x", which no event has/ },
  ])
  const shipping = connector('swish', { kind: 'shipping' })
  t.match(findUndefinedConnectors({ connectors: [connector('swish'), shipping, connector('lost', { active: false })] }), [
    { path: 'connectors[1].name', reason: 'no extension has a shipping connector "swish"', remedy: 'Name one of drones.' },
  ])
})

t.test('when a connector of an extension is called, then it gets request, key and signal, and no more', async (t) => {
  t.match(await capture(), { kind: 'accepted', body: { status: 'done', transactionId: 'tx-key' } })
  t.same(asked, [{ operation: 'capture', amount: 10, key: 'key', seen: ['idempotencyKey', 'signal'] }])
  t.match(await capture({}, { body: { ...body, amount: -1 } }), { body: { status: 'refused', message: /violates the protocol/ } })
  t.match(await capture({ active: false }), { kind: 'refused', reason: /not active/ })
  t.equal(asked.length, 1, 'nothing that breaks the protocol gets to it')
})

t.test('given a connector that fails or does not end, when it is called, then as one over HTTP', async (t) => {
  mood.before = (_call, count) => {
    if (count === 1) throw new Error('the bank is closed')
  }
  t.match(await capture({ retries: 1 }), { kind: 'accepted' }, 'it is tried again')
  t.same(
    asked.map(({ key }) => key),
    ['key', 'key'],
  )
  mood.before = () => new Promise(() => undefined)
  const late = await capture({ timeoutMs: 20 })
  t.match(late, { kind: 'unreachable', reason: /no response from it within 20 ms/, reasonClass: 'TimedOut', connector: 'swish' })
  t.match(await capture({}, { signal: AbortSignal.timeout(20) }), { kind: 'unreachable', reason: /cancelled/ })
  mood.before = () => {
    throw new Error('the bank is closed')
  }
  const broken = connector('swish')
  for (let calls = 0; calls < 5; calls++)
    t.match(await callConnector(broken, { body, idempotencyKey: 'key' }), { reason: 'It failed: the bank is closed' })
  t.match(await callConnector(broken, { body, idempotencyKey: 'key' }), { reasonClass: 'BreakerOpen' })
})

t.test('given steps with connectors of extensions, when a status is entered, then money and parcels move once', async (t) => {
  const config = await configWithSteps([
    { name: 'CapturePayments', id: 'capture', connector: 'swish', stopOnError: true, retryFor: '24h' },
    { name: 'BookShipment', id: 'book', connector: 'drones' },
  ])
  const connectors = [...config.connectors.connectors, connector('swish'), connector('drones', { kind: 'shipping' })]
  const test = await testOrders(t, { config: { ...config, connectors: { ...config.connectors, connectors } } })
  const { id } = await createdOrder(test)
  const url = `/api/Orders/${id}/UpdateStatus`
  const dry = await test.send({ method: 'POST', url: `${url}?dryRun=true`, body: { status: 'InProgress' } })
  t.match(dry.body.orderActionExecutionResults[0], { actionStatus: 'Success' })
  t.same(asked, [], 'a dry run calls nobody')
  mood.before = (_call, count) => {
    if (count === 1) throw new Error('the bank is closed')
  }
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  t.match(body.orderActionExecutionResults[0], { actionStatus: 'Error', errorReason: /bank is closed/, nextAttempt: String })
  await triedAgain(test)
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  t.same((await test.send({ url: '/api/Configuration' })).body.extensions, loadedExtensions())
  t.match(order.orderForm.shipments[0].externalIds, [{ providerName: 'drones' }])
  t.match(order.orderForm.payments.at(-1), { transactionType: 'Capture', status: 'Processed', transactionId: /^tx-/ })
  t.same(
    asked.map(({ operation }) => operation),
    ['capture', 'capture', 'book'],
  )
  t.equal(new Set(asked.slice(0, 2).map(({ key }) => key)).size, 1, 'the same key when it comes again')
})

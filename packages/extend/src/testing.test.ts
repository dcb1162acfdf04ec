import { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { definePaymentConnector } from './extend.ts'
import { defineStep } from './step.ts'
import { askConnector, runStep, testOrder } from './testing.ts'

const reference = { does: 'Tags the order', conditions: [], warnings: [], errors: [] }
const Level = { values: /^[a-z]+$/, type: 'text', meaning: 'Which level.', default: null, limits: null } as const

const addTag = defineStep({
  ...{ kind: 'change', names: ['AddTag'], properties: { Level }, reference },
  apply: (order, { step, now }) => ({
    order: { ...order, tags: [...order.tags, step.properties[0]?.value ?? now] },
    actionStatus: 'Success',
    triggerNewStatus: 'Tagged',
  }),
})

const askLevel = defineStep<{ customerId: string | null }, { level: string }>({
  ...{ kind: 'call', names: ['AskLevel'], properties: {}, reference },
  ask: (order) =>
    order.customerId === null
      ? { order, actionStatus: 'Warning', message: 'nobody' }
      : { input: { customerId: order.customerId } },
  call: async ({ customerId }, { idempotencyKey, signal }) => {
    if (customerId === 'slow') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))))
    if (customerId === 'ill') throw new Error('it responded with 503')
    return { level: idempotencyKey }
  },
  dryRun: () => ({ level: 'unknown' }),
  record: (order, { output }) => ({ order: { ...order, tags: [...order.tags, output.level] }, actionStatus: 'Success' }),
})

t.test('given an order that is being created, when a step changes it, then what it lacks yet is no fault', async (t) => {
  const { fulfilmentStatus, paymentStatus, ...order } = testOrder()
  t.match(await runStep(addTag, order as Order), { actionStatus: 'Success', order: { tags: [String] } })
  const spoil = (changes: object) =>
    defineStep({
      ...{ kind: 'change', names: ['Spoil'], properties: {}, reference },
      apply: (given) => ({ order: { ...given, ...changes }, actionStatus: 'Success' }),
    })
  const fault = async (changes: object) => (await runStep(spoil(changes), order as Order)).errorReason
  t.match(await fault({ tags: [7] }), /not valid at \/tags\/0/)
  t.match(await fault({ fulfilmentStatus: 'Lost' }), /not valid at \/fulfilmentStatus/)
  t.match(await fault({ fulfilmentStatus: 'Fulfilled' }), /may not change/)
})

t.test('given an order of a test, when it is made, then it is one, and so is its type', async (t) => {
  const order = testOrder({ total: 125, orderForm: { lineItems: [{ lineItemId: '1', code: 'CUP', quantity: 1 }] } })
  t.throws(() => testOrder({ orderForm: { lineItems: [{ code: 'CUP' }] } }), /not valid at \/orderForm\/lineItems\/0\/lineItemId/)
  t.match(order, { total: 125, status: 'New', orderForm: { lineItems: [{ code: 'CUP', properties: { length: 0 } }] } })
  const seen: unknown[] = []
  const look = defineStep({
    ...{ kind: 'change', names: ['Look'], properties: {}, reference },
    apply(given, context) {
      seen.push(context.handlingTypeOf(given), context.currencyOf(given), context.warehousesOf(given), context.randomText(40))
      return { order: given, actionStatus: 'Success' }
    },
  })
  await runStep(look, order, { currency: 'EUR', warehouses: ['Central'] })
  const [type, ...others] = seen
  t.ok(Value.Check(OrderType, type))
  t.match(others, ['EUR', ['Central'], /^[0-9a-f]{40}$/])
})

t.test('given a step, when it is run, then it gives what it would in the system', async (t) => {
  const order = testOrder({ customerId: 'c1' })
  t.match(await runStep(addTag, order, { properties: { Level: 'gold' } }), {
    order: { tags: ['gold'] },
    actionStatus: 'Success',
    triggerNewStatus: 'Tagged',
  })
  t.same(order.tags, [], 'what was given stays as it was')
  t.match(await runStep(addTag, order, { now: '2026-02-03T00:00:00.000Z' }), { order: { tags: ['2026-02-03T00:00:00.000Z'] } })
  const first = await runStep(askLevel, order)
  t.match(first, { input: { customerId: 'c1' }, output: { level: String }, actionStatus: 'Success' })
  t.same(await runStep(askLevel, order), first, 'a repetition has the same key')
  t.match(await runStep(askLevel, order, { dryRun: true }), { order: { tags: ['unknown'] } })
  const later = { ...order, tags: ['later'] }
  t.match(await runStep(askLevel, order, { orderAfterCall: later, dryRun: true }), { order: { tags: ['later', 'unknown'] } })
  t.match(await runStep(askLevel, testOrder()), { actionStatus: 'Warning', message: 'nobody' })
})

t.test('given a step that does what it must not, when it is run, then it fails as it would in the system', async (t) => {
  const fails = async (apply: (order: Order) => unknown, reason: RegExp) => {
    const step = defineStep({ ...{ kind: 'change', names: ['Fails'], properties: {}, reference }, apply: apply as never })
    const order = testOrder()
    t.match(await runStep(step, order), { order, actionStatus: 'Error', errorReason: reason })
  }
  await fails(
    (order) => ({ order: { ...order, status: 'Completed' }, actionStatus: 'Success' }),
    /changes what an extension may not/,
  )
  await fails((order) => ({ order: { ...order, tags: [1] }, actionStatus: 'Success' }), /not valid at \/tags\/0/)
  await fails(async (order) => ({ order, actionStatus: 'Success' }), /only call may be asynchronous/)
  await fails(() => undefined, /no outcome/)
  const timeout = { actionStatus: 'Error', errorReason: 'There was no response from the extension within 20 ms.' }
  t.match(await runStep(askLevel, testOrder({ customerId: 'slow' }), { timeoutMs: 20 }), timeout)
  t.match(await runStep(askLevel, testOrder({ customerId: 'ill' })), {
    errorReason: 'The extension failed: it responded with 503',
  })
})

t.test('given what the system would not load, when it is run, then the reason is raised', async (t) => {
  await t.rejects(runStep({ ...addTag, names: ['add tag'] }, testOrder()), /has no name of letters and digits/)
  await t.rejects(runStep(addTag, testOrder(), { properties: { Level: '1' } }), /"1" is not a value of property "Level"/)
  await t.rejects(runStep(addTag, testOrder(), { properties: { Levels: 'gold' } }), /has no property "Levels"/)
})

t.test('given a connector, when it is asked, then it answers as it would the system', async (t) => {
  const keys: string[] = []
  const bank = definePaymentConnector({
    name: 'bank',
    capture: async ({ amount }, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      return { status: 'done', transactionId: `t-${amount}` }
    },
  })
  const authorization = { transactionId: 'a', authorizationCode: null }
  const request = { orderId: 'o', amount: 5, currency: 'NOK', paymentMethodName: 'Card', authorization, capture: null }
  t.match(await askConnector(bank, { operation: 'capture', ...request }, { idempotencyKey: 'k' }), { transactionId: 't-5' })
  t.same(keys, ['k'])
  t.match(await askConnector(bank, { operation: 'capture', ...request, amount: '5' }), { status: 'refused', message: /amount/ })
  t.match(await askConnector(bank, { operation: 'refund', ...request }), { status: 'refused', message: /no such operation/ })
})

import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import { Settings } from '@open-oms/contracts/config/settings'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { held } from '../../testing/orders/holding.ts'
import { notingProvider } from '../../testing/payments/noting-provider.ts'
import { createdOrder, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const stepped = await configWithSteps([
  { name: 'GenerateSecretKey' },
  { name: 'AuthorizePayment', properties: [{ key: 'PaymentMethodName', value: 'Card', keyGroup: null, valueType: null }] },
] as Parameters<typeof configWithSteps>[0])

function toHoldRules(...rules: object[]): HoldRule[] {
  return (Value.Default(Settings, { holds: { rules } }) as Settings).holds.rules
}

const rules = toHoldRules(
  { name: 'Expensive', reasonCode: 'Fraud', totalAbove: { amount: 1_000, currency: 'NOK' }, releaseAfterMinutes: 60 },
  {
    name: 'Limit',
    reasonCode: 'CreditLimit',
    customerIds: ['K-9'],
    openAmountAbove: { amount: 400, currency: 'NOK' },
    releaseRule: 'PaidInFull',
  },
)
const config = { ...stepped, settings: { ...stepped.settings, holds: { rules } } }
const asked = notingProvider()
const test = await testOrders(t, { config, connectors: asked.connectors })

t.test('given an order that someone holds, when the reason is put right, then it is released', async (t) => {
  const { id } = await createdOrder(test)
  await held(test, id, { body: { reasonCode: 'FraudCheck', note: 'Call the customer.', userId: 'kari' } })
  const reason = requireReason(await fetchExplanation(test, id), 'HeldByPerson')
  t.match(reason, {
    sentence: 'On hold: FraudCheck, by kari. Note: Call the customer.',
    waitsFor: 'Person',
    since: String,
    next: null,
    evidence: [{ kind: 'Hold', data: { reasonCode: 'FraudCheck', until: null } }],
  })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('HeldByPerson'))
})

t.test('given a hold with a time, when the order is explained, then the time is what happens next', async (t) => {
  const { id } = await createdOrder(test)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await held(test, id, { body: { reasonCode: 'Waiting', until } })
  t.match(requireReason(await fetchExplanation(test, id), 'HeldByPerson').next, {
    sentence: /^Released automatically \d+ \w+ \d{4}, \d\d:\d\d \S+\.$/,
    at: until,
  })
})

t.test('given an order that a rule holds, when it is explained, then the rule is named with its conditions', async (t) => {
  const lines = [{ lineItemId: '1', code: 'TV', displayName: 'TV', quantity: 1, placedPrice: 9_000, taxRate: 25 }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ lineItems: lines }) })
  const reason = requireReason(await fetchExplanation(test, id), 'HeldByRule')
  t.match(reason, {
    sentence: 'On hold: Fraud, by rule "Expensive".',
    next: { at: String },
    evidence: [
      { kind: 'Hold' },
      { kind: 'Rule', data: { rule: 'Expensive', totalAbove: { amount: 1_000 }, customerIds: undefined } },
    ],
  })
})

t.test(
  'given a customer above the limit, when the order is explained, then it is held for credit until it is paid',
  async (t) => {
    const { id } = await createdOrder(test, { customerId: 'K-9', orderForm: orderFormBody({ payments: [] }) })
    t.match(requireReason(await fetchExplanation(test, id), 'HeldForCredit'), {
      sentence: /more than NOK 400\.00 when ordering/,
      next: { sentence: 'Released automatically when NOK 498.90 is paid.', at: null },
    })
  },
)

t.test('given a held run, when the order is explained, then it says where the run stopped, and when it goes on', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await held(test, id, { body: { reasonCode: 'Waiting', until } })
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  const explanation = await fetchExplanation(test, id)
  t.strictSame(reasonCodes(explanation).slice(0, 2), ['HeldByPerson', 'RunHeld'])
  t.match(requireReason(explanation, 'RunHeld'), {
    sentence: /is paused before AuthorizePayment while the order is on hold/,
    next: { at: until },
    evidence: [
      { kind: 'Run', data: { status: 'InProgress', state: 'Held' } },
      { kind: 'Step', data: { step: 'AuthorizePayment' } },
    ],
  })
  t.match(reasonCodes(await fetchExplanation(test, id, { lineItemId: '1' })), ['HeldByPerson', 'RunHeld', 'LineAwaitsShipment'])
})

t.test('given a run that was held, when its order is released, then it is said to go on until it has', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  await held(test, id)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  // As an earlier version left it: released, and the run not woken.
  const text = `update "order" set document = jsonb_set(document::jsonb, '{holds,0,released}', to_jsonb(now()::timestamptz(3)))::json where id = $1`
  await test.database.query({ text, values: [id] })
  t.match(requireReason(await fetchExplanation(test, id), 'RunReleased'), {
    waitsFor: 'Time',
    next: { sentence: /within a minute/ },
  })
})

t.test('given a released order, when its run has ended, then neither hold nor run is a reason', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  await held(test, id)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  await carriedOut(test, requireReason(await fetchExplanation(test, id), 'HeldByPerson').actions[0])
  await eventually(
    async () => !reasonCodes(await fetchExplanation(test, id)).some((code) => /^(Held|Run|Step)/.test(code)),
    'the run has ended',
  )
  t.match(reasonCodes(await fetchExplanation(test, id)), ['AwaitingStatus', 'CaptureAtStatus'])
})

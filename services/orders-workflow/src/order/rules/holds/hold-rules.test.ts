import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import t from 'tap'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { asksForCustomer } from './hold-rules.ts'

const sample = await sampleConfig()
const everyone = {
  name: 'rule',
  reasonCode: 'Rule',
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
} satisfies HoldRule

function isAsked(order: Parameters<typeof asksForCustomer>[0], rule: Partial<HoldRule>): boolean {
  const config = { ...sample, settings: { ...sample.settings, holds: { rules: [{ ...everyone, ...rule }] } } }
  return asksForCustomer(order, config)
}

const named = { customerId: 'K-1', orderType: 'Online', storeId: 'Oslo-01', status: null }
const asking = { newCustomer: true }

t.test('given rules, when an order is created, then its customer is asked for only where one may match', async (t) => {
  t.equal(isAsked(named, asking), true)
  t.equal(isAsked(named, { openAmountAbove: { amount: 1, currency: 'NOK' } }), true)
  t.equal(isAsked(named, { countryMismatch: true }), false, 'the rule does not ask for other orders')
  t.equal(isAsked(named, { ...asking, active: false }), false)
  t.equal(isAsked({ ...named, customerId: null }, asking), false, 'there is no customer to ask for')
  t.equal(isAsked(named, { ...asking, orderTypes: ['Pos'] }), false)
  t.equal(isAsked(named, { ...asking, stores: ['Bergen-01'] }), false)
  t.equal(isAsked(named, { ...asking, customerIds: ['K-2'] }), false)
  t.equal(isAsked(named, { ...asking, stores: ['Oslo-01'], customerIds: ['K-1'], orderTypes: ['Online'] }), true)
})

t.test('given an order that does not name its store or type yet, when a rule may be for it, then it is asked', async (t) => {
  t.equal(isAsked({ customerId: 'K-1' }, { ...asking, stores: ['Bergen-01'], orderTypes: ['Pos'] }), true)
})

t.test('given a till sale with a customer of many, when it is created as completed, then nobody is asked for', async (t) => {
  t.equal(isAsked({ ...named, orderType: 'Pos', status: 'Completed' }, asking), false)
  t.equal(isAsked({ ...named, status: 'Cancelled' }, asking), false)
})

import type { ErrorTexts } from '@open-oms/contracts/errors'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import {
  checkCartHead,
  checkHead,
  checkOrderPayments,
  normalised,
  type OrderInput,
  type OrderInputContext,
} from './order-input.ts'

const NOW = '2026-03-01T08:00:00.000Z'
const config = {
  markets: [
    { id: 'SWE', isDefault: false, currency: 'SEK' },
    { id: 'NOR', isDefault: true, currency: 'NOK' },
    { id: 'JPN', isDefault: false, currency: 'JPY' },
  ],
  stores: [{ id: 'Oslo-01' }, { id: 'Bergen-01' }],
  orderTypes: [
    { name: 'Online', orderStatuses: [{ name: 'New' }, { name: 'Completed' }] },
    { name: 'Pos', orderStatuses: [{ name: 'Sold' }] },
  ],
} as unknown as OrderInputContext['config']
const context = { config, now: NOW, newId: () => 'new' }

/** What is wrong by its path; empty when nothing is. */
function problemsOf(check: (problems: Problems) => void): ErrorTexts {
  const found: ErrorTexts = {}
  const add = (path: string, text: string) => {
    found[path] = [...(found[path] ?? []), text]
  }
  check({ ...collectProblems(), add })
  return found
}
const good: OrderInput = { id: 'A-1', storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New' }
const head = (changes: Partial<OrderInput>, { stored = null as ReturnType<typeof sampleOrder> | null, later = false } = {}) =>
  problemsOf((problems) => checkHead({ ...good, ...changes }, { config, stored, isNumberedLater: later }, problems))

t.test('given no market, when an order is new, then it gets the default one and a warning', async (t) => {
  const known = { key: 'Mine', message: 'Before.', severity: 'Error' } as const
  const order = normalised({ id: 'A-1', errors: [known] }, context, null)
  t.equal(order.marketId, 'NOR')
  t.match(order.errors, [
    known,
    {
      key: 'MarketIdMissing',
      message: /default market NOR/,
      severity: 'Warning',
      occurred: NOW,
      status: null,
      referenceId: null,
    },
  ])
  t.equal(normalised({ id: 'A-1' }, context, null).errors?.length, 1)
  const withoutDefault = { ...context, config: { ...config, markets: [] } }
  const marketless = normalised({ id: 'A-1' }, withoutDefault, null)
  t.notOk('marketId' in marketless)
})

t.test('given a full list of errors, when an order gets the default market, then its oldest error makes room', async (t) => {
  const errors = Array.from({ length: LIST_MAX }, (_, index) => ({ key: String(index) }))
  const order = normalised({ id: 'A-1', errors }, context, null)
  t.same([order.errors?.length, order.errors?.[0]?.key, order.errors?.at(-1)?.key], [LIST_MAX, '1', 'MarketIdMissing'])
})

t.test('given a stored order, when its market is left out, then it keeps it; one without gets the default', async (t) => {
  const kept = normalised({ id: 'A-1' }, context, sampleOrder({}, { marketId: 'SWE' }))
  t.equal(kept.marketId, 'SWE')
  t.notOk('errors' in kept, 'no warning')
  const marketless = { ...sampleOrder({}), marketId: null }
  t.match(normalised({ id: 'A-1' }, context, marketless), { marketId: 'NOR', errors: [{ key: 'MarketIdMissing' }] })
})

t.test('given a market and a currency, when they are sent, then only the case of the currency changes', async (t) => {
  t.same(normalised({ marketId: 'SWE', billingCurrency: 'nOk' }, context, null), { marketId: 'SWE', billingCurrency: 'NOK' })
  for (const sent of [{ marketId: 'SWE', billingCurrency: 'NOK' }, { marketId: 'SWE' }])
    t.equal(normalised(sent, context, sampleOrder({})), sent, 'the same input')
})

t.test('given what is configured, when the head is checked, then it has no problem', async (t) => {
  for (const changes of [{}, { orderType: 'Pos', status: 'Sold' }, { billingCurrency: 'EUR' }, { id: 'å/ 1 漢字' }])
    t.same(head(changes), {}, JSON.stringify(changes))
})

t.test('given what is not configured, when the head is checked, then each path is named with the value', async (t) => {
  t.same(head({ storeId: 'X', marketId: 'Y', orderType: 'Z', billingCurrency: 'ABX' }), {
    storeId: ['"X" is not a store'],
    marketId: ['"Y" is not a market'],
    billingCurrency: ['"ABX" is not a currency of ISO 4217'],
    orderType: ['"Z" is not a configured order type'],
  })
  t.same(head({ status: 'Sold' }), { status: ['"Sold" is not a status of order type "Online"'] }, 'a status of another type')
  const { storeId: _s, marketId: _m, orderType: _t, ...bare } = good
  const missing = problemsOf((problems) => checkHead(bare, { config, stored: null, isNumberedLater: false }, problems))
  t.same(missing, { storeId: ['is required'], orderType: ['is required'] }, 'a market is given by `normalised`')
  t.same(head({ storeId: '' }), { storeId: ['is required'] })
})

t.test('given a stored order of a store and market that were removed, when it is replaced, then it may keep them', async (t) => {
  const stored = sampleOrder({}, { storeId: 'Closed', marketId: 'DNK' })
  t.same(head({ storeId: 'Closed', marketId: 'DNK' }, { stored }), {})
  t.same(Object.keys(head({ storeId: 'Other', marketId: 'FIN' }, { stored })), ['storeId', 'marketId'])
  t.same(
    Object.keys(head({ storeId: '', marketId: 'DNK' }, { stored: { ...stored, storeId: '' } })),
    ['storeId'],
    'one without must name one',
  )
})

t.test('given no id, when the head is checked, then the order number counts, or the number comes later', async (t) => {
  const { id: _, ...unnamed } = good
  const check = (input: OrderInput, isNumberedLater: boolean) =>
    problemsOf((problems) => checkHead(input, { config, stored: null, isNumberedLater }, problems))
  t.same(check(unnamed, false), { id: ['or orderNumber is required'] })
  t.same(check(unnamed, true), {})
  t.same(check({ ...unnamed, orderNumber: '7' }, false), {})
  t.same(check({ ...unnamed, orderNumber: '..' }, false), { orderNumber: ['is a reserved word'] })
})

t.test('given ids that cannot be a part of a path, when the head is checked, then each is refused', async (t) => {
  const bad: [string, string][] = [
    ['', 'must not be empty'],
    ['x'.repeat(101), 'must have at most 100 characters'],
    ['a\u0000b', 'must not contain control characters'],
    ['a\ud800', 'must be well-formed Unicode'],
    ['.', 'is a reserved word'],
    ['..', 'is a reserved word'],
    ['SEARCH', 'is a reserved word'],
    ['getorders', 'is a reserved word'],
  ]
  for (const [id, text] of bad) t.same(head({ id }), { id: [text] }, id)
  for (const id of ['x'.repeat(100), '😀'.repeat(100), '...', 'a.b', 'Searches']) t.same(head({ id }), {}, id)
})

t.test('given a cart, when its head is checked, then only what it names must be there', async (t) => {
  const cart = (input: OrderInput) => problemsOf((problems) => checkCartHead(input, config, problems))
  t.same(cart({ marketId: 'NOR' }), {})
  t.same(cart({ ...good, id: 'Search' }), {}, 'no path of carts has the words of orders')
  t.same(cart({ id: '.', storeId: 'X', orderType: 'Z', marketId: 'Y', billingCurrency: 'ABX' }), {
    id: ['is a reserved word'],
    storeId: ['"X" is not a store'],
    orderType: ['"Z" is not a configured order type'],
    marketId: ['"Y" is not a market'],
    billingCurrency: ['"ABX" is not a currency of ISO 4217'],
  })
  t.same(cart({}), {})
})

t.test('given payments, when they are checked, then they are above 0 in the currency of the order', async (t) => {
  const pay = (amount: number, input: OrderInput) =>
    problemsOf((problems) => {
      const details = { paymentMethodName: 'Card', transactionId: 't', transactionType: 'Sale', status: 'Processed' } as const
      checkOrderPayments({ ...input, orderForm: { payments: [{ ...details, amount }] } }, config, problems)
    })
  const path = 'orderForm.payments[0].amount'
  const rounded = { [path]: ['is 0 in the currency of the order'] }
  t.same(pay(0.4, { marketId: 'NOR' }), {})
  t.same(pay(0.4, { marketId: 'JPN' }), rounded, 'a yen has no parts')
  t.same(pay(0.4, { marketId: 'JPN', billingCurrency: 'NOK' }), {}, 'the currency of the order goes before that of its market')
  t.same(pay(0.004, { marketId: 'SWE' }), rounded)
  t.same(pay(0, { marketId: 'NOR' }), { [path]: ['must be above 0'] })
  t.same(
    problemsOf((problems) => checkOrderPayments({}, config, problems)),
    {},
    'an order without payments',
  )
})

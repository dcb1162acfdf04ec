import t from 'tap'
import type { StorePlan } from '../store-plan.ts'
import { pastOrderBody } from './order-bodies.ts'
import { planShop } from './shop-plan.ts'

const now = new Date('2026-11-29T12:00:00Z')
const store = (storeId: string, currency: string, country: string): StorePlan => ({
  ...{ storeId, currency, country, marketId: country, timeZone: 'UTC', warehouses: [storeId], paymentMethod: 'Card' },
  paymentMethods: ['Card', 'Vipps'],
  cashMethod: 'Cash',
  rates: [25, 15],
})
const plans = [store('Oslo-01', 'NOK', 'NO'), store('London-01', 'GBP', 'GB'), store('Tokyo-01', 'JPY', 'JP')]

t.test('given the same seed, when a shop is planned on another day, then it has the same orders, as many days ago', async (t) => {
  const [first, later] = [now, new Date('2026-12-24T12:00:00Z')].map((at) => planShop(plans, { seed: 7, count: 400, now: at }))
  const known = (orders = first) => orders?.map(({ at: _, ...order }) => order)
  t.same(known(first), known(later))
  const dayMs = 86_400_000
  t.equal(Number(later?.[0]?.at) - Number(first?.[0]?.at), 25 * dayMs)
  t.not(JSON.stringify(known(planShop(plans, { seed: 8, count: 400, now }))), JSON.stringify(known(first)))
})

t.test('given any count, when a shop is planned, then its ids are its own, its orders pass in time and add up', async (t) => {
  for (const count of [1, 40, 400, 1000]) {
    const orders = planShop(plans, { seed: 1, count, now })
    t.equal(orders.length, count)
    t.same(
      orders.slice(0, 2).map(({ id }) => id),
      ['10001', '10002'].slice(0, count),
    )
    const times = orders.map(({ at }) => at.getTime())
    t.same(
      times,
      times.toSorted((a, b) => a - b),
    )
    t.ok(times.every((time) => time < now.getTime()))
    for (const { lines, shipping, discount, total } of orders)
      t.equal(lines.reduce((sum, { quantity, placedPrice }) => sum + quantity * placedPrice, 0) + shipping - discount, total)
  }
  const kinds = new Set(planShop(plans, { seed: 1, count: 400, now }).map(({ kind }) => kind))
  t.equal(kinds.size, 18, 'of every kind')
  t.ok(planShop(plans, { seed: 1, count: 400, now }).every(({ plan, total }) => plan.currency !== 'JPY' || total % 10 === 0))
})

t.test('given an order of the past, when it is written, then what left was paid by its authorisation', async (t) => {
  const orders = planShop(plans, { seed: 1, count: 400, now })
  const past = orders.find(({ kind }) => kind === 'Past')
  const cancelled = orders.find(({ kind }) => kind === 'PastCancelled')
  if (past === undefined || cancelled === undefined) throw new Error('The shop has no order of the past.')
  t.match(pastOrderBody(past, 'Online'), {
    status: 'Completed',
    orderForm: {
      payments: [
        { transactionType: 'Authorization', amount: past.total, created: past.at.toISOString() },
        { transactionType: 'Capture', amount: past.total, internalReference: `${past.id}-a` },
      ],
    },
  })
  t.match(pastOrderBody(cancelled, 'Online'), { status: 'Cancelled', orderForm: { payments: [{}, { transactionType: 'Void' }] } })
})

import { type Order, Order as OrderModel } from '@open-oms/contracts/orders/order'
import { sumOfAmounts } from '@open-oms/money/minor'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import { purgeOrder } from '../../modules/orders/delete/purge-order.ts'
import { editDirectly, insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import type { SampleForm } from '../../testing/sample-order.ts'
import { outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import type { PublishedAllocation } from '../rules/payments/published-allocations.ts'
import { writeOrder, writeOrders } from './write-orders.ts'

const test = await testOrders(t)
const { deps, database } = test

type SamplePayment = NonNullable<SampleForm['payments']>[number]
const capture = (id: string, amount: number): SamplePayment => ({
  id,
  transactionId: id,
  transactionType: 'Capture',
  status: 'Processed',
  paymentMethodName: 'Card',
  amount,
})
/** Two units at 100, 25 % VAT. */
const orderWith = (id: string, payments: SamplePayment[] = []) => simpleOrder(id, {}, { payments })
const buildPayments = (payments: SamplePayment[]) => orderWith('x', payments).orderForm.payments
const withPayment = (order: Order, payment: SamplePayment): Order => ({
  ...order,
  orderForm: { ...order.orderForm, payments: [...order.orderForm.payments, ...buildPayments([payment])] },
})
const pay = (orderId: string, payment: SamplePayment) => editDirectly(deps, orderId, (order) => withPayment(order, payment))

async function storedText(id: string): Promise<string | null> {
  const [row] = await database.query<{ allocations: string | null }>({
    text: 'select published_allocations as allocations from "order" where id = $1',
    values: [id],
  })
  return row?.allocations ?? null
}
const stored = async (id: string): Promise<PublishedAllocation[]> => JSON.parse((await storedText(id)) ?? '[]')

/** The last published allocation of each payment. */
async function announced(id: string): Promise<PublishedAllocation[]> {
  const last = new Map<string, PublishedAllocation>()
  for (const { type, data } of await outboxEnvelopes(test, id)) {
    if (type !== 'orders.payment.recorded.v1') continue
    const { breakdown, transfers } = data
    last.set(data.payment.id, { paymentId: data.payment.id, breakdown, transfers })
  }
  return [...last.values()].filter(({ breakdown }) => breakdown.length > 0)
}

const grossTotal = (allocations: readonly PublishedAllocation[]) =>
  sumOfAmounts(allocations.flatMap(({ breakdown }) => breakdown.flatMap(({ net, vatAmount }) => [net, vatAmount])))

t.test('given payments, when orders are written singly or in a batch, then allocations are stored as published', async (t) => {
  await insertDirectly(deps, orderWith('t-1', [capture('A', 50)]))
  t.equal(grossTotal(await stored('t-1')), 50)
  await pay('t-1', capture('B', 150))
  t.equal(grossTotal(await stored('t-1')), 200)
  t.same(await stored('t-1'), await announced('t-1'))
  await insertDirectly(deps, orderWith('t-2'))
  t.equal(await storedText('t-2'), null)
  const row = (orderId: string, payment: SamplePayment) => ({
    orderId,
    kind: 'edit' as const,
    create: () => ({ order: orderWith(orderId, [payment]) }),
    change: (order: Order) => ({ order: withPayment(order, payment) }),
  })
  await writeOrders({ deps, write: writer }, [row('t-2', capture('A', 70)), row('t-3', capture('A', 80))])
  for (const [id, amount] of [
    ['t-2', 70],
    ['t-3', 80],
  ] as const) {
    t.equal(grossTotal(await stored(id)), amount)
    t.same(await stored(id), await announced(id))
  }
  const { body } = await test.send({ url: '/api/Orders/t-1' })
  const unknown = Object.keys(body).filter((name) => !(name in OrderModel.properties))
  t.same(unknown, [], 'the order does not contain them')
})

t.test('given stored allocations, when the order changes otherwise, then they are not written', async (t) => {
  await insertDirectly(deps, orderWith('t-4', [capture('A', 50)]))
  const marked = ` ${await storedText('t-4')} `
  await database.query({ text: 'update "order" set published_allocations = $1 where id = $2', values: [marked, 't-4'] })
  await editDirectly(deps, 't-4', (order) => ({ ...order, customerName: 'Kari' }))
  t.equal((await test.send({ method: 'DELETE', url: '/api/Orders/t-4' })).status, 200)
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/t-4/Restore' })).status, 200)
  t.equal(await storedText('t-4'), marked)
  await pay('t-4', capture('B', 150))
  t.same(await stored('t-4'), await announced('t-4'))
})

t.test('given edits between them, when captures are concurrent, then each is published exactly once', async (t) => {
  const ids = ['A', 'B', 'C', 'D', 'E', 'F']
  await insertDirectly(deps, orderWith('t-5'))
  const edits = ids.map((_, index) =>
    editDirectly(deps, 't-5', (order) => {
      const lineItems = order.orderForm.lineItems.map((line) => ({ ...line, placedPrice: 100 + index }))
      return { ...order, orderForm: { ...order.orderForm, lineItems } }
    }),
  )
  const captures = ids.map((id) => editDirectly(deps, 't-5', (order) => withPayment(order, capture(id, 10))))
  await Promise.all([...edits, ...captures])
  const allocations = await stored('t-5')
  t.same(new Set(allocations.map(({ paymentId }) => paymentId)), new Set(ids))
  t.equal(allocations.length, ids.length)
  for (const item of allocations) t.equal(grossTotal([item]), 10)
  t.same(allocations, await announced('t-5'))
  const { order } = await editDirectly(deps, 't-5', (order) => order)
  await pay('t-5', capture('rest', sumOfAmounts([order.total, -60])))
  const rates = (await stored('t-5')).flatMap(({ breakdown }) => breakdown.map(({ vatAmount }) => vatAmount))
  t.equal(sumOfAmounts(rates), order.taxTotal)
})

t.test('given a write that fails, when it is repeated, then allocations are published once', async (t) => {
  await insertDirectly(deps, orderWith('t-6', [capture('A', 50)]))
  const before = await storedText('t-6')
  const died = new Error('died')
  const change = (order: Order) => ({
    order: withPayment(order, capture('B', 150)),
    async also(tx: Transaction) {
      await tx.query({ text: 'select 1' })
      throw died
    },
  })
  await t.rejects(writeOrder({ deps, write: writer }, { orderId: 't-6', kind: 'edit', change }), died)
  t.equal(await storedText('t-6'), before)
  const add = () =>
    test.send({ method: 'POST', url: '/api/Orders/t-6/AddPayments', body: [{ ...capture('B', 150), id: undefined }] })
  t.equal((await add()).status, 200)
  const allocations = await storedText('t-6')
  t.equal((await add()).status, 200)
  t.equal(await storedText('t-6'), allocations)
  t.equal(grossTotal(await stored('t-6')), 200)
  t.same(await stored('t-6'), await announced('t-6'))
})

t.test('given a purged order, when its id is used again, then there are no allocations of the old one', async (t) => {
  await insertDirectly(deps, orderWith('t-7', [capture('A', 200)]))
  await purgeOrder(deps, { orderId: 't-7', write: writer })
  await insertDirectly(deps, orderWith('t-7'))
  t.equal(await storedText('t-7'), null)
  await pay('t-7', capture('A', 200))
  t.match(await stored('t-7'), [{ breakdown: [{ kind: 'Sales', net: 160, vatAmount: 40 }] }])
})

t.test('given an order without stored allocations, when it is written, then it gets them without an event', async (t) => {
  await insertDirectly(deps, orderWith('t-8', [capture('A', 50)]))
  const allocations = await stored('t-8')
  const events = (await outboxEnvelopes(test, 't-8')).length
  await database.query({ text: `update "order" set published_allocations = null where id = 't-8'` })
  await editDirectly(deps, 't-8', (order) => ({
    ...order,
    orderForm: { ...order.orderForm, lineItems: order.orderForm.lineItems.map((line) => ({ ...line, taxRate: 15 })) },
  }))
  t.same(await stored('t-8'), allocations)
  t.equal((await outboxEnvelopes(test, 't-8')).length, events + 1, 'of the order alone')
})

t.test('given a payment, when it is removed, then its allocation is removed', async (t) => {
  await insertDirectly(deps, orderWith('t-9', [capture('A', 50)]))
  await editDirectly(deps, 't-9', (order) => ({ ...order, orderForm: { ...order.orderForm, payments: [] } }))
  t.same(await stored('t-9'), [])
  t.same(await announced('t-9'), [])
})

t.test('given allocated lines, when they get other ids, then they keep their allocations', async (t) => {
  await insertDirectly(deps, orderWith('t-10', [capture('A', 50)]))
  const lineItemIdMappings = [{ oldLineItemId: '1', newLineItemId: 'cup' }]
  const body = { orderId: 't-10', lineItemIdMappings }
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/PatchLineItemIds', body })).status, 200)
  await pay('t-10', capture('B', 150))
  t.match(await stored('t-10'), [
    { breakdown: [{ lineItemId: 'cup', net: 40 }] },
    { breakdown: [{ lineItemId: 'cup', net: 120 }] },
  ])
})

import type { Permission, RefundLimit } from '@open-oms/contracts/permissions'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { returning } from '../../testing/returning.ts'
import { authorization, createdOrder, orderFormBody, testOrders } from '../../testing/test-orders.ts'

const clock = { now: new Date('2026-05-01T10:00:00Z') }
const test = await testOrders(t, { connectors: { payment: () => manualPayments } as never })
test.deps.now = () => clock.now
const { deliveredOrder } = returning(test)

const sale = (amount: number) =>
  authorization({ id: 's1', transactionType: 'Sale', transactionId: 'sale-1', amount, status: 'Processed' })
const soldOrder = () => createdOrder(test, { orderForm: orderFormBody({ payments: [sale(498.9)] }) })
const clerk = (clientId: string, permissions: Permission[], refundLimits?: RefundLimit[]) => ({
  clientId,
  roles: ['OrderAdmin'],
  claims: { oms_permissions: permissions, ...(refundLimits === undefined ? {} : { oms_refund_limits: refundLimits }) },
})
const cashier = (clientId: string, changes: Partial<RefundLimit> = {}) =>
  clerk(clientId, ['Refund'], [{ currency: 'NOK', perDay: 100, alone: 80, ...changes }])
const post = (id: string, path: string, request: { body: object; as: object; headers?: Record<string, string> }) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/${path}`, ...request })
const refund = (id: string, amount: number, as: object) => post(id, 'Refund', { body: { amount, reason: 'Late' }, as })
const counted = async (subject: string) => {
  const rows = await test.database.query<{ amount: string }>({
    text: 'select amount from refund_day where subject = $1',
    values: [subject],
  })
  return rows.map(({ amount }) => Number(amount))
}

t.test('given a clerk without a permission, when the change needs it, then it is refused and nothing is written', async (t) => {
  const { id, versionId } = await soldOrder()
  const as = clerk('clerk', ['Till'])
  const line = { lineItemId: '1', placedPrice: 1 }
  const refusals: [string, Promise<{ status: number; body: { error: string; message: string } }>][] = [
    ['Refund', refund(id, 10, as)],
    ['Cancel', post(id, 'Cancel', { body: { reason: 'Late' }, as })],
    ['Cancel', post(id, 'UpdateStatus', { body: { status: 'Cancelled' }, as })],
    [
      'Refund',
      post(id, 'AddPayments', { body: [authorization({ transactionType: 'Credit', transactionId: 'c', amount: 5 })], as }),
    ],
    ['OverridePrice', test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchUpdateOrderLines`, body: [line], as })],
    ['Purge', test.send({ method: 'DELETE', url: `/api/Orders/${id}`, query: { deletePermanently: 'true' }, as })],
    ['Export', test.send({ method: 'POST', url: '/api/Orders/ExportOrders', body: {}, as })],
  ]
  for (const [permission, sent] of refusals) {
    const { status, body } = await sent
    t.match(
      { status, ...body },
      { status: 403, error: 'Forbidden', message: `This needs the permission ${permission}.` },
      permission,
    )
  }
  t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
})

t.test('given a clerk with a limit, when orders are imported or lose units, then that is no way around it', async (t) => {
  const { id, versionId } = await soldOrder()
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  const imported = { method: 'POST', url: '/api/Orders/ImportMany', body: [{ ...order, id: 'imported' }] } as const
  t.match(await test.send({ ...imported, as: cashier('kari') }), { status: 403, body: { error: 'Forbidden' } })
  t.equal((await test.send({ url: '/api/Orders/imported' })).status, 404)
  const [line, ...others] = order.orderForm.lineItems
  for (const lineItems of [[{ ...line, quantity: line.quantity - 1 }, ...others], others]) {
    const body = { ...order, orderForm: { ...order.orderForm, lineItems, shipments: [] } }
    const replaced = await test.send({ method: 'POST', url: '/api/Orders/Update', body, as: cashier('kari') })
    t.match(replaced, { status: 403, body: { message: 'This needs the permission Cancel.' } })
  }
  t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
})

t.test('given a clerk who may not see customers, when a patch is tried, then it tells nothing of them', async (t) => {
  const { id } = await soldOrder()
  const as = clerk('clerk', [])
  const patch = {
    method: 'PATCH',
    url: `/api/Orders/${id}/PatchOrder`,
    query: { dryRun: 'true' },
    body: { customerName: 'Kari' },
  } as const
  t.match(await test.send({ ...patch, as }), { status: 403, body: { message: 'This needs the permission SeePersonalData.' } })
})

t.test('given a clerk without them, when the order changes otherwise, then that is as ever', async (t) => {
  const { id } = await soldOrder()
  const as = clerk('clerk', [])
  t.equal(
    (await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { customerReference: 'x' }, as })).status,
    200,
  )
  const body = [authorization({ id: 'more', transactionType: 'Sale', transactionId: 'more', amount: 5 })]
  t.equal((await post(id, 'AddPayments', { body, as })).status, 200)
  const line = { lineItemId: '1', properties: [{ key: 'a', value: 'b' }] }
  const patched = await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchUpdateOrderLines`, body: [line], as })
  t.equal(patched.status, 200)
})

t.test('given a limit of the day, when refunds reach it, then the next is refused until the day is over', async (t) => {
  const { id } = await soldOrder()
  t.equal((await refund(id, 60, cashier('kari'))).status, 200)
  t.match(await refund(id, 50, cashier('kari')), { status: 403, body: { error: 'RefundLimitReached' } })
  t.equal((await refund(id, 50, cashier('ola'))).status, 200, 'the limit is of each person')
  t.equal((await refund(id, 40, cashier('kari'))).status, 200, 'what was refused does not count')
  t.same(await counted('kari'), [100])
  clock.now = new Date('2026-05-02T00:00:00Z')
  t.equal((await refund(id, 50, cashier('kari'))).status, 200)
  t.same(await counted('kari'), [50], 'former days are forgotten')
})

t.test('given a refund that is above the limit alone, or of another currency, then it is refused', async (t) => {
  const { id } = await soldOrder()
  t.match(await refund(id, 81, cashier('per')), { status: 403, body: { error: 'RefundTooHigh' } })
  t.match(await refund(id, 5, cashier('per', { currency: 'SEK' })), { status: 403, body: { error: 'Forbidden' } })
  t.same(await counted('per'), [])
})

t.test('given a key, when the request is repeated, then its refund counts once', async (t) => {
  const { id } = await soldOrder()
  const headers = { 'idempotency-key': 'refund-once' }
  const keyed = () => post(id, 'Refund', { body: { amount: 60, reason: 'Late' }, as: cashier('eva'), headers })
  const [first, second] = [await keyed(), await keyed()]
  t.same([first.status, second.status], [200, 200])
  t.equal(second.body.order.versionId, first.body.order.versionId)
  t.same(await counted('eva'), [60])
})

t.test('given many refunds at the same moment, when they are of several orders, then the limit holds', async (t) => {
  const orders = await Promise.all(Array.from({ length: 6 }, soldOrder))
  const results = await Promise.all(orders.map(({ id }) => refund(id, 30, cashier('siv'))))
  t.equal(results.filter(({ status }) => status === 200).length, 3)
  t.same(await counted('siv'), [90])
})

t.test('given a return, when its form is made and paid, then what it credits counts once', async (t) => {
  const { id } = await deliveredOrder()
  const asked = (as: object) =>
    test.send({
      method: 'POST',
      url: `/api/Returns/${id}/Return`,
      body: { returns: [{ lineItemId: '1', returnQuantity: 1 }] },
      as,
    })
  t.match(await asked(cashier('liv')), { status: 403, body: { error: 'RefundTooHigh' } })
  t.match(await asked(clerk('liv', ['Cancel'])), { status: 403, body: { error: 'Forbidden' } })
  const as = cashier('liv', { perDay: 500, alone: 500 })
  const { status, body } = await asked(as)
  t.equal(status, 200, JSON.stringify(body))
  t.same(await counted('liv'), [100])
  const url = `/api/Returns/${id}/UpdateStatus`
  t.equal((await test.send({ method: 'POST', url, body: { returnId: body.returnId, status: 'Completed' }, as })).status, 200)
  t.same(await counted('liv'), [100], 'a promise that is kept pays back nothing further')
})

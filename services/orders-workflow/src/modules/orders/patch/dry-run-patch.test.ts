import t from 'tap'
import { createdOrder, outboxEnvelopes, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
type Sent = { headers?: Record<string, string>; as?: object }
const patch = (id: string, body: unknown) => test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })
const tryPatch = (id: string, body: unknown, sent: Sent = {}) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder?dryRun=true`, body, ...sent })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const versions = (id: string) =>
  test.database.query({ text: 'select version_number from order_version where order_id = $1', values: [id] })

type Line = { lineItemId: string; quantity: number; placedPrice: number; orderLineDiscounts: object[] }
const allLines = async (id: string): Promise<Line[]> => (await read(id)).orderForm.lineItems
const replaced = (lineItems: unknown[]) => ({ keepExistingListItems: false, orderForm: { lineItems } })

t.test('given other lines of an order, when they are tried, then its money is returned and nothing is kept', async (t) => {
  const { id } = await createdOrder(test)
  const before = await read(id)
  const [cup, other] = await allLines(id)
  const rebate = { discountType: 'LineItem', rewardType: 'Percentage', discountName: 'Scratch', discountValue: 10 }
  const body = replaced([
    { ...cup, quantity: 3, placedPrice: 90, orderLineDiscounts: [{ ...rebate, skuIds: ['CUP'] }] },
    { ...other },
    { lineItemId: '9', code: 'PLATE', displayName: 'Plate', quantity: 2, placedPrice: 50 },
  ])
  const events = (await outboxEnvelopes(test, id)).length
  const tried = await tryPatch(id, body)
  t.match(tried, { status: 200, body: { isModified: true, updatedCount: 1 } })
  t.match(tried.body.order, { id, total: 243 + 249.9 + 100 + 49, remainingPayment: Number })
  t.match(tried.body.order.orderForm.shipments[0].lineItems, [{ quantity: 3 }, { quantity: 1 }, { lineItemId: '9', quantity: 2 }])
  t.same(await read(id), before)
  t.equal((await versions(id)).length, 1)
  t.equal((await outboxEnvelopes(test, id)).length, events)
  t.match(await patch(id, body), { status: 200, body: { order: null, isModified: true } })
  const after = await read(id)
  t.equal(after.total, tried.body.order.total, 'as it was shown')
  t.same(after.orderForm.shipments[0].lineItems.length, 3)
})

t.test('given a list without a line, when it is tried and made, then the line is gone from the shipment too', async (t) => {
  const { id } = await createdOrder(test)
  const [cup] = await allLines(id)
  const tried = (await tryPatch(id, replaced([cup]))).body.order
  t.match(tried, { total: 249, orderForm: { lineItems: { length: 1 }, shipments: [{ lineItems: { length: 1 } }] } })
  await patch(id, replaced([cup]))
  t.match(await read(id), { total: 249, orderForm: { lineItems: { length: 1 }, shipments: [{ lineItems: { length: 1 } }] } })
})

t.test('given a patch that is refused, when it is tried, then it is refused alike', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const [cup, other] = await allLines(id)
  const bad = replaced([{ ...cup, quantity: -1 }, other])
  for (const send of [patch, tryPatch]) t.match(await send(id, bad), { status: 400, body: { error: 'ValidationFailed' } })
  const stale = { headers: { 'if-match': '"018f3c2a-0000-7000-8000-000000000000"' } }
  t.match(await tryPatch(id, { customerName: 'Ola' }, stale), { status: 412 })
  t.match(await tryPatch(id, { customerName: 'Ola' }, { as: { storeIds: ['Bergen-01'] } }), { status: 403 })
  t.match(await tryPatch(id, { customerName: 'Ola' }, { as: { roles: ['OrderRead'] } }), { status: 403 })
  t.equal((await read(id)).versionId, versionId)
})

t.test(
  'given a try with a key, when it is repeated after the patch, then the response is the same and a patch has its own',
  async (t) => {
    const { id } = await createdOrder(test)
    const keyed = { headers: { 'idempotency-key': `try-${id}` } }
    const tried = await tryPatch(id, { customerName: 'Ola' }, keyed)
    await patch(id, { customerName: 'Per' })
    const again = await tryPatch(id, { customerName: 'Ola' }, keyed)
    t.same([again.status, again.body], [tried.status, tried.body])
    t.equal((await read(id)).customerName, 'Per')
  },
)

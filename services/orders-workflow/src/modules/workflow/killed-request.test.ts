import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createdOrder, type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'

type Request = { method: 'POST'; url: string; body: object; headers: Record<string, string> }

/** Sends the request in a process that dies in its middle. */
async function killedIn(test: OrdersTest, request: Request): Promise<void> {
  const child = fork(fileURLToPath(new URL('../../testing/workflow/dies-in-request.ts', import.meta.url)), [
    test.database.url,
    JSON.stringify(request),
  ])
  const [, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error('The process was to be killed in the middle of the request.')
}

/** Lets the time pass after which the process that made a claim counts as dead. */
const letClaimsExpire = ({ database }: OrdersTest) =>
  database.query({
    text: `update kit.idempotency_key set claimed = claimed - interval '61 seconds', expires = expires - interval '61 seconds'`,
  })

const keyed = (url: string, body: object): Request => ({
  method: 'POST',
  url,
  body,
  headers: { 'idempotency-key': `key of ${url}` },
})
const orderOf = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

// The claim of the dead process expired after a minute, and the request was run a second time:
// units were split off twice.
t.test('given a keyed line update whose process was killed, when it is repeated, then it is not run again', async (t) => {
  const test = await testOrders(t)
  const { id } = await createdOrder(test)
  const request = keyed(`/api/Orders/${id}/OrderLinesUpdate`, {
    status: 'Completed',
    lineItemUpdates: [
      { lineItemId: '1', splitQuantity: 1 },
      { lineItemId: '2', deliveredQuantity: 1 },
    ],
  })
  await killedIn(test, request)
  t.equal((await orderOf(test, id)).orderForm.shipments.length, 2, 'the effect is there')
  t.match(await test.send(request), { status: 409, body: { error: 'IdempotencyInFlight' } })
  await letClaimsExpire(test)
  const again = await test.send(request)
  t.match(again, {
    status: 200,
    headers: { 'idempotent-replayed': 'true' },
    body: {
      isAborted: false,
      order: { id },
      orderActionExecutionResults: [{ actionStatus: 'Warning', message: /still under way/i }],
    },
  })
  await resumeAll(test)
  const order = await orderOf(test, id)
  t.equal(order.orderForm.shipments.length, 2)
  t.same(
    order.orderForm.shipments.flatMap((shipment: { lineItems: { lineItemId: string; quantity: number }[] }) =>
      shipment.lineItems.filter(({ lineItemId }) => lineItemId === '1').map(({ quantity }) => quantity),
    ),
    [1, 1],
  )
})

t.test('given a keyed return whose process was killed, when it is repeated, then there is one form and one refund', async (t) => {
  const test = await testOrders(t)
  const { id } = await createdOrder(test)
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
  const request = keyed(`/api/Returns/${id}/Return`, { status: 'Completed', returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  await killedIn(test, request)
  await letClaimsExpire(test)
  const again = await test.send(request)
  t.match(again, { status: 200, headers: { 'idempotent-replayed': 'true' }, body: { returnId: '1' } })
  await resumeAll(test)
  const order = await orderOf(test, id)
  t.equal(order.returnOrderForms.length, 1)
  const credits = order.orderForm.payments.filter((payment: { transactionType: string }) => payment.transactionType === 'Credit')
  t.equal(credits.length, 1)
})

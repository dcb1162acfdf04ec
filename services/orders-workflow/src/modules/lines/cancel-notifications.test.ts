import t from 'tap'
import { composed, messageRows } from '../../testing/messages/test-messages.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps('GenerateSecretKey') })
const cancel = (id: string, lineItemId: string, query: Record<string, string> = { sendNotifications: 'true' }) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines/${lineItemId}/Cancel`, query })
const cancelMany = (body: unknown, query: Record<string, string> = { sendNotifications: 'true' }) =>
  test.send({ method: 'POST', url: '/api/Orders/OrderLines/Cancel', body, query })

/** What is sent for an order. */
async function composedMails(id: string) {
  await composed(test)
  const rows = (await messageRows(test.database)).filter((row) => row.order_id === id)
  return rows.map(({ kind, content }) => ({ kind, content: JSON.parse(content) }))
}

t.test('given an open line, when it is cancelled, then the notification names the line and the quantity', async (t) => {
  const { id, orderNumber } = await createdOrder(test)
  t.equal((await cancel(id, '1')).status, 200)
  const [mail, ...others] = await composedMails(id)
  t.match(mail, { kind: 'email', content: { to: ['kari@example.com'] } })
  t.ok(mail?.content.subject.includes(orderNumber))
  t.match(mail?.content.text, /2 × Cup/)
  t.notMatch(mail?.content.text, /Pot/)
  t.strictSame(others, [])
})

t.test('given a cancellation without sendNotifications=true, when it is sent, then no notification is stored', async (t) => {
  const { id } = await createdOrder(test)
  await cancel(id, '1', {})
  await cancel(id, '2', { sendNotifications: 'false' })
  t.strictSame(await composedMails(id), [])
})

t.test('given a cancelled line, when it is cancelled again, then no notification is stored', async (t) => {
  const { id } = await createdOrder(test)
  await cancel(id, '1', {})
  t.equal((await cancel(id, '1')).status, 200)
  t.strictSame(await composedMails(id), [])
})

t.test('given disabled notifications or no address, when a line is cancelled, then no notification is stored', async (t) => {
  for (const fields of [{ isNotificationsDisabled: true }, { customerEmail: null }]) {
    const { id } = await createdOrder(test, fields)
    t.match(await cancel(id, '1'), { status: 200, body: { orderForm: { lineItems: [{ canceledQuantity: 2 }, {}] } } })
    t.strictSame(await composedMails(id), [])
  }
})

t.test('given a refused cancellation, when it is sent, then no notification is stored', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await cancel(id, '9')).status, 404)
  const readOnly = await createdOrder(test, { isReadOnly: true })
  t.equal((await cancel(readOnly.id, '1')).status, 400)
  for (const order of [id, readOnly.id]) t.strictSame(await composedMails(order), [])
})

t.test('given concurrent cancellations of a line, when all have ended, then one notification is stored', async (t) => {
  const { id } = await createdOrder(test)
  await Promise.all(Array.from({ length: 4 }, () => cancel(id, '1')))
  t.equal((await composedMails(id)).length, 1)
})

t.test('given lines of several orders, when they are cancelled, then each order has one message with its lines', async (t) => {
  const [a, b, done] = [await createdOrder(test), await createdOrder(test), await createdOrder(test)]
  await cancelMany([{ orderId: done.id, lineItemIds: ['1'] }], {})
  const body = [
    { orderId: a.id, lineItemIds: ['1'] },
    { orderId: b.id, lineItemIds: ['2'] },
    { orderId: a.id, lineItemIds: ['2'] },
    { orderId: done.id, lineItemIds: ['1'] },
  ]
  t.equal((await cancelMany(body)).text, '3')
  const [mailsOfA, mailsOfB] = [await composedMails(a.id), await composedMails(b.id)]
  t.strictSame([mailsOfA.length, mailsOfB.length, (await composedMails(done.id)).length], [1, 1, 0])
  t.match(mailsOfA[0]?.content.text, /2 × Cup[\s\S]*1 × Pot/)
})

t.test('given a notified cancellation, when the same request is repeated, then no further notification is stored', async (t) => {
  const { id } = await createdOrder(test)
  const send = () =>
    test.send({
      method: 'POST',
      url: `/api/Orders/${id}/OrderLines/1/Cancel`,
      query: { sendNotifications: 'true' },
      headers: { 'idempotency-key': `cancel-${id}` },
    })
  await send()
  t.equal((await send()).headers['idempotent-replayed'], 'true')
  t.equal((await composedMails(id)).length, 1)
})

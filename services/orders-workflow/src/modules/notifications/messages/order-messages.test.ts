import { randomUUID } from 'node:crypto'
import t from 'tap'
import { enqueued, messageRows, sampleEmail, sampleSms } from '../../../testing/messages/test-messages.ts'
import { createdOrder, type OrdersTest, sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps('GenerateSecretKey') })
const { database } = test
type Request = Parameters<OrdersTest['send']>[0]

const messagesUrl = (orderId: string) => `/api/Orders/${orderId}/Messages`
const listed = (orderId: string, given: Partial<Request> = {}) => test.send({ url: messagesUrl(orderId), ...given })
const resend = (orderId: string, messageId: string, given: Partial<Request> = {}) =>
  test.send({ method: 'POST', url: `${messagesUrl(orderId)}/${messageId}/Resend`, ...given })
const fetchMessageRows = async (orderId: string) => (await messageRows(database)).filter((row) => row.order_id === orderId)
const fetchContent = async (orderId: string, id: string) =>
  JSON.parse((await fetchMessageRows(orderId)).find((row) => row.id === id)?.content ?? '{}')

/** An order with an e-mail to two addresses that is in the given state. */
async function mailed(state: 'Waiting' | 'Sent' | 'Failed', fields: Parameters<typeof sampleEmail>[0] = {}) {
  const { id: orderId } = await createdOrder(test)
  const email = sampleEmail({ to: ['kari@example.com'], cc: ['ola@example.com'], ...fields })
  await enqueued(database, [{ ...email, orderId, template: 'shipped' }])
  const [{ id } = { id: '' }] = await fetchMessageRows(orderId)
  await ended(id, state)
  return { orderId, id }
}

/** Records the outcome of a message, as its sender does. */
async function ended(id: string, state: 'Waiting' | 'Sent' | 'Failed'): Promise<void> {
  await database.query({
    text: `update message set state = $2, attempts = 3, sent = case when $2 = 'Sent' then now() end,
        failure_reason = case when $2 = 'Failed' then '550 no such user' end,
        next_attempt = case $2 when 'Sent' then null when 'Failed' then 'infinity' else next_attempt end
      where id = $1`,
    values: [id, state],
  })
}

t.test('given the messages of an order, when they are listed, then pages without contents come newest first', async (t) => {
  const { id: orderId } = await createdOrder(test)
  const at = (minute: number) => ({ orderId, created: `2026-03-01T10:0${minute}:00.000Z` })
  await enqueued(database, [
    { ...sampleEmail({ subject: 'first', bcc: ['boss@example.com'] }), ...at(1), template: 'shipped' },
    { ...sampleSms(), ...at(2), template: 'shipped' },
    { ...sampleEmail({ subject: 'last' }), ...at(3) },
  ])
  const { status, body } = await listed(orderId)
  t.equal(status, 200)
  t.match(body.result, [
    { type: 'email', subject: 'last', template: null },
    { type: 'sms', from: 'Shop', to: ['+4791234567'], cc: { length: 0 }, bcc: { length: 0 }, subject: null, template: 'shipped' },
    { subject: 'first', from: 'shop@example.com', to: ['kari@example.com'], bcc: ['boss@example.com'], state: 'Waiting' },
  ])
  t.match(body.result[0], { attempts: 0, sentAt: null, nextAttemptAt: /^20/, reason: null, resendOf: null, resentBy: null })
  t.notMatch(JSON.stringify(body), /"text"|Hei"/, 'lists have no texts')
  const page = (await listed(orderId, { query: { take: '2' } })).body
  const rest = (await listed(orderId, { query: { take: '2', after: page.next } })).body
  t.same([...page.result, ...rest.result], body.result)
  t.equal(rest.next, null)
  for (const query of [{ after: 'page 2' }, { take: '251' }]) t.equal((await listed(orderId, { query })).status, 400)
})

t.test('given a message, when it is read, then it has its text and HTML, and only under its own order', async (t) => {
  const { orderId, id } = await mailed('Failed', { html: '<p>Hei</p>' })
  const { body } = await test.send({ url: `${messagesUrl(orderId)}/${id}` })
  t.match(body, { id, text: 'Hei', html: '<p>Hei</p>', reason: '550 no such user', nextAttemptAt: null, template: 'shipped' })
  const { id: other } = await createdOrder(test)
  for (const url of [`${messagesUrl(other)}/${id}`, `${messagesUrl(orderId)}/nothing`])
    t.equal((await test.send({ url })).status, 404, url)
})

t.test('given a sent e-mail, when it is sent again, then all recipients get the same, and the timeline shows it', async (t) => {
  const { orderId, id } = await mailed('Sent', { html: '<p>Hei</p>' })
  const { status, body } = await resend(orderId, id, { as: { clientId: 'desk' } })
  t.equal(status, 200)
  t.match(body, { state: 'Waiting', attempts: 0, template: 'shipped', resendOf: id, resentBy: 'desk', sentAt: null })
  t.not(body.id, id)
  const [before, after] = [await fetchContent(orderId, id), await fetchContent(orderId, body.id)]
  t.same(after, before)
  t.same(after.open, ['kari@example.com', 'ola@example.com'])
  const { result } = (await test.send({ url: `/api/Orders/${orderId}/Timeline` })).body
  t.match(result.at(-1), {
    kind: 'message',
    summary: 'An e-mail, sent again: Waiting.',
    actor: 'desk',
    data: { messageId: body.id, resendOf: id, template: 'shipped' },
  })
  await ended(body.id, 'Sent')
  t.match((await resend(orderId, id)).body, { resendOf: id }, 'later it can be sent once more')
  t.equal((await fetchMessageRows(orderId)).length, 3)
})

t.test('given an e-mail that failed for one address, when it is sent again, then that address alone gets it', async (t) => {
  const { orderId, id } = await mailed('Failed')
  await database.query({
    text: `update message set content = jsonb_set(content::jsonb, '{open}', '["ola@example.com"]')::json where id = $1`,
    values: [id],
  })
  const { body } = await resend(orderId, id)
  t.same((await fetchContent(orderId, body.id)).open, ['ola@example.com'])
})

t.test('given a sent message, when five requests resend it at the same time, then it is sent once more', async (t) => {
  const { orderId, id } = await mailed('Sent')
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => resend(orderId, id)))
  t.same(
    responses.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  t.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
  t.equal((await fetchMessageRows(orderId)).length, 2)
})

t.test('given a resend with a key, when it is repeated after the mail was sent, then there is no other mail', async (t) => {
  const { orderId, id } = await mailed('Sent')
  const keyed = { headers: { 'idempotency-key': 'resend-1' } }
  const first = await resend(orderId, id, keyed)
  await ended(first.body.id, 'Sent')
  t.same((await resend(orderId, id, keyed)).body, first.body)
  t.equal((await fetchMessageRows(orderId)).length, 2)
})

t.test('given a message that waits, when it is sent again, then it stays as it is', async (t) => {
  const { orderId, id } = await mailed('Waiting')
  t.match((await resend(orderId, id)).body, { id, state: 'Waiting', resendOf: null })
  t.equal((await fetchMessageRows(orderId)).length, 1)
})

t.test('given an order that gets no messages, or is deleted, when one is sent again, then it is 400', async (t) => {
  const { orderId, id } = await mailed('Sent')
  await test.send({ method: 'PATCH', url: `/api/Orders/${orderId}/PatchOrder`, body: { isNotificationsDisabled: true } })
  t.match(await resend(orderId, id), { status: 400, body: { message: /notifications are switched off/ } })
  const other = await mailed('Sent')
  await test.send({ method: 'DELETE', url: `/api/Orders/${other.orderId}` })
  t.match(await resend(other.orderId, other.id), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.equal((await listed(other.orderId)).body.result.length, 1, 'its messages are still listed')
  for (const one of [orderId, other.orderId]) t.equal((await fetchMessageRows(one)).length, 1)
})

t.test('given If-Match, when a message is sent again, then another version is 412 and the current one is sent', async (t) => {
  const { orderId, id } = await mailed('Sent')
  const { versionId } = (await test.send({ url: `/api/Orders/${orderId}` })).body
  const given = (version: string) => resend(orderId, id, { headers: { 'if-match': `"${version}"` } })
  t.match(await given(randomUUID()), { status: 412, body: { error: 'VersionConflict', currentVersionId: versionId } })
  t.equal((await fetchMessageRows(orderId)).length, 1)
  t.match(await given(versionId), { status: 200, body: { resendOf: id } })
})

t.test('given no active connector, when a message is sent again, then it is 400 and nothing is stored', async (t) => {
  const config = await sampleConfig()
  const connectors = config.connectors.connectors.map((connector) => ({ ...connector, active: connector.kind !== 'email' }))
  const silent = await testOrders(t, { config: { ...config, connectors: { ...config.connectors, connectors } }, database })
  const { orderId, id } = await mailed('Sent')
  const response = await silent.send({ method: 'POST', url: `${messagesUrl(orderId)}/${id}/Resend` })
  t.match(response, { status: 400, body: { error: 'NotificationsNotConfigured' } })
  t.equal((await fetchMessageRows(orderId)).length, 1)
})

t.test('given a reader, or a client of another store, when it asks for messages, then it gets none', async (t) => {
  const { orderId, id } = await mailed('Sent')
  const responseStatuses = async (as: Request['as']) => [
    (await listed(orderId, { as: as ?? null })).status,
    (await test.send({ url: `${messagesUrl(orderId)}/${id}`, as: as ?? null })).status,
    (await resend(orderId, id, { as: as ?? null })).status,
  ]
  t.same(await responseStatuses({ roles: ['OrderRead'] }), [403, 403, 403])
  t.same(await responseStatuses({ storeIds: ['nowhere'] }), [404, 404, 403])
  t.equal((await fetchMessageRows(orderId)).length, 1)
})

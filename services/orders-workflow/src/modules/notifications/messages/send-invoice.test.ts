import { randomUUID } from 'node:crypto'
import t from 'tap'
import { toMail } from '../../../connectors/notification/mail-of-message.ts'
import { composed, messageRows } from '../../../testing/messages/test-messages.ts'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const send = (id: string, body: object = {}, options: object = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/SendInvoice`, body, ...options })
const mailsOf = async (id: string) =>
  (await messageRows(test.database))
    .filter((row) => row.order_id === id && (row as never as { template: string }).template === 'invoice')
    .map((row) => ({
      id: row.id,
      orderId: id,
      connector: row.connector,
      created: '',
      kind: 'email' as const,
      content: row.content as never,
    }))
const parsed = (content: unknown) => (typeof content === 'string' ? JSON.parse(content) : content) as never

t.test('when an invoice is sent, then the mail has it as a PDF, with a text in the language of the market', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await send(id), { status: 200, body: { type: 'email', state: 'Waiting', to: ['kari@example.com'] } })
  await composed(test)
  const [row] = await mailsOf(id)
  const mail = toMail({ ...(row as never as Parameters<typeof toMail>[0]), content: parsed(row?.content) })
  t.match(mail, { subject: /^Faktura for bestillingen din/, text: /vedlagt/, html: /vedlagt/ })
  t.match(mail.attachments?.at(-1), { filename: /^invoice-.*\.pdf$/, contentType: 'application/pdf' })
  t.match(String(mail.attachments?.at(-1)?.content), /^%PDF-/)
})

t.test('when two people press the button at once, then one mail is sent', async (t) => {
  const { id } = await createdOrder(test)
  const both = await Promise.all([send(id), send(id)])
  t.strictSame(
    both.map(({ status }) => status),
    [200, 200],
  )
  t.equal(both[0]?.body.id, both[1]?.body.id)
  t.equal((await mailsOf(id)).length, 1)
})

t.test('when nobody can get it, then it is refused', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await send(id, { emailTo: 'nobody' }), { status: 400, body: { errors: { emailTo: [/nobody/] } } })
  t.match(await send(id, { emailTo: ' ; ' }), { status: 400 })
  const { id: silent } = await createdOrder(test, { isNotificationsDisabled: true })
  t.match(await send(silent), { status: 400 })
  t.equal((await mailsOf(id)).length, 0)
  t.match(await send(id, { emailTo: 'a@example.com; b@example.com' }), { body: { to: ['a@example.com', 'b@example.com'] } })
})

t.test('given an unknown order, or one of another store, when its invoice is sent, then it is 404 and 403', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await send(`${id}-unknown`), { status: 404, body: { error: 'NotFound' } })
  t.match(await send(id, {}, { as: { storeIds: ['Bergen-01'] } }), { status: 403, body: { error: 'Forbidden' } })
  t.equal((await mailsOf(id)).length, 0)
})

t.test('given If-Match, when an invoice is sent, then another version is 412 and the current one is sent', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const given = (version: string) => send(id, {}, { headers: { 'if-match': `"${version}"` } })
  t.match(await given(randomUUID()), { status: 412, body: { error: 'VersionConflict', currentVersionId: versionId } })
  t.equal((await mailsOf(id)).length, 0)
  t.match(await given(versionId), { status: 200, body: { state: 'Waiting' } })
})

t.test('given a deleted order, when its invoice is sent, then it is 400', async (t) => {
  const { id } = await createdOrder(test)
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.match(await send(id), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.equal((await mailsOf(id)).length, 0)
})

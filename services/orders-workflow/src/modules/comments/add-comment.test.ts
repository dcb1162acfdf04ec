import t, { type Test } from 'tap'
import { composed, messageRows } from '../../testing/messages/test-messages.ts'
import { createdOrder, type OrdersTest, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps('GenerateSecretKey')
config.settings.messages.senders = ['oslo@example.com', 'bergen.example.com']
const test = await testOrders(t, { config })
const customer = { customerPhone: '+47 912 34 567' }
const newOrder = (fields: Record<string, unknown> = {}, orders: OrdersTest = test) =>
  createdOrder(orders, { ...customer, ...fields })

type Options = { headers?: Record<string, string>; as?: { storeIds?: string[] }; orders?: OrdersTest }

const add = (orderId: string, fields: Record<string, unknown> = {}, { headers = {}, as = {}, orders = test }: Options = {}) =>
  orders.send({
    method: 'POST',
    url: '/api/Orders/AddComment',
    body: { orderId, commentText: 'Varene er på vei.', ...fields },
    headers,
    as,
  })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${encodeURIComponent(id)}` })).body

/** The messages of an order, once they are composed. */
async function composedMessages(orderId: string, orders: OrdersTest = test) {
  await composed(orders)
  const rows = (await messageRows(test.database)).filter((row) => row.order_id === orderId)
  return rows.map(({ kind, connector, content, id }) => ({ id, kind, connector, content: JSON.parse(content) }))
}

t.test('when a public comment is added, then it is in publicOrderNotes, and the response is the comment', async (t) => {
  const { id, versionId } = await newOrder({ customerId: 'K-7' })
  const { status, body, headers } = await add(id, { createdBy: 'Ola i butikken', tags: ['late', 'phone'] })
  t.equal(status, 200)
  t.same(body, {
    attachments: [],
    created: body.created,
    creator: 'Ola i butikken',
    customerId: 'K-7',
    deliveryMethod: null,
    detail: 'Varene er på vei.',
    edited: null,
    emailFromAddress: null,
    emailFromName: null,
    emailRecipient: null,
    emailSubject: null,
    id: body.id,
    isPinned: null,
    lineItemId: null,
    mentions: [],
    objectId: id,
    objectType: 'Order',
    parentId: null,
    sendNotification: false,
    smsFrom: null,
    smsRecipient: null,
    tags: ['late', 'phone'],
    title: null,
    type: 'Public',
    userId: body.userId,
  })
  t.match(body, { id: /^[0-9a-f-]{36}$/, created: /Z$/, userId: String })
  t.equal(headers.etag, undefined)
  const order = await read(id)
  t.same(order.publicOrderNotes, [body])
  t.same(order.orderNotes, [])
  t.equal(order.modifiedBy, 'Ola i butikken')
  t.not(order.versionId, versionId)
  t.match((await outboxEnvelopes(test, id)).at(-1), {
    type: 'orders.order.updated.v1',
    data: { operation: 'AddComment', changedFields: ['publicOrderNotes'] },
  })
  t.same(await composedMessages(id), [])
})

t.test(
  'given a template that fails, when a comment is sent, then the built-in one is used, and the message says so',
  async (t) => {
    const templates = [{ path: 'templates/comment/any.text.liquid', text: '{{ order.number | money }}' }]
    const orders = await testOrders(t, { config: { ...config, templates }, database: test.database })
    const { id } = await newOrder({}, orders)
    await add(id, { sendEmail: true }, { orders })
    t.match(await composedMessages(id, orders), [{ kind: 'email', content: { text: /Varene er på vei/ } }])
    const warning = /built-in template was used instead of templates\/comment\/any\.text\.liquid \(line 1, column 1/
    t.match((await orders.send({ url: `/api/Orders/${id}/Messages` })).body.result, [{ warning }])
    t.same((await read(id)).errors, [])
  },
)

t.test('given a template for the subject of comments, when one names no subject, then only its message has one', async (t) => {
  const templates = [{ path: 'templates/comment/any.subject.liquid', text: 'Om {{ order.number }}' }]
  const orders = await testOrders(t, { config: { ...config, templates }, database: test.database })
  const { id } = await newOrder({ orderNumber: 'A-1' }, orders)
  t.equal((await add(id, { sendEmail: true }, { orders })).body.emailSubject, null)
  t.match(await composedMessages(id, orders), [{ content: { subject: 'Om A-1' } }])
})

t.test('when an internal comment is added, in any letter case, then it is in orderNotes', async (t) => {
  const { id } = await newOrder()
  for (const commentType of ['Internal', 'internal']) t.equal((await add(id, { commentType })).body.type, 'Internal')
  t.equal((await add(id, { commentType: null })).body.type, 'Public')
  const order = await read(id)
  t.equal(order.orderNotes.length, 2)
  t.equal(order.publicOrderNotes.length, 1)
  t.match(await add(id, { commentType: 'Secret' }), { status: 400, body: { errors: { commentType: [String] } } })
})

t.test('when a request has field names in any letter case, then they match, and unknown ones are ignored', async (t) => {
  const { id } = await newOrder()
  const body = { OrderId: id, COMMENTTEXT: 'Hei', commenttype: 'Internal', CreatedBy: 'Ola', whatever: 1 }
  const response = await test.send({ method: 'POST', url: '/api/orders/addcomment/', body })
  t.match(response, { status: 200, body: { detail: 'Hei', type: 'Internal', creator: 'Ola' } })
})

t.test('when a comment is sent as e-mail, then it goes to the customer in the language of the market', async (t) => {
  const { id, orderNumber } = await newOrder()
  const { body } = await add(id, { sendEmail: true })
  t.match(body, {
    deliveryMethod: 'Email',
    sendNotification: true,
    emailRecipient: 'kari@example.com',
    emailFromAddress: 'orders@example.com',
    emailFromName: null,
    emailSubject: `Om bestillingen din ${orderNumber}`,
    smsRecipient: null,
  })
  t.match(await composedMessages(id), [
    {
      kind: 'email',
      connector: 'email',
      content: {
        from: { name: null, address: 'orders@example.com' },
        to: ['kari@example.com'],
        cc: { length: 0 },
        bcc: { length: 0 },
        subject: `Om bestillingen din ${orderNumber}`,
        text: 'Varene er på vei.',
        open: ['kari@example.com'],
      },
    },
  ])
})

t.test('when a comment has a marketId, then the subject is in its language', async (t) => {
  const { id, orderNumber } = await newOrder({ storeId: 'Stockholm-01', marketId: 'SWE' })
  t.equal((await add(id, { sendEmail: true })).body.emailSubject, `Om din beställning ${orderNumber}`)
  t.equal((await add(id, { sendEmail: true, marketId: 'GBR' })).body.emailSubject, `About your order ${orderNumber}`)
  t.match(await add(id, { marketId: 'MARS' }), { status: 400, body: { errors: { marketId: [/MARS/] } } })
})

t.test('when a comment has recipients, copies, sender, name and subject, then the e-mail has them', async (t) => {
  const { id } = await newOrder()
  const asked = {
    sendEmail: true,
    emailTo: 'a@example.com; b@example.com',
    emailCc: 'c@example.com, d@example.com',
    emailBcc: 'e@example.com',
    emailFrom: 'oslo@example.com',
    senderName: 'Butikken i Oslo',
    emailSubject: 'Klar til henting',
  }
  const { body } = await add(id, asked)
  t.match(body, {
    emailRecipient: 'a@example.com, b@example.com',
    emailFromAddress: 'oslo@example.com',
    emailFromName: 'Butikken i Oslo',
    emailSubject: 'Klar til henting',
  })
  t.notMatch(JSON.stringify(await read(id)), /e@example\.com/, 'blind copies stay blind')
  const [{ content } = { content: null }] = await composedMessages(id)
  t.same(content, {
    from: { name: 'Butikken i Oslo', address: 'oslo@example.com' },
    to: ['a@example.com', 'b@example.com'],
    cc: ['c@example.com', 'd@example.com'],
    bcc: ['e@example.com'],
    subject: 'Klar til henting',
    text: 'Varene er på vei.',
    open: ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'],
  })
})

// A trial from outside sent e-mails in the name of anybody: emailFrom was any address.
t.test(
  'given the senders of the tenant, when a comment names another one, then it is refused and nothing is stored',
  async (t) => {
    const { id, versionId } = await newOrder()
    for (const emailFrom of [
      'ceo@bank.example',
      'other@example.com',
      'oslo@example.com.evil.example',
      'a@sub.bergen.example.com',
      'a@notbergen.example.com',
      'bergen.example.com@evil.example',
    ]) {
      const { status, body } = await add(id, { sendEmail: true, emailFrom })
      t.match({ status, body }, { status: 400, body: { error: 'SenderNotAllowed', errors: { emailFrom: [String] } } }, emailFrom)
    }
    t.equal((await read(id)).versionId, versionId)
    t.same(await composedMessages(id), [])
  },
)

t.test(
  'given the senders of the tenant, when a comment names one of them in any letter case, then the e-mail comes from it',
  async (t) => {
    const { id } = await newOrder()
    for (const emailFrom of ['orders@example.com', 'Oslo@Example.com', 'anybody@bergen.example.com'])
      t.equal((await add(id, { sendEmail: true, emailFrom })).body.emailFromAddress, emailFrom)
    t.equal((await composedMessages(id)).length, 3)
  },
)

t.test(
  'given settings without senders, when a comment names one, then only the sender of the connector is allowed',
  async (t) => {
    const orders = await testOrders(t, { config: await configWithOnlySteps('GenerateSecretKey'), database: test.database })
    const { id } = await newOrder({}, orders)
    const from = async (emailFrom: string) => (await add(id, { sendEmail: true, emailFrom }, { orders })).status
    t.equal(await from('ORDERS@example.com'), 200)
    t.equal(await from('oslo@example.com'), 400)
  },
)

t.test('when a comment is sent as SMS, then it goes to the customer or the requested numbers, one message each', async (t) => {
  const { id } = await newOrder()
  t.match((await add(id, { sendSms: true })).body, { deliveryMethod: 'Sms', smsRecipient: '+4791234567', smsFrom: 'Orders' })
  const both = await add(id, { sendSms: true, sendEmail: true, smsPhoneNumber: '0046 70 123 45 67; 46701234568' })
  t.match(both.body, {
    deliveryMethod: 'EmailAndSms',
    smsRecipient: '+46701234567, 46701234568',
    emailRecipient: 'kari@example.com',
  })
  const messages = await composedMessages(id)
  t.same(
    messages
      .filter(({ kind }) => kind === 'sms')
      .map(({ content }) => content.to)
      .sort(),
    ['+46701234567', '+4791234567', '46701234568'],
  )
  t.match(
    messages.find(({ kind }) => kind === 'sms'),
    { connector: 'sms', content: { from: 'Orders', text: 'Varene er på vei.' } },
  )
  t.equal(new Set(messages.map(({ id }) => id)).size, 4)
})

t.test('given an order with notifications off, when a comment is added, then it is stored and not sent', async (t) => {
  const { id } = await newOrder({ isNotificationsDisabled: true, customerEmail: null })
  const { status, body } = await add(id, { sendEmail: true, sendSms: true })
  t.equal(status, 200)
  t.match(body, { sendNotification: false, deliveryMethod: null, emailRecipient: null })
  t.same((await read(id)).publicOrderNotes, [body])
  t.same(await composedMessages(id), [])
})

t.test('given no recipient, when a comment is sent, then the request fails and nothing is stored', async (t) => {
  const { id, versionId } = await newOrder({ customerEmail: 'kari at example', customerPhone: null })
  t.match(await add(id, { sendEmail: true }), { status: 400, body: { error: 'ValidationFailed', errors: { emailTo: [String] } } })
  t.match(await add(id, { sendSms: true }), { status: 400, body: { errors: { smsPhoneNumber: [String] } } })
  t.equal((await read(id)).versionId, versionId)
  t.equal((await add(id, { sendEmail: true, emailTo: 'ola@example.com' })).status, 200)
})

async function ordersWithout(t: Test, kinds: string[]) {
  const config = structuredClone(await configWithOnlySteps('GenerateSecretKey'))
  for (const connector of config.connectors.connectors) if (kinds.includes(connector.kind)) connector.active = false
  return testOrders(t, { config, database: test.database })
}

t.test('given no active connector, when a comment is sent, then the error has its code and nothing is stored', async (t) => {
  const orders = await ordersWithout(t, ['email', 'sms'])
  const { id, versionId } = await newOrder({}, orders)
  for (const way of [{ sendEmail: true }, { sendSms: true }])
    t.match(await add(id, way, { orders }), { status: 400, body: { error: 'NotificationsNotConfigured', errors: null } })
  t.equal((await read(id)).versionId, versionId)
  t.equal((await add(id, {}, { orders })).status, 200, 'a comment that is not sent needs none')
  const noSms = await ordersWithout(t, ['sms'])
  t.equal((await add(id, { sendEmail: true }, { orders: noSms })).status, 200)
  t.equal((await add(id, { sendEmail: true, sendSms: true }, { orders: noSms })).status, 400, 'all or nothing')
  t.equal((await read(id)).publicOrderNotes.length, 2)
})

const bad: Record<string, [Record<string, unknown>, string]> = {
  'no order id': [{ orderId: null }, 'orderId'],
  'an empty order id': [{ orderId: '' }, 'orderId'],
  'no text': [{ commentText: null }, 'commentText'],
  'an empty text': [{ commentText: '' }, 'commentText'],
  'a blank text': [{ commentText: ' \n\t' }, 'commentText'],
  'a text beyond measure': [{ commentText: 'x'.repeat(100_001) }, 'commentText'],
  'half a character': [{ commentText: '\ud83c' }, 'commentText'],
  'a number as text': [{ commentText: 7 }, 'commentText'],
  'a text as flag': [{ sendEmail: 'yes' }, 'sendEmail'],
  'tags that are no list': [{ tags: 'late' }, 'tags'],
  'a bad address': [{ sendEmail: true, emailTo: 'kari@example.com, ola' }, 'emailTo'],
  'a bad sender': [{ sendEmail: true, emailFrom: 'Shop <shop@example.com>' }, 'emailFrom'],
  'a bad number': [{ sendSms: true, smsPhoneNumber: 'at home' }, 'smsPhoneNumber'],
  'a header in an address': [{ sendEmail: true, emailTo: 'kari@example.com\r\nBcc: ola@example.com' }, 'emailTo'],
  'a header in a copy': [{ sendEmail: true, emailCc: 'kari@example.com\nX-Spam: no' }, 'emailCc'],
  'a header in a blind copy': [{ sendEmail: true, emailBcc: '\rkari@example.com' }, 'emailBcc'],
  'a header in the sender': [{ sendEmail: true, emailFrom: 'shop@example.com\r\n' }, 'emailFrom'],
  "a header in the sender's name": [{ sendEmail: true, senderName: 'Shop\r\nBcc: ola@example.com' }, 'senderName'],
  'a header in the subject': [{ sendEmail: true, emailSubject: 'Hei\r\n\r\n<script>' }, 'emailSubject'],
  'a control character in the subject': [{ sendEmail: true, emailSubject: 'Hei\u0000' }, 'emailSubject'],
}
for (const [what, [fields, path]] of Object.entries(bad)) {
  t.test(`given a comment with ${what}, when it is added, then it is refused at ${path} and nothing is stored`, async (t) => {
    const { id, versionId } = await newOrder()
    const { status, body } = await add(id, fields)
    t.equal(status, 400)
    t.equal(body.error, 'ValidationFailed')
    t.same(Object.keys(body.errors), [path])
    t.equal((await read(id)).versionId, versionId)
    t.same(await composedMessages(id), [])
  })
}

t.test('given a text with any characters, when a comment is added, then it is stored and sent unchanged', async (t) => {
  const { id } = await newOrder()
  const commentText = 'Æ "quoted" \\ \u0001 \u2028 \ud83c\udf89 <b>&amp;</b>\r\n.\r\nBcc: ola@example.com'
  t.equal((await add(id, { commentText, sendEmail: true })).body.detail, commentText)
  t.equal((await read(id)).publicOrderNotes[0].detail, commentText)
  t.equal((await composedMessages(id))[0]?.content.text, commentText)
})

t.test('given an unknown or foreign order, when it gets a comment, then it is 404 or 403 and nothing is sent', async (t) => {
  t.match(await add('no such order', { sendEmail: true }), { status: 404, body: { error: 'NotFound' } })
  const { id } = await newOrder()
  t.equal((await add(id, { sendEmail: true }, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.same(await composedMessages(id), [])
})

t.test('given a read-only order, when a comment is added, then it is stored; a deleted order refuses it', async (t) => {
  const { id } = await newOrder({ isReadOnly: true })
  t.equal((await add(id, { sendEmail: true })).status, 200)
  t.equal((await composedMessages(id)).length, 1)
  const deleted = await newOrder({ status: 'Deleted' })
  t.match(await add(deleted.id, { sendEmail: true }), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.same(await composedMessages(deleted.id), [])
})

t.test('given changed taxes of the market, when a comment is added, then the amounts are unchanged', async (t) => {
  const order = await newOrder({ isReadOnly: true, orderForm: { ...orderFormBody(), handlingTotal: 50 } })
  const config = structuredClone(await configWithOnlySteps('GenerateSecretKey'))
  for (const market of config.markets) market.taxRate = 10
  const orders = await testOrders(t, { config, database: test.database })
  t.equal((await add(order.id, {}, { orders })).status, 200)
  const { orderForm, total, taxTotal } = await read(order.id)
  t.same({ orderForm, total, taxTotal }, { orderForm: order.orderForm, total: order.total, taxTotal: order.taxTotal })
})

t.test('when an order would have more than 250 comments of a kind, then the request fails', async (t) => {
  const notes = Array.from({ length: 250 }, (_, index) => ({ id: `n${index}`, detail: 'x' }))
  const { id } = await newOrder({ publicOrderNotes: notes, orderNotes: notes.slice(1) })
  t.match(await add(id, { sendEmail: true }), { status: 400, body: { errors: { commentText: [/250/] } } })
  t.same(await composedMessages(id), [])
  t.equal((await add(id, { commentType: 'Internal' })).status, 200)
  t.equal((await add(id, { commentType: 'Internal' })).status, 400)
})

t.test('when a request is sent twice with one key, concurrently or later, then there is one comment and one mail', async (t) => {
  const { id } = await newOrder()
  const headers = { 'idempotency-key': `comment-${id}` }
  const both = await Promise.all([add(id, { sendEmail: true }, { headers }), add(id, { sendEmail: true }, { headers })])
  for (const { status } of both) t.ok([200, 409].includes(status), String(status))
  const replay = await add(id, { sendEmail: true }, { headers })
  t.equal(replay.status, 200)
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.same((await read(id)).publicOrderNotes, [replay.body])
  t.equal((await composedMessages(id)).length, 1)
  t.equal((await add(id, { sendEmail: true, commentText: 'Other' }, { headers })).status, 422)
  t.equal((await composedMessages(id)).length, 1)
})

t.test('when If-Match is stale, then nothing is stored or sent', async (t) => {
  const order = await newOrder()
  const ifMatch = { headers: { 'if-match': `"${order.versionId}"` } }
  t.equal((await add(order.id, { sendEmail: true }, ifMatch)).status, 200)
  const stale = await add(order.id, { sendEmail: true }, ifMatch)
  t.match(stale, { status: 412, body: { error: 'VersionConflict', changedFields: ['publicOrderNotes'] } })
  t.equal((await read(order.id)).publicOrderNotes.length, 1)
  t.equal((await composedMessages(order.id)).length, 1)
})

t.test('given concurrent comments, when all have ended, then each is stored once and sent once', async (t) => {
  const { id } = await newOrder()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(id, { sendEmail: true, commentText: `No. ${index}` })),
  )
  t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
  const order = await read(id)
  const expected = Array.from({ length: 10 }, (_, index) => `No. ${index}`)
  t.same(order.publicOrderNotes.map(({ detail }: { detail: string }) => detail).sort(), expected)
  t.same((await composedMessages(id)).map(({ content }) => content.text).sort(), expected)
})

t.test('given recipients that are not of the order, when they are more than a day may have, then it is 429', async (t) => {
  const limited = structuredClone(config)
  limited.settings.messages.otherRecipientsPerDay = 2
  const orders = await testOrders(t, { config: limited })
  const contact = { email: 'vakt@example.com', phone: '900 11 222' }
  const { id } = await newOrder({ customerEmail: 'Kari@example.com', contactPerson: contact }, orders)
  const send = (emailTo: string, fields: Record<string, unknown> = {}) =>
    add(id, { sendEmail: true, emailTo, ...fields }, { orders })
  t.equal((await send('kari@EXAMPLE.com', { emailCc: 'vakt@example.com' })).status, 200, 'those of the order')
  t.equal((await send('one@example.com')).status, 200)
  const [second, third] = await Promise.all([send('two@example.com'), send('three@example.com')])
  t.same([second.status, third.status].sort(), [200, 429], 'two at the same time')
  const refused = second.status === 429 ? second : third
  t.match(refused.body, { error: 'RateLimited' })
  t.ok(Number(refused.headers['retry-after']) > 0)
  t.equal((await send('kari@example.com')).status, 200, 'those of the order at any time')
  const sms = await add(id, { sendSms: true, smsPhoneNumber: '900 11 222' }, { orders })
  t.equal(sms.status, 200)
  t.equal((await add(id, { sendSms: true, smsPhoneNumber: '900 11 333' }, { orders })).status, 429)
  const { orderNotes, publicOrderNotes } = (await orders.send({ url: `/api/Orders/${id}` })).body
  t.equal(orderNotes.length + publicOrderNotes.length, 5, 'what is refused leaves no comment')
})

t.test('given settings for the order alone, when a comment goes elsewhere, then it is 400', async (t) => {
  const strict = structuredClone(config)
  Object.assign(strict.settings.messages, { otherRecipients: false, senderNames: ['Kundeservice'] })
  const orders = await testOrders(t, { config: strict })
  const { id } = await newOrder({ customerEmail: 'kari@example.com' }, orders)
  const send = (fields: Record<string, unknown>) => add(id, { sendEmail: true, ...fields }, { orders })
  t.match(await send({ emailBcc: 'eve@example.com' }), {
    status: 400,
    body: { errors: { emailTo: [/no address or number of the order/] } },
  })
  t.match(await send({ senderName: 'Your bank' }), {
    status: 400,
    body: { error: 'SenderNotAllowed', errors: { senderName: [String] } },
  })
  t.equal((await send({ senderName: 'kundeservice' })).status, 200)
})

import { languages } from '@open-oms/contracts/language'
import { notificationTemplates } from '@open-oms/contracts/templates/template-names'
import t, { type Test } from 'tap'
import { composed, enqueued, messageRows } from '../../../testing/messages/test-messages.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../../testing/workflow/only-steps.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { notificationTexts } from '../../notifications/domain/message-words.ts'
import { planNotification } from '../../notifications/domain/notification.ts'
import { notificationMessages } from '../../notifications/messages/notification-messages.ts'

const property = (key: string, value: string) => ({ key, value })

async function withNotification(t: Test, ...properties: { key: string; value: string }[]) {
  return testOrders(t, { config: await configWithSteps([{ name: 'Notification', properties }]) })
}

async function entered(test: OrdersTest, fields: Record<string, unknown> = {}) {
  const { id } = await createdOrder(test, fields)
  const response = await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { id, result: response.body.orderActionExecutionResults[0] }
}
/** What is sent: the contents of all messages, once they are composed. */
async function contents(test: OrdersTest) {
  await composed(test)
  return (await messageRows(test.database)).map(({ content }) => JSON.parse(content))
}

t.test('given a template, when Notification runs, then the customer gets an e-mail in the language of the market', async (t) => {
  const test = await withNotification(t, property('Template', 'order-confirmation'))
  const { id, result } = await entered(test, { customerEmail: 'kari@example.com; ola@example.com', orderNumber: 'A-1' })
  t.match(result, { actionType: 'Notification', actionStatus: 'Success' })
  t.match(await messageRows(test.database), [{ order_id: id, kind: 'email', connector: 'email', state: 'Waiting' }])
  t.match(await contents(test), [
    {
      from: { address: 'orders@example.com' },
      to: ['kari@example.com', 'ola@example.com'],
      subject: 'Bestillingen din A-1',
      text: /^Hei,\n\nTakk for bestillingen din A-1\./,
    },
  ])
})

t.test('given properties of the step, when Notification runs, then it sends SMS alone or beside the e-mail', async (t) => {
  const fields = { customerPhone: '+47 912 34 567' }
  const both = await withNotification(t, property('Template', 'completed'), property('Sms', 'true'))
  await entered(both, fields)
  t.same(
    (await messageRows(both.database)).map(({ kind }) => kind),
    ['email', 'sms'],
  )
  const alone = await withNotification(t, property('Template', 'completed'), property('Sms', 'TRUE'), property('Email', 'false'))
  await entered(alone, fields)
  t.match(await contents(alone), [{ from: 'Orders', to: '+4791234567', text: /er fullført/ }])
})

t.test(
  'given a shipped order, when the customer is notified, then the message has the tracking link and no text injected by a carrier',
  async (t) => {
    const test = await withNotification(t, property('Template', 'shipped'))
    const shipment = (shipmentId: string, link: string | null, number: string | null) => ({
      shipmentId,
      shippingMethodName: 'Home',
      shipmentTrackingLink: link,
      shipmentTrackingNumber: number,
    })
    const shipments = [
      shipment('1', 'https://track.example/1', 'N1'),
      shipment('2', null, 'N2'),
      shipment('3', null, 'N3\nPay here'),
    ]
    await entered(test, { orderForm: { lineItems: [], payments: [], shipments } })
    const [{ text }] = await contents(test)
    t.match(text, /Sporing: https:\/\/track\.example\/1\nSporing: N2\n/)
    t.notMatch(text, /Pay here|N1/)
  },
)

t.test('given a pick-up deadline, when Notification runs, then the text says until when', async (t) => {
  const ready = { name: 'SetReadyForPickupDate', properties: [property('DeadlineDays', '3')] }
  const steps = [ready, { name: 'Notification', properties: [property('Template', 'ready-for-pickup')] }]
  const test = await testOrders(t, { config: await configWithSteps(steps) })
  const { id } = await entered(test, { marketId: 'GBR', storeId: 'London-01' })
  const { customerPickupDeadline } = (await test.send({ url: `/api/Orders/${id}` })).body
  const [{ text }] = await contents(test)
  t.match(text, /ready to be collected\.\nPlease collect it by \d{4}-\d\d-\d\d\.\n/)
  t.ok(text.includes(customerPickupDeadline.slice(0, 10)))
})

t.test(
  'given no recipient, no connector or disabled notifications, when the step runs, then there is a warning and no message',
  async (t) => {
    const test = await withNotification(t, property('Template', 'completed'))
    for (const fields of [{ customerEmail: null }, { customerEmail: 'no address' }, { isNotificationsDisabled: true }]) {
      const { result } = await entered(test, fields)
      t.match(result, { actionStatus: 'Warning' }, JSON.stringify(fields))
    }
    const config = await configWithSteps([{ name: 'Notification', properties: [property('Template', 'completed')] }])
    const connectors = config.connectors.connectors.map((connector) => ({ ...connector, active: connector.kind !== 'email' }))
    const without = await testOrders(t, { config: { ...config, connectors: { ...config.connectors, connectors } } })
    t.match((await entered(without)).result, { actionStatus: 'Warning', message: /no active connector/ })
    t.same([...(await messageRows(test.database)), ...(await messageRows(without.database))], [])
  },
)

t.test('given no template, when Notification runs, then it is an error', async (t) => {
  const test = await withNotification(t)
  t.match((await entered(test)).result, { actionStatus: 'Error', errorReason: /names no template/ })
})

t.test('given a sent message, when the status is entered again, then there is another, and none in a dry run', async (t) => {
  const test = await withNotification(t, property('Template', 'completed'))
  const { id } = await entered(test)
  await updateStatus(test, id, { body: { status: 'InProgress' } })
  t.equal((await messageRows(test.database)).length, 2)
  const url = `/api/Orders/${id}/UpdateStatus`
  const dry = await test.send({ method: 'POST', url, query: { dryRun: 'true' }, body: { status: 'InProgress' } })
  t.match(dry.body.orderActionExecutionResults, [{ actionStatus: 'Success', message: 'Messages: 1.' }])
  t.equal((await messageRows(test.database)).length, 2)
})

t.test(
  'given a notification that was stored, when the same run and step send it again, then it has the same ids and is stored once',
  async (t) => {
    const test = await withNotification(t)
    const { id } = await createdOrder(test, { customerPhone: '+4791234567' })
    const order = (await test.send({ url: `/api/Orders/${id}` })).body
    const request = {
      template: 'completed' as const,
      kinds: ['email', 'sms'] as const,
      shipmentId: null,
      created: new Date().toISOString(),
    }
    const routes = { email: { name: 'email', sender: 'a@b.no' }, sms: { name: 'sms', sender: null } }
    const messages = (key: string) => notificationMessages(planNotification(order, { ...request, key }), routes)
    for (const key of ['run/step', 'run/step', 'run/other']) await enqueued(test.database, messages(key))
    t.equal((await messageRows(test.database)).length, 4)
    for (const message of messages('x'))
      t.match(message.id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  },
)

t.test('given every template, when it is written in each language, then the texts differ and name the order', async (t) => {
  for (const template of notificationTemplates) {
    const texts = languages.flatMap((language) => {
      const { subject, text } = notificationTexts[language][template]
      t.match(subject('A-1001'), /A-1001/)
      t.match(text('A-1001'), /A-1001/)
      return text('A-1001')
    })
    t.equal(new Set(texts).size, languages.length, template)
  }
})

t.test('given partial deliveries, when the last one completes the order, then one notification is sent', async (t) => {
  const test = await testOrders(t, { config: await configWithOnlySteps('Notification') })
  const { id } = await createdOrder(test)
  const messageCount = async (...delivered: [string, number][]) => {
    const lineItemUpdates = delivered.map(([lineItemId, deliveredQuantity]) => ({ lineItemId, deliveredQuantity }))
    await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body: { status: 'Completed', lineItemUpdates } })
    await test.background.idle()
    return (await contents(test)).filter(({ text }) => /er fullført/.test(text)).length
  }
  t.equal(await messageCount(['1', 1]), 0)
  t.equal(await messageCount(['1', 2]), 0)
  t.equal(await messageCount(['2', 1]), 1)
})

t.test(
  'given a template that fails with an order, when its messages are composed, then the built-in one is sent with a warning',
  async (t) => {
    const properties = [property('Template', 'completed'), property('Sms', 'true')]
    const config = await configWithSteps([{ name: 'Notification', properties }])
    const templates = [{ path: 'templates/completed/any.text.liquid', text: '{{ order.number | money }}' }]
    const test = await testOrders(t, { config: { ...config, templates } })
    const { id, result } = await entered(test, { orderNumber: 'A-9', customerPhone: '+4791234567' })
    t.match(result, { actionStatus: 'Success', message: 'Messages: 2.' })
    t.match(await contents(test), [{ text: /^Hei,\n\nBestillingen din A-9/, html: /A-9/ }, { text: /A-9/ }])
    const warning = /any\.text\.liquid \(line 1, column 1: the value is not a number\)/
    const { body } = await test.send({ url: `/api/Orders/${id}/Messages` })
    const email = body.result.find(({ type }: { type: string }) => type === 'email')
    t.match(email, { state: 'Waiting', warning, reason: null })
  },
)

t.test('given a message that only the tenant has, when it fails, then it is a failed message of the order', async (t) => {
  const config = await configWithSteps([{ name: 'Notification', properties: [property('Template', 'delayed')] }])
  const own = (text: string) => [
    { path: 'templates/delayed/any.subject.liquid', text: 'Late' },
    { path: 'templates/delayed/any.text.liquid', text },
  ]
  const test = await testOrders(t, { config: { ...config, templates: own('{{ order.number | money }}') } })
  const { id, result } = await entered(test, { orderNumber: 'A-9' })
  t.match(result, { actionStatus: 'Success' })
  await composed(test)
  const url = `/api/Orders/${id}/Messages`
  const [failed] = (await test.send({ url })).body.result
  t.match(failed, { state: 'Failed', reason: /"delayed" cannot be made/, subject: null, nextAttemptAt: null, attempts: 1 })
  t.match((await test.send({ url: `${url}/${failed.id}` })).body, { text: null, html: null })

  const mended = { ...config, templates: own('{{ order.number }}') }
  test.deps.config = () => mended
  const { body: again } = await test.send({ method: 'POST', url: `${url}/${failed.id}/Resend` })
  t.match(again, { state: 'Waiting', resendOf: failed.id, template: 'delayed', subject: null })
  await composed(test)
  t.match((await test.send({ url: `${url}/${again.id}` })).body, { state: 'Waiting', subject: 'Late', text: 'A-9\n' })
})

t.test('given a step that names a message without a template, when it runs, then it is an error', async (t) => {
  const test = await withNotification(t, property('Template', 'delayed'))
  t.match((await entered(test)).result, { actionStatus: 'Error', errorReason: /"delayed" cannot be made. It has no template/ })
  t.same(await messageRows(test.database), [])
})

// A split at New sent a second order confirmation, and nothing said that it would
// (workflow.md#status-of-a-line-update).
t.test(
  'given a status that a shipment has already, when units are split off in it, then only what is left is notified again',
  async (t) => {
    const test = await withNotification(t, property('Template', 'order-confirmation'))
    const { id } = await entered(test)
    const body = { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', splitQuantity: 1 }] }
    const dryRun = { method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body } as const
    t.match((await test.send({ ...dryRun, query: { dryRun: 'true' } })).body.orderActionExecutionResults, [
      { actionType: 'Notification', actionStatus: 'Success' },
    ])
    t.equal((await messageRows(test.database)).length, 1, 'a dry run shows it and sends nothing')
    await test.send(dryRun)
    t.equal((await messageRows(test.database)).length, 2)
    const { body: runs } = await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })
    t.same(
      runs.result.map(({ shipmentId }: { shipmentId: string | null }) => shipmentId),
      ['1', null],
      'no steps for the part that was split off',
    )
    const held = (shipmentId: string, lineItemId: string) => ({ shipmentId, lineItems: [{ lineItemId, quantity: 1 }] })
    const shipments = [held('1', '1'), held('2', '1'), held('3', '2')]
    t.equal((await test.send({ method: 'PUT', url: `/api/OrderShipments/${id}`, body: shipments })).status, 200)
    t.equal((await messageRows(test.database)).length, 2, 'shipments that are sent as a whole run no steps')
  },
)

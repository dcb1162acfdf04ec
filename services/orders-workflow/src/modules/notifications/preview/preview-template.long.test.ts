import t from 'tap'
import { pdfPages } from '../../../testing/documents/pdf-text.ts'
import { templateFiles } from '../../../testing/documents/template-samples.ts'
import { createdOrder, sampleConfig, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t, {
  config: { ...(await sampleConfig()), templates: templateFiles({ 'shipped/nb.subject': 'Sendt!' }) },
})
const preview = (name: string, body: unknown = {}) => test.send({ method: 'POST', url: `/api/Templates/${name}/Preview`, body })

t.test('given no order, when a message is previewed, then it is rendered with a sample and nothing is sent', async (t) => {
  const { status, body } = await preview('shipped')
  t.equal(status, 200)
  t.match(body, { name: 'shipped', subject: 'Sendt!', text: /SAMPLE-1/, sms: /Sporing/, pdf: null, problems: { length: 0 } })
  t.match(body.html, /src="data:image\/png;base64,/)
  t.match((await preview('shipped', { marketId: 'GBR' })).body, { subject: 'Your order SAMPLE-1 is on its way' })
  t.same(await test.database.query({ text: 'select id from message' }), [])
})

t.test('given an order, when a message or document is previewed, then it has the data of the order', async (t) => {
  const order = await createdOrder(test, { orderNumber: 'PRE-7' })
  t.match((await preview('completed', { orderId: order.id })).body, { subject: /PRE-7/, html: /498,90/ })
  const { body } = await preview('invoice', { orderId: order.id, marketId: 'GBR' })
  t.match(body, { subject: /PRE-7/, text: /attached/, html: String }, 'the mail that it is attached to')
  t.match((await pdfPages(Buffer.from(body.pdf, 'base64'))).join(' '), /Invoice[\s\S]*PRE-7/)
})

t.test('given files, when a message is previewed, then they replace the templates of the tenant', async (t) => {
  const files = templateFiles({
    'shipped/any.text': 'Number {{ order.number }}',
    'shipped/any.html': '<b>{{ customer.name }}</b>',
  })
  const { body } = await preview('shipped', { files })
  t.match(body, { subject: /er på vei/, text: 'Number SAMPLE-1', html: '<b>Kari Nordmann &amp; Co</b>', problems: { length: 0 } })
  const broken = await preview('shipped', { files: templateFiles({ 'shipped/any.text': '{{ order.nummer }}' }) })
  const problem = { file: 'templates/shipped/any.text.liquid', place: 'line 1, column 4', reason: /order\.nummer/ }
  t.match(broken.body, { text: null, problems: [problem] })
  const checked = await test.send({
    method: 'POST',
    url: '/api/Templates/Check',
    body: { files: [{ path: 'x', text: 'y' }, {}] },
  })
  t.match(checked.body.problems, [{ file: 'x' }, { file: '' }])
  t.same((await test.send({ method: 'POST', url: '/api/Templates/Check', body: {} })).body, { problems: [] })
})

t.test('given an unknown message, order, shipment or market, when it is previewed, then it is refused', async (t) => {
  t.match(await preview('none'), { status: 404, body: { error: 'TemplateNotFound' } })
  t.match(await preview('__proto__'), { status: 404, body: { error: 'TemplateNotFound' } })
  t.match(await preview('shipped', { orderId: 'none' }), { status: 404, body: { error: 'NotFound' } })
  t.match(await preview('invoice', { shipmentId: 'none' }), { status: 404, body: { error: 'NotFound' } })
  t.match(await preview('shipped', { marketId: 'none' }), { status: 400, body: { error: 'ValidationFailed' } })
})

t.test('when templates are listed, then those of the tenant come before the built-in ones, with their texts', async (t) => {
  const { body } = await test.send({ url: '/api/Templates' })
  t.match(body.result[0], { name: 'shipped', language: 'nb', part: 'subject', origin: 'Tenant', text: 'Sendt!' })
  const parts = (name: string) =>
    body.result.filter((one: { name: string }) => one.name === name).map((one: { part: string }) => one.part)
  t.same(parts('message'), ['html', 'sms', 'subject', 'text'])
  t.ok(body.result.some((one: { name: string; part: null }) => one.name === 'partials' && one.part === null))
})

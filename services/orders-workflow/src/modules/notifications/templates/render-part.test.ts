import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import t from 'tap'
import { documentConfig, documentOrder } from '../../../testing/documents/document-samples.ts'
import { messageSample, type SampleTemplates } from '../../../testing/documents/template-samples.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { documentWords } from '../../documents/domain/document-words.ts'
import { languageOfMarket } from '../domain/message-language.ts'
import { renderMail, renderSms } from './render-part.ts'
import { onTemplateFailure, type TemplateFailure } from './template-failures.ts'

type Sample = Parameters<typeof messageSample>[0]
const mail = (templates: SampleTemplates, sample: Sample = {}) => renderMail(messageSample({ ...sample, templates }))
/** The sample order with the first line of its first shipment so many times. */
function orderWithLines(count: number, fields: Partial<OrderLine> = {}) {
  const sample = documentOrder()
  const [shipment] = sample.orderForm.shipments
  const line = shipment?.lineItems[0]
  if (shipment === undefined || line === undefined) throw new Error('the sample has a shipment with a line')
  const lineItems = Array.from({ length: count }, (_, index) => ({ ...line, ...fields, lineItemId: `L${index}` }))
  return { ...sample, orderForm: { ...sample.orderForm, lineItems, shipments: [{ ...shipment, lineItems }] } }
}
const texts = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, `from ${path}`]))

t.test('given templates in several languages, when a mail is made, then the most special one holds', async (t) => {
  const all = ['shipped/nb-NO.text', 'shipped/nb.text', 'shipped/any.text', 'message/nb.text', 'message/any.text']
  for (const [index, path] of all.entries()) t.equal(mail(texts(...all.slice(index))).content.text, `from ${path}`, path)
  t.match(mail(texts('shipped/sv.text', 'completed/nb.text')).content.text, /^Hei,\n\nBestillingen din/, 'else the built-in one')
  t.match(mail(texts('shipped/sv.text'), { market: 'SWE' }).content.text, 'from shipped/sv.text')
})

t.test('given a text without HTML beside it, when a mail is made, then it has no HTML of another template', async (t) => {
  t.equal(mail(texts('shipped/nb.text')).content.html, null)
  t.equal(mail(texts('shipped/nb.text', 'shipped/any.html', 'shipped/any.text')).content.html, null)
  t.equal(mail(texts('shipped/nb.text', 'shipped/nb.html')).content.html, 'from shipped/nb.html')
  t.match(mail(texts('shipped/nb.subject')).content, {
    subject: 'from shipped/nb.subject',
    text: /Hei,/,
    html: /<html lang="nb">/,
  })
})

t.test('given a subject with line breaks, when a mail is made, then it is one line that adds no header', async (t) => {
  const order = documentOrder({ order: { customerName: 'Kari\r\nBcc: all@example.com\u2028X' } })
  const { subject } = mail({ 'shipped/any.subject': 'To {{ customer.name }}\nBcc: x@example.com\n\n' }, { order }).content
  t.equal(subject, 'To Kari Bcc: all@example.com X Bcc: x@example.com')
  t.equal(mail({ 'shipped/any.subject': 'x'.repeat(1_000) }).content.subject.length, 250)
})

t.test('given a template that fails, when a mail is made, then the built-in one is used and it is reported', async (t) => {
  const reported: TemplateFailure[] = []
  t.teardown(onTemplateFailure((failure) => reported.push(failure)))
  const broken = {
    'shipped/nb.text': 'ok',
    'shipped/nb.html': '{{ customer.number | money }}',
    'shipped/nb.sms':
      '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
  }
  const { content, failures } = mail(broken)
  t.match(content, { text: /^Hei,\n\nBestillingen din/, html: /<html/ }, 'text and HTML together')
  t.match(failures, [{ file: 'templates/shipped/nb.html.liquid', path: 'line 1, column 1', reason: 'the value is not a number' }])
  const sms = renderSms(messageSample({ templates: broken }))
  t.match(sms.content, /er sendt\.\nSporing: https/)
  t.match(sms.failures, [{ file: 'templates/shipped/nb.sms.liquid', reason: 'template render limit exceeded' }])
  t.match(reported, [
    { name: 'shipped', part: 'html' },
    { name: 'shipped', part: 'sms' },
  ])
})

t.test('given an order with which the built-in HTML fails, when a mail is made, then it is sent as text alone', async (t) => {
  // Escaped, each quotation mark is five characters: more than a part may have.
  const long = '"'.repeat(1_000)
  const order = orderWithLines(100, { displayName: long, size: long, color: long })
  const { content, failures } = mail({}, { name: 'order-confirmation', order })
  t.match(content, { subject: /O-000042/, text: /^Hei,/, html: null })
  t.match(failures, [{ reason: /output limit/ }])
})

t.test(
  'given a message of the tenant alone, when it fails, then it raises; when it has no SMS, then the text is sent',
  async (t) => {
    const own = { 'delayed/any.subject': 'Late', 'delayed/en.text': 'Your order {{ order.number }} is late.' }
    t.match(mail(own, { name: 'delayed' }).content, { subject: 'Late', text: 'Your order O-000042 is late.', html: null })
    t.equal(renderSms(messageSample({ name: 'delayed', templates: own })).content, 'Your order O-000042 is late.')
    const failing = { ...own, 'delayed/nb.text': '{{ customer.number | day }}' }
    t.throws(() => mail(failing, { name: 'delayed' }), { code: 'TemplateFailed', message: /nb\.text\.liquid: line 1/ })
  },
)

t.test('when built-in mails are made, then lines, totals, logo and links of the order are in the HTML, escaped', async (t) => {
  const order = documentOrder({
    form: { lineItems: [{ displayName: '<script>alert(1)</script>', quantity: 2, placedPrice: 100, taxRate: 25 }] },
  })
  const html = mail({}, { name: 'order-confirmation', order }).content.html as string
  t.match(html, /&lt;script&gt;alert\(1\)/)
  t.notMatch(html, '<script>')
  t.match(html, 'src="cid:logo"')
  t.match(html.replace(/\s/g, ' '), /<strong>[\d ]+,\d\d kr<\/strong>/)
  t.match(mail({}).content.html, '<a href="https://tracking.example/370438101234567890"')
})

t.test(
  'given an order of a thousand lines, when its confirmation is made, then a hundred are listed and the rest counted',
  (t) => {
    const { content, failures } = mail({}, { name: 'order-confirmation', order: orderWithLines(1_000) })
    t.same(failures, [])
    t.match(content.html, /… \+ 900</)
    t.end()
  },
)

t.test('given packages in packages, when an order is confirmed, then components name theirs in HTML and text', async (t) => {
  const line = documentOrder().orderForm.lineItems[0]
  if (line === undefined) throw new Error('the sample has a line')
  const parts: [string, Partial<OrderLine>][] = [
    ['Breakfast <set>', { isPackageBrokeDown: true }],
    ['Box', { isPackageBrokeDown: true, packageLineItemId: '1' }],
    ['Bowl', { packageLineItemId: '2' }],
  ]
  const lineItems = parts.map(([displayName, fields], index) => ({
    ...line,
    ...fields,
    displayName,
    lineItemId: String(index + 1),
  }))
  const sample = documentOrder()
  const order = { ...sample, orderForm: { ...sample.orderForm, lineItems } }
  const { markets } = documentConfig
  for (const { id } of markets) {
    const { partOf } = documentWords(languageOfMarket(markets, id))
    const { html } = mail({}, { name: 'order-confirmation', order, market: id }).content
    for (const name of ['Breakfast &lt;set&gt;', 'Box']) t.ok(html?.includes(`>${partOf} ${name}</span>`), `${id}: ${name}`)
  }
  const { templates } = await sampleConfig()
  const tenant = Object.fromEntries(templates.map(({ path, text }) => [path.slice('templates/'.length, -'.liquid'.length), text]))
  for (const [market, partOf] of [
    ['GBR', 'Part of'],
    ['NOR', 'Del av'],
  ] as const) {
    const { text } = mail(tenant, { name: 'order-confirmation', order, market }).content
    for (const part of ['Box', 'Bowl']) t.match(text, new RegExp(`${part} \\(${partOf} (Breakfast <set>|Box)\\):`), market)
  }
})

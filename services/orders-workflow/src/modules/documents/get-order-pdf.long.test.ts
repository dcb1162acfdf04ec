import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { parse } from 'content-disposition'
import t from 'tap'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { editDirectly } from '../../testing/orders/direct-writes.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

type Query = Record<string, string>

/** Requests a PDF of an order; returns its bytes. */
async function getPdf(id: string, query: Query = { templateFile: 'invoice' }, path = 'GetOrderAsPdf') {
  const token = await test.issuer.token({})
  const url = `/api/Orders/${path}/${encodeURIComponent(id)}`
  const response = await test.app.inject({ url, query, headers: { authorization: `Bearer ${token}` } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const pdfText = async (bytes: Uint8Array) => (await pdfPages(bytes)).join('\n').replace(/\s+/g, ' ')
const send = (id: string, query: Query, as = {}) =>
  test.send({ url: `/api/Orders/GetOrderAsPdf/${encodeURIComponent(id)}`, query, as })

t.test('when a PDF is requested, then poppler reads it, and it has the order as it is stored', async (t) => {
  const order = await createdOrder(test)
  const { status, headers, bytes } = await getPdf(order.id)
  t.equal(status, 200)
  t.match(headers, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename=invoice-${order.id}.pdf`,
    'content-length': String(bytes.length),
    'cache-control': 'private, no-store',
  })
  t.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  const text = await pdfText(bytes)
  t.match(text, new RegExp(`Faktura.*Ordrenummer ${order.id}`))
  t.match(text, /CUP Cup 2 100,00 25 % 200,00/)
  t.match(text, /25 % 399,12 99,78 498,90/)
  t.match(text, /Totalt 498,90 kr/)
})

t.test('when the route alias, any letter case or spelling of the template is used, then the PDF is the same', async (t) => {
  const { id } = await createdOrder(test)
  const lengths = new Set<number>()
  for (const [path, query] of [
    ['GetOrderAsPdf', { templateFile: 'delivery-note' }],
    ['GetAsPdf', { templateFile: 'Delivery-Note' }],
    ['getorderaspdf', { TEMPLATEFILE: 'delivery-note.html' }],
    ['getaspdf', { templatefile: 'DELIVERY-NOTE.pdf' }],
  ] as const) {
    const { status, bytes } = await getPdf(id, query, path)
    t.equal(status, 200, path)
    lengths.add(bytes.length)
  }
  t.equal(lengths.size, 1)
})

t.test('when HEAD is sent, then the response has the headers without the PDF', async (t) => {
  const { id } = await createdOrder(test)
  const head = await test.send({ method: 'HEAD', url: `/api/Orders/GetOrderAsPdf/${id}`, query: { templateFile: 'receipt' } })
  t.same([head.status, head.text, head.headers['content-type']], [200, '', 'application/pdf'])
  t.ok(Number(head.headers['content-length']) > 1000)
})

t.test('when a PDF is requested without a template, then the response is 400; with an unknown one, 404', async (t) => {
  const { id } = await createdOrder(test)
  for (const query of [{}, { templateFile: '' }] as Query[]) {
    const { status, body } = await send(id, query)
    t.match({ status, body }, { status: 400, body: { error: 'ValidationFailed', errors: { templateFile: [String] } } })
  }
  for (const templateFile of ['packing-slip', '../../etc/passwd', 'invoice/../x', '%00']) {
    const { status, body } = await send(id, { templateFile })
    t.match({ status, error: body.error }, { status: 404, error: 'TemplateNotFound' }, templateFile)
  }
})

t.test('when a shipment is requested, then the PDF has it alone; an unknown one is 404', async (t) => {
  const shipments = [
    { shipmentId: 'first', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: 'second', shippingSubTotal: 10, lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ]
  const body = await createdOrder(test)
  const form = { ...body.orderForm, shipments, payments: [] }
  const order = await createdOrder(test, { orderForm: form })
  const pdf = await getPdf(order.id, { templateFile: 'invoice', shipmentId: 'second' })
  t.equal(pdf.headers['content-disposition'], `inline; filename=invoice-${order.id}-second.pdf`)
  const text = await pdfText(pdf.bytes)
  t.match(text, /POT/)
  t.notMatch(text, /CUP/)
  t.match(text, /Totalt 259,90 kr/)
  t.match(await send(order.id, { templateFile: 'invoice', shipmentId: 'third' }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given an unknown order or one of another store, when its PDF is requested, then the response is 404', async (t) => {
  const { id } = await createdOrder(test)
  const query = { templateFile: 'invoice' }
  t.match(await send('nobody', query), { status: 404, body: { error: 'NotFound' } })
  t.equal((await send(id, query, { storeIds: ['Bergen-01'] })).status, 404)
  t.equal((await send(id, query, { storeIds: ['Oslo-01'] })).status, 200)
})

t.test('when a PDF is requested, then the Read role suffices, and no role is refused', async (t) => {
  const { id } = await createdOrder(test)
  const query = { templateFile: 'delivery-note' }
  t.equal((await send(id, query, { roles: ['OrderRead'] })).status, 200)
  t.equal((await send(id, query, { roles: ['ProductAdmin'] })).status, 403)
})

t.test('given an order without pickable goods, when its pick list is requested, then the response is 400', async (t) => {
  const { id } = await createdOrder(test)
  const query = { templateFile: 'pick-list' }
  const { body, status } = await send(id, query)
  const { orderNumber } = (await test.send({ url: `/api/Orders/${id}` })).body
  t.match({ body, status }, { status: 400, body: { error: 'NothingToPrint', errors: { [orderNumber]: ['notReserved'] } } })
  await editDirectly(test.deps, id, (order) => {
    const reserved = (line: OrderLine) => ({ ...line, reservedInventoryQuantity: line.quantity })
    const shipments = order.orderForm.shipments.map((one) => ({ ...one, lineItems: one.lineItems.map(reserved) }))
    return { ...order, orderForm: { ...order.orderForm, lineItems: order.orderForm.lineItems.map(reserved), shipments } }
  })
  t.equal((await send(id, query)).status, 200)
  t.equal((await send(id, { ...query, shipmentId: '1' })).status, 200)
})

t.test('given a deleted order, when a PDF is requested, then it is made', async (t) => {
  const { id } = await createdOrder(test, { status: 'Deleted' })
  t.equal((await getPdf(id)).status, 200)
})

t.test('given any order number, when a PDF is requested, then its file has that name', async (t) => {
  const names = [
    ['ORD 1/2\\3', 'invoice-ORD 1-2-3.pdf'],
    ['Ørder – 日本 😀', 'invoice-Ørder – 日本 😀.pdf'],
    ['quote" ; filename=evil.exe', 'invoice-quote- ; filename=evil.exe.pdf'],
    ['per%20cent', 'invoice-per-20cent.pdf'],
    ['x'.repeat(100), `invoice-${'x'.repeat(100)}.pdf`],
  ] as const
  for (const [id, expected] of names) {
    await createdOrder(test, { id, orderNumber: id })
    const header = (await getPdf(id)).headers['content-disposition'] as string
    t.match(header, /^inline; filename=("[\x20-\x7e]*"|[\w.-]+)(; filename\*=UTF-8''[\w%.!~*'()-]+)?$/, header)
    t.equal(parse(header).parameters.filename, expected)
  }
})

t.test('when a PDF is requested, then it is in the language and currency of the market', async (t) => {
  const order = await createdOrder(test, { marketId: 'JPN', storeId: 'Tokyo-01', billingCurrency: 'JPY' })
  const text = await pdfText((await getPdf(order.id, { templateFile: 'receipt' })).bytes)
  t.match(text, /Example Retail K\.K\./)
  t.match(text, /Receipt.*¥499/)
})

t.test('when many PDFs are requested concurrently, then all succeed', async (t) => {
  const { id } = await createdOrder(test)
  const responses = await Promise.all(Array.from({ length: 10 }, () => getPdf(id)))
  t.same(new Set(responses.map(({ status }) => status)), new Set([200]))
})

import t from 'tap'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, returnStatus } = returning(test)

/** An order with a returned and credited cup. */
async function credited() {
  const { id } = await deliveredOrder()
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }] })
  const { body } = await returnStatus(id, { returnId: '1', status: 'Completed' })
  const [asset] = body.order.assets
  const [{ properties }] = body.order.returnOrderForms
  const number = properties.find(({ key }: { key: string }) => key === 'CreditNoteNumber').value as string
  return { id: id as string, url: asset.url as string, asset, number }
}

async function download(url: string, claims = {}) {
  const token = await test.issuer.token(claims)
  const response = await test.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

t.test(
  'given a completed return form, when its credit note is read, then it is a PDF at its URL with the same bytes each time',
  async (t) => {
    const { id, url, asset, number } = await credited()
    t.match(asset, { assetId: 'credit-note-1', parentId: '1', purpose: 'CreditNote', fileName: `credit-note-${number}.pdf` })
    const first = await download(url)
    t.equal(first.status, 200)
    t.match(first.headers, {
      'content-type': 'application/pdf',
      'content-disposition': new RegExp(`^inline; filename="?credit-note-${number}.pdf"?$`),
    })
    const text = (await pdfPages(first.bytes)).join().replace(/\s+/g, ' ')
    t.match(text, new RegExp(`Kreditnota.*${number}`))
    t.match(text, /CUP Cup 1 25 % 100,00 Broken/)
    t.match(text, /25 % 80,00 20,00 100,00/)
    await test.database.query({ text: `update order_file set model = '{}' where order_id = $1`, values: [id] })
    t.same((await download(url)).bytes, first.bytes, 'the stored content is the one that was drawn')
    await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
    t.equal((await download(url)).status, 200, 'of a deleted order too')
  },
)

t.test('when the step is repeated, then it makes no further document', async (t) => {
  const { id } = await credited()
  const again = await returnStatus(id, { returnId: '1', status: 'Completed' })
  t.equal(again.body.order.assets.length, 1)
  t.same((await test.database.query({ text: 'select from order_file where order_id = $1', values: [id] })).length, 1)
})

t.test('given concurrent first requests, when the file is read, then all get the same bytes', async (t) => {
  const { url } = await credited()
  const responses = await Promise.all([1, 2, 3].map(() => download(url)))
  for (const { status, bytes } of responses) {
    t.equal(status, 200)
    t.same(bytes, responses[0]?.bytes)
  }
})

t.test('when the file is unknown, or its order of another store or purged, then the response is 404', async (t) => {
  const { id, url } = await credited()
  t.equal((await download(`/api/Orders/${id}/Assets/nothing`)).status, 404)
  t.equal((await download('/api/Orders/nobody/Assets/credit-note-1')).status, 404)
  t.equal((await download(url, { storeIds: ['Bergen-01'] })).status, 404)
  t.equal((await download(url, { roles: ['ProductRead'] })).status, 403)
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=true` })
  t.equal((await download(url)).status, 404)
  t.same(await test.database.query({ text: 'select from order_file where order_id = $1', values: [id] }), [])
})

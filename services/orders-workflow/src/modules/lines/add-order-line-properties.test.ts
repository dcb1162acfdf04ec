import t from 'tap'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const add = (id: string, body: unknown, sending: { headers?: Record<string, string>; as?: { storeIds: string[] } } = {}) =>
  test.send({ method: 'PUT', url: `/api/Orders/${encodeURIComponent(id)}/AddOrderLineProperties`, body, ...sending })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const engraving = (value: string, fields: Record<string, unknown> = {}) => ({
  lineItemId: '1',
  properties: [{ key: 'engraving', value }],
  ...fields,
})
// biome-ignore lint/suspicious/noExplicitAny: responses of the API.
const propertyValues = (order: any) => order.orderForm.lineItems[0].properties.map((item: { value: string }) => item.value)

t.test('given properties of lines, when they are added again, then they are updated by key, in shipments too', async (t) => {
  const { id } = await createdOrder(test)
  const first = await add(id, [engraving('For Ola'), { LineItemId: '2', Properties: [{ Key: 'wrap', Value: 'red' }] }])
  t.equal(first.status, 200)
  t.equal(first.headers.etag, `"${first.body.versionId}"`)
  const { body } = await add(id, [engraving('For Kari')])
  t.strictSame(propertyValues(body), ['For Kari'])
  t.match(body.orderForm.shipments[0].lineItems, [{ properties: [{ value: 'For Kari' }] }, { properties: [{ value: 'red' }] }])
  t.strictSame(await read(id), body)
})

t.test('given a line with properties, when the same are added again, then nothing changes', async (t) => {
  const { id } = await createdOrder(test)
  const first = (await add(id, [engraving('x')])).body
  t.equal((await add(id, [engraving('x')])).body.versionId, first.versionId)
  t.equal((await add(id, [])).body.versionId, first.versionId)
})

t.test('given an unknown line, when properties are added, then it is 404 and nothing is written', async (t) => {
  const { id, versionId } = await createdOrder(test)
  t.match(await add(id, [engraving('x'), engraving('y', { lineItemId: '9' })]), { status: 404, body: { error: 'NotFound' } })
  t.equal((await read(id)).versionId, versionId)
})

t.test('given properties without line, list or key, when they are added, then it is refused with its path', async (t) => {
  const { id } = await createdOrder(test)
  const refused: [unknown, string][] = [
    [engraving('x', { lineItemId: null }), '[0].lineItemId'],
    [{ lineItemId: '1' }, '[0].properties'],
    [engraving('x', { properties: [{ value: 'x' }] }), '[0].properties[0].key'],
    [engraving('x', { properties: [{ key: 7 }] }), '[0].properties[0].key'],
    [engraving('x', { properties: Array.from({ length: 251 }, (_, index) => ({ key: `${index}` })) }), '[0].properties'],
  ]
  for (const [item, path] of refused) {
    const response = await add(id, [item])
    t.equal(response.status, 400)
    t.ok(response.body.errors[path], `${path} in ${JSON.stringify(response.body.errors)}`)
  }
})

t.test('given one line, when properties are added concurrently, then none is lost', async (t) => {
  const { id } = await createdOrder(test)
  const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
  await Promise.all(keys.map((key) => add(id, [{ lineItemId: '1', properties: [{ key, value: key }] }])))
  t.strictSame(propertyValues(await read(id)).sort(), keys)
})

t.test('given an unknown, foreign, read-only or changed order, when properties are added, then it is refused', async (t) => {
  const readOnly = await createdOrder(test, { isReadOnly: true })
  t.match(await add(readOnly.id, [engraving('x')]), { status: 400, body: { error: 'OrderIsReadOnly' } })
  const deleted = await createdOrder(test, { status: 'Deleted' })
  t.match(await add(deleted.id, [engraving('x')]), { status: 400, body: { error: 'OrderIsDeleted' } })
  t.equal((await add('no such order', [engraving('x')])).status, 404)
  const { id } = await createdOrder(test)
  t.equal((await add(id, [engraving('x')], { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await add(id, [engraving('x')], { headers: { 'if-match': '"old"' } })).status, 412)
})

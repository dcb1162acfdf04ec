import { CustomField } from '@open-oms/contracts/config/custom-fields'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { createdOrder, orderBody, orderFormBody, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const field = (given: object) => Value.Default(CustomField, { en: 'Field', on: 'order', type: 'text', ...given }) as CustomField
const customFields = [
  field({ key: 'weight', type: 'number' }),
  field({ key: 'approvedBy', writers: ['Refund'] }),
  field({ key: 'engraving', on: 'line', type: 'choice', choices: [{ value: 'A', en: null, nb: null }] }),
  field({ key: 'gate', on: 'shipment', type: 'boolean' }),
]
const test = await testOrders(t, { config: { ...(await sampleConfig()), customFields } })
const properties = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
const create = (body: Record<string, unknown>) => test.send({ method: 'POST', url: '/api/Orders', body: orderBody(body) })
const patch = (id: string, body: object, as?: object) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body, ...(as === undefined ? {} : { as }) })
const clerk = { roles: ['OrderAdmin'], claims: { oms_permissions: ['Cancel', 'OverridePrice'] } }

t.test('given declared fields, when an order has wrong values, then 400 names all of them and nothing is written', async (t) => {
  const lineItems = [
    { code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 10, properties: properties({ engraving: 'Z' }) },
  ]
  const response = await create({
    id: 'wrong',
    properties: properties({ weight: 'heavy' }),
    orderForm: orderFormBody({ lineItems }),
  })
  t.equal(response.status, 400)
  t.same(response.body.errors, {
    'properties[weight]': ['must be a number, such as 12.5'],
    'orderForm.lineItems[0].properties[engraving]': ['must be one of A'],
  })
  t.equal((await test.send({ url: '/api/Orders/wrong' })).status, 404)
})

t.test('given a batch, when one order has a wrong value, then its row is refused', async (t) => {
  const body = [orderBody({ id: 'row-1' }), orderBody({ id: 'row-2', properties: properties({ weight: 'x' }) })]
  const response = await test.send({ method: 'POST', url: '/api/Orders/AddMany', body })
  t.equal(response.status, 400, response.text)
  t.match(response.text, /properties\[weight\]/)
})

t.test('given undeclared keys, when an order is written, then it is, and a header names the new ones', async (t) => {
  const made = await create({ id: 'open', properties: properties({ weight: '2.5', 'rød, tråd': 'x' }) })
  t.equal(made.status, 201, made.text)
  t.equal(made.headers['undeclared-properties'], 'r%C3%B8d%2C%20tr%C3%A5d')
  const again = await patch('open', { customerName: 'Ola' })
  t.equal(again.headers['undeclared-properties'], undefined, 'what was there is not new')
})

t.test('given a field with writers, when another writes the order, then only a change of the field is refused', async (t) => {
  const { id } = await createdOrder(test, { properties: properties({ approvedBy: 'Kari', weight: '1' }) })
  const stored = (await test.send({ url: `/api/Orders/${id}`, as: clerk })).body
  const back = await test.send({ method: 'PUT', url: '/api/Orders/Update', body: { ...stored, customerName: 'Per' }, as: clerk })
  t.equal(back.status, 200, back.text)
  const refused = await patch(id, { properties: properties({ approvedBy: 'Me' }) }, clerk)
  t.match([refused.status, refused.body.message], [403, 'You may not write the field "approvedBy".'])
  const removed = await test.send({
    method: 'PUT',
    url: '/api/Orders/Update',
    body: { ...back.body.order, properties: [] },
    as: clerk,
  })
  t.equal(removed.status, 403)
  t.equal((await patch(id, { properties: properties({ approvedBy: 'Nils' }) })).status, 200)
})

t.test('given a cart, when it is written, then types of values are checked, and a header names undeclared keys', async (t) => {
  const strict = await testOrders(t, {
    config: { ...(await sampleConfig()), customFields: [...customFields, field({ key: 'floor', required: true })] },
  })
  const send = (method: 'POST' | 'PUT', url: string, given: Record<string, string>) => {
    const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 10 }]
    const body = { storeId: 'Oslo-01', marketId: 'NOR', properties: properties(given), orderForm: { lineItems } }
    return strict.send({ method, url, body, as: clerk })
  }
  const wrong = await send('POST', '/api/cart', { weight: 'heavy' })
  t.match(wrong, { status: 400, body: { errors: { 'properties[weight]': [/must be a number/] } } })
  const made = await send('POST', '/api/cart', { weight: '2', wrap: 'x', approvedBy: 'Ola' })
  t.match(made, { status: 201, headers: { 'undeclared-properties': 'wrap' } })
  const url = `/api/cart/${made.body.id}`
  t.equal((await send('PUT', url, { weight: 'heavy', wrap: 'x' })).status, 400)
  t.match(await send('PUT', url, { weight: '3', wrap: 'x', more: 'x' }), { headers: { 'undeclared-properties': 'more' } })
  const order = await strict.send({ method: 'POST', url: `${url}/CreateOrder`, as: clerk })
  t.match(order, { status: 400, body: { errors: { 'properties[floor]': ['is required'] } } }, 'what is required counts then')
})

import { CustomField } from '@open-oms/contracts/config/custom-fields'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const field = (given: object) => Value.Default(CustomField, { en: 'Field', on: 'product', ...given }) as CustomField
const catalog = await testCatalog(t)
catalog.config.customFields = [
  field({ key: 'origin', type: 'text', required: true }),
  field({ key: 'weight', type: 'number', writers: ['Refund'] }),
  field({ key: 'engraving', type: 'number', on: 'line' }),
]
const admin = { roles: ['ProductAdmin'], claims: { oms_permissions: ['Refund', 'SeePersonalData'] } }
const editor = { roles: ['ProductAdmin'], claims: { oms_permissions: ['SeePersonalData'] } }
const send = (method: 'POST' | 'PUT', body: object, as: object = admin) =>
  catalog.send({ method, url: '/api/products', body, as })
const properties = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))

t.test('given declared fields, when a product is created, then its values are checked and other keys are named', async (t) => {
  const refused = await send('POST', { productId: 'P-1', weight: 'heavy' })
  t.equal(refused.status, 400)
  t.same(refused.body.errors, { 'properties[origin]': ['is required'], 'properties[weight]': ['must be a number, such as 12.5'] })
  const made = await send('POST', {
    productId: 'P-1',
    properties: properties({ origin: 'NO', weight: '2', engraving: 'x' }),
    colour: 'red',
  })
  t.equal(made.status, 201, made.text)
  t.equal(made.headers['undeclared-properties'], 'engraving, colour')
})

t.test('given a field with writers, when another replaces the product, then only a change of the field is refused', async (t) => {
  const { body } = await catalog.send({ url: '/api/products/P-1' })
  const same = await send('PUT', { ...body, name: 'Cup' }, editor)
  t.equal(same.status, 200, same.text)
  t.equal(same.headers['undeclared-properties'], undefined)
  const changed = await send('PUT', { ...body, properties: properties({ origin: 'NO', weight: '3' }) }, editor)
  t.match([changed.status, changed.body.message], [403, 'You may not write the field "weight".'])
  t.equal((await send('PUT', { ...body, properties: [] })).status, 400, 'a required value stays')
})

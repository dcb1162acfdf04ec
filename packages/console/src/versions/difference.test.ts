import { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { isMoney, isUnitPrice } from '../display/field-words.ts'
import { orderFieldEn, orderFieldsEn } from '../texts/en/api/order-fields.ts'
import { orderFieldsNb } from '../texts/nb/api/order-fields.ts'
import { diffVersions } from './difference.ts'

const cup = { lineItemId: '1', displayName: 'Cup', quantity: 2, deliveredQuantity: 0 }
const plate = { lineItemId: '2', displayName: 'Plate', quantity: 1, deliveredQuantity: 0 }
const before = {
  status: 'New',
  modified: '2026-01-01T00:00:00.000Z',
  versionId: 'a',
  customerPhone: '',
  tags: ['gift'],
  billingAddress: null,
  orderForm: { total: 250, lineItems: [cup, plate], payments: [{ id: 'p1', transactionType: 'Authorization', amount: 250 }] },
}

t.test('given versions that differ only in bookkeeping and in what is empty, when compared, then nothing differs', async (t) => {
  const after = {
    ...before,
    modified: '2026-02-01T00:00:00.000Z',
    versionId: 'b',
    customerPhone: null,
    holds: [],
    customerName: '',
  }
  t.same(diffVersions(before, after), [])
})

t.test('given fields of the order, of an object and of a list of texts, when they change, then each has its path', async (t) => {
  const after = { ...before, status: 'Completed', tags: ['gift', 'urgent'], billingAddress: { city: 'Oslo', line1: null } }
  t.same(diffVersions(before, after), [
    {
      items: [],
      state: 'changed',
      changes: [
        { path: ['status'], before: 'New', after: 'Completed' },
        { path: ['tags'], before: 'gift', after: 'gift, urgent' },
        { path: ['billingAddress', 'city'], before: null, after: 'Oslo' },
      ],
    },
  ])
})

t.test('given lines in another order, when one of them changes, then only that one is listed, by its id', async (t) => {
  const after = { ...before, orderForm: { ...before.orderForm, lineItems: [plate, { ...cup, deliveredQuantity: 2 }] } }
  t.same(diffVersions(before, after), [
    {
      items: [{ list: 'lineItems', id: '1', name: 'Cup' }],
      state: 'changed',
      changes: [{ path: ['deliveredQuantity'], before: 0, after: 2 }],
    },
  ])
})

t.test('given a line that is gone and a capture that is new, when compared, then they are removed and added', async (t) => {
  const capture = { id: 'p2', transactionType: 'Capture', amount: 125, isManuallyAdded: false, paymentId: 0, reason: null }
  const orderForm = { total: 125, lineItems: [cup], payments: [...before.orderForm.payments, capture] }
  const parts = diffVersions(before, { ...before, orderForm })
  t.same(
    parts.map(({ items, state }) => [items.at(-1)?.name ?? null, state]),
    [
      [null, 'changed'],
      ['Plate', 'removed'],
      ['Capture', 'added'],
    ],
  )
  t.same(parts[0]?.changes, [{ path: ['orderForm', 'total'], before: 250, after: 125 }])
  t.same(parts[2]?.changes.at(-1), { path: ['amount'], before: null, after: 125 })
})

t.test('given lines of a shipment, entries of one id and entries without, when compared, then all are matched', async (t) => {
  const of = (quantity: number, comments: string[]) => ({
    shipments: [{ shipmentId: 's', lineItems: [{ ...cup, quantity }] }],
    properties: [
      { key: 'a', value: '1' },
      { key: 'a', value: String(quantity) },
    ],
    orderNotes: comments.map((detail) => ({ detail })),
  })
  const parts = diffVersions(of(2, ['first']), of(3, ['first', 'second']))
  t.same(
    parts.map(({ items, state }) => [items.map(({ list, id }) => `${list} ${id}`).join('/'), state]),
    [
      ['shipments s/lineItems 1', 'changed'],
      ['properties a 2', 'changed'],
      ['orderNotes 2', 'added'],
    ],
  )
  t.same(diffVersions(of(2, ['first']), of(2, ['first'])), [])
})

type Schema = { anyOf?: Schema[]; items?: Schema; properties?: Record<string, Schema> }

/**
 * The names of all fields that an order of the interface can have, with the schemas that they have
 * there.
 */
function collectFieldSchemas(
  schema: Schema,
  found = new Map<string, Schema[]>(),
  seen = new Set<Schema>(),
): Map<string, Schema[]> {
  if (seen.has(schema)) return found
  seen.add(schema)
  for (const one of [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])])
    collectFieldSchemas(one, found, seen)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    found.set(name, [...(found.get(name) ?? []), field])
    collectFieldSchemas(field, found, seen)
  }
  return found
}

t.test('given every field of an order, when its name is shown, then it has words, Norwegian ones too', async (t) => {
  const names = [...collectFieldSchemas(Order as Schema).keys()]
  t.ok(names.length > 300)
  t.same(
    names.filter((name) => !(name in orderFieldsNb)),
    [],
    'fields without a Norwegian name',
  )
  t.same(
    Object.keys({ ...orderFieldsNb, ...orderFieldsEn }).filter((name) => !names.includes(name)),
    [],
    'names without a field',
  )
  t.same(['customerPhone', 'placedPriceExclTax', 'heightInCm'].map(orderFieldEn), [
    'Customer phone',
    'Price excl. VAT',
    'Height in cm',
  ])
})

t.test('given every field of an order, when it has a number, then only amounts of money have the currency', async (t) => {
  const rates = ['taxRate', 'shipmentTaxRate', 'percentage', 'discountValue', 'earnedPoints', 'newPointsOnHold']
  const isAmount = (schema: Schema): boolean =>
    JSON.stringify(schema).includes('12 integer digits') || (schema.anyOf ?? []).some(isAmount)
  for (const [name, schemas] of collectFieldSchemas(Order as Schema)) {
    const isNumber = schemas.some(
      (schema) => /"type":"(number|integer)"/.test(JSON.stringify(schema)) && !('properties' in schema),
    )
    if (!isNumber || schemas.some((schema) => /"properties"/.test(JSON.stringify(schema)))) continue
    t.equal(isMoney(name), schemas.every(isAmount) && !rates.includes(name), name)
  }
})

t.test('given fields of an order, when they are amounts of one unit, then they have up to four decimals', async (t) => {
  const fields = [...collectFieldSchemas(Order as Schema).keys()].filter(isUnitPrice)
  t.ok(['placedPrice', 'suggestedRetailPrice', 'cost'].every((name) => fields.includes(name)))
  t.ok(fields.every(isMoney))
  t.notOk(isUnitPrice('costTotal') || isUnitPrice('placedPriceExclTax'), 'these are rounded')
})

import t from 'tap'
import { changedFields, newProduct, type ReadProduct, replacedProduct } from './new-product.ts'

const context = { now: '2026-01-31T12:00:00.000Z', versionId: 'v1', actor: 'test' }
const later = { now: '2026-02-01T12:00:00.000Z', versionId: 'v2', actor: 'other' }
const product = (given: Partial<ReadProduct> = {}) => newProduct({ productId: 'A', ...given }, context)
const invalidAt = (path: string) => ({ code: 'ValidationFailed', details: { errors: { [path]: [String] } } })

t.test('given a new product, when it is made, then it has every field, lists empty and scalars null', async (t) => {
  t.same(product({ name: 'Cup', price: 89 }), {
    productId: 'A',
    name: 'Cup',
    description: null,
    brand: null,
    productType: null,
    unit: null,
    gtins: [],
    price: 89,
    cost: null,
    taxRate: null,
    taxGroupCode: null,
    mainImageUrl: null,
    isPackage: false,
    isBundle: false,
    components: [],
    variants: [],
    assets: [],
    properties: [],
    created: context.now,
    modified: context.now,
    modifiedBy: 'test',
    revision: 1,
    versionId: 'v1',
  })
})

t.test('given requests with fields in another order, when products are made, then equal content is equal text', async (t) => {
  const one = product({ variants: [{ skuId: 'A-1' }], gtins: ['1'], components: [{ productId: 'B', quantity: 1 }] })
  const other = product({ components: [{ quantity: 1, productId: 'B' }], gtins: ['1'], variants: [{ skuId: 'A-1' }] })
  t.equal(JSON.stringify(one), JSON.stringify(other))
})

t.test('given unknown fields, when a product is made, then they become properties with their type', async (t) => {
  const request = { productId: 'A', colour: 'red', weight: 1.5, isFragile: true, size: { cm: 3 }, nothing: null }
  const { properties } = newProduct(
    {
      ...request,
      properties: [
        { key: 'colour', value: 'blue' },
        { key: 'x', value: 'y' },
      ],
    } as never,
    context,
  )
  t.same(properties, [
    { key: 'x', keyGroup: null, value: 'y', valueType: null },
    { key: 'colour', keyGroup: null, value: 'red', valueType: null },
    { key: 'weight', keyGroup: null, value: '1.5', valueType: 'number' },
    { key: 'isFragile', keyGroup: null, value: 'true', valueType: 'boolean' },
    { key: 'size', keyGroup: null, value: '{"cm":3}', valueType: 'json' },
  ])
})

t.test('given properties and unknown fields, when they are more than 250 together, then the product is refused', async (t) => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`free${i}`, 'x']))
  const kept = product({ properties: [{ key: 'k', value: 'v' }], ...fields(249) })
  t.equal(kept.properties.length, 250)
  t.throws(() => product({ properties: [{ key: 'k', value: 'v' }], ...fields(250) }), invalidAt('properties'))
  t.throws(() => replacedProduct(kept, { productId: 'A', another: 'x' } as never, later), invalidAt('properties'))
})

t.test('given a field named like a built-in property, when a product is made, then it becomes a property', async (t) => {
  const { properties } = product({ constructor: 'x', toString: 'y', valueOf: 'z' } as never)
  t.same(
    properties.map(({ key, value }) => [key, value]),
    [
      ['constructor', 'x'],
      ['toString', 'y'],
      ['valueOf', 'z'],
    ],
  )
})

t.test('given fields that the server sets, when a product is made, then those of the request are ignored', async (t) => {
  t.match(product({ created: '1999-01-01T00:00:00.000Z', revision: 7, versionId: 'mine', modifiedBy: 'me' }), {
    created: context.now,
    revision: 1,
    versionId: 'v1',
    modifiedBy: 'test',
  })
})

t.test('given an id that is part of a path, when a product is made, then it is refused in any letter case', async (t) => {
  for (const productId of ['Assets', 'searchProducts', 'ADDPRODUCTIMAGE', '..']) {
    t.throws(() => newProduct({ productId }, context), invalidAt('productId'), productId)
  }
})

t.test('given variants, when a SKU repeats or is the id of the product, then the product is refused', async (t) => {
  t.throws(() => product({ variants: [{ skuId: 'A-1' }, { skuId: 'A-1' }] }), invalidAt('variants[1].skuId'))
  t.throws(() => product({ variants: [{ skuId: 'A' }] }), invalidAt('variants[0].skuId'))
})

t.test('given price offsets under either name, when a product is made, then they are written under the first', async (t) => {
  const options = [
    { skuId: 'B-1', priceOffsets: [{ marketId: 'NOR', amount: 10, currency: 'NOK' }] },
    { skuId: 'B-2', priceOffsets: [{ marketId: 'SWE', unitPrice: 12, currencyCode: 'SEK' }] },
    { skuId: 'B-3', priceOffsets: [{ amount: 0 }] },
  ]
  const [component] = product({ components: [{ productId: 'B', quantity: 1, options }] }).components
  t.same(
    component?.options.map(({ priceOffsets }) => priceOffsets),
    [
      [{ marketId: 'NOR', amount: 10, currency: 'NOK' }],
      [{ marketId: 'SWE', amount: 12, currency: 'SEK' }],
      [{ marketId: null, amount: 0, currency: null }],
    ],
  )
})

t.test('given a stored product, when it is updated, then unsent lists stay, empty ones clear and others replace', async (t) => {
  const stored = product({
    name: 'Box',
    price: 10,
    gtins: ['1'],
    isPackage: true,
    components: [{ productId: 'B', quantity: 2 }],
    variants: [{ skuId: 'A-1', gtins: ['2'], components: [{ productId: 'C', quantity: 1 }] }],
    properties: [{ key: 'k', value: 'v' }],
  })
  const kept = replacedProduct(stored, { productId: 'A', name: 'Box', isPackage: true }, later)
  t.same(changedFields(stored, kept), ['price'])
  t.match(kept, { price: null, revision: 2, versionId: 'v2', created: context.now, modified: later.now, modifiedBy: 'other' })

  const cleared = replacedProduct(stored, { productId: 'A', components: [], variants: [], gtins: [], properties: [] }, later)
  t.same([cleared.components, cleared.variants, cleared.gtins, cleared.properties], [[], [], [], []])
  t.equal(cleared.isPackage, false)
})

t.test('given variants of a product, when it is updated, then sent ones keep their lists and others are dropped', async (t) => {
  const stored = product({
    variants: [{ skuId: 'A-1', gtins: ['1'], components: [{ productId: 'B', quantity: 1 }] }, { skuId: 'A-2' }],
  })
  const { variants } = replacedProduct(
    stored,
    { productId: 'A', variants: [{ skuId: 'A-1', name: 'One', gtins: [] }, { skuId: 'A-3' }] },
    later,
  )
  t.same(
    variants.map(({ skuId, name, gtins, components }) => [skuId, name, gtins, components.length]),
    [
      ['A-1', 'One', [], 1],
      ['A-3', null, [], 0],
    ],
  )
})

t.test('given an unknown field, when a product is updated, then it is added to the stored properties', async (t) => {
  const stored = product({ properties: [{ key: 'k', value: 'v' }] })
  const { properties } = replacedProduct(stored, { productId: 'A', colour: 'red' } as never, later)
  t.same(
    properties.map(({ key }) => key),
    ['k', 'colour'],
  )
})

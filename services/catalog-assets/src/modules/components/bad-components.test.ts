import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const send = (method: 'POST' | 'PUT', body: unknown) => catalog.send({ method, url: '/api/products', body })
await send('POST', { productId: 'cup', variants: [{ skuId: 'cup-red' }] })
await send('POST', { productId: 'box' })

const cases = [
  {
    given: 'rows that miss fields or have values of the wrong type',
    error: 'ComponentInvalid',
    body: {
      components: [
        { quantity: '1' },
        'cup',
        { productId: 'cup', quantity: 0 },
        { productId: 'cup', quantity: 1, options: [{}, { skuId: 7, priceOffsets: [{ marketId: 'NOR' }] }] },
        {
          productId: 'cup',
          quantity: 1,
          options: [{ skuId: 'cup-red', priceOffsets: [{}, { amount: 1 }, { currency: 'NOK' }] }],
        },
        null,
      ],
      variants: [
        { skuId: 'bad-1', components: [{ productId: 'cup' }] },
        { skuId: 'bad-2', components: 'cup' },
        { skuId: 'bad-3', components: [{ productId: 'cup', quantity: 1, skuId: true }] },
      ],
    },
    paths: [
      'components[0].productId',
      'components[0].quantity',
      'components[1]',
      'components[2].quantity',
      'components[3].options[1].skuId',
      'components[4].options[0].priceOffsets[0].amount',
      'components[4].options[0].priceOffsets[2].amount',
      'components[5]',
      'variants[0].components[0].quantity',
      'variants[1].components',
      'variants[2].components[0].skuId',
    ],
  },
  {
    given: 'rows that break rules, name unknown products and name unknown SKUs',
    error: 'ComponentInvalid',
    body: {
      components: [
        { productId: 'cup', quantity: 0, componentId: 'a', options: [{}, { productId: 'gone' }] },
        { productId: 'gone', quantity: -1, componentId: 'a' },
        { productId: 'cup', quantity: 1, skuId: 'cup-blue', shipTogetherWithComponentId: 'z' },
      ],
      variants: [{ skuId: 'bad-1', components: [{ productId: 'lost', quantity: 1 }] }],
    },
    paths: [
      'components[0].options[0]',
      'components[0].options[1].productId',
      'components[0].quantity',
      'components[1].componentId',
      'components[1].productId',
      'components[1].quantity',
      'components[2].shipTogetherWithComponentId',
      'components[2].skuId',
      'variants[0].components[0].productId',
    ],
  },
  {
    given: 'rows that name unknown products, and one that names an unknown SKU',
    error: 'ComponentProductNotFound',
    body: {
      components: [
        { productId: 'gone', quantity: 1 },
        { productId: 'cup', quantity: 1 },
        { productId: 'lost', quantity: 1 },
        { productId: 'cup', quantity: 1, options: [{ skuId: 'cup-blue' }] },
      ],
    },
    paths: ['components[0].productId', 'components[2].productId', 'components[3].options[0].skuId'],
  },
  {
    given: 'variants with codes that are taken in the product',
    error: 'ValidationFailed',
    body: { variants: [{ skuId: 'v' }, { skuId: 'v' }, { skuId: 'w' }, { skuId: 'v' }, { skuId: 'bad' }] },
    paths: ['variants[1].skuId', 'variants[3].skuId', 'variants[4].skuId'],
  },
]

// Found in a trial from outside: of several bad rows only the first was named, so that a catalogue
// was corrected row by row.
for (const { given, error, body, paths } of cases) {
  t.test(`given ${given}, when the product is created or replaced, then the error names every bad path`, async (t) => {
    const created = await send('POST', { productId: 'bad', ...body })
    t.match(created, { status: 400, body: { error } })
    t.same(Object.keys(created.body.errors).sort(), paths)
    t.ok(created.body.message.endsWith(`, and ${paths.length - 1} more.`), created.body.message)
    const replaced = await send('PUT', { productId: 'box', ...JSON.parse(JSON.stringify(body).replaceAll('"bad"', '"box"')) })
    t.match(replaced, { status: 400, body: { error } })
    t.same(Object.keys(replaced.body.errors).sort(), paths)
  })
}

t.test('given thousands of bad rows, then the error names 100 of them', async (t) => {
  const components = Array.from({ length: 250 }, () => ({ productId: 'cup', quantity: 0 }))
  const { status, body } = await send('POST', { productId: 'bad', components })
  t.same([status, Object.keys(body.errors).length], [400, 100])
})

t.test('given several assets without an id or with one that cannot be, then the error names every bad path', async (t) => {
  const update = (list: unknown) => catalog.send({ method: 'POST', url: '/api/products/Assets/UpdateAssets', body: list })
  const { status, body } = await update([{ assetId: 'a' }, {}, { assetId: 'a' }, { assetId: '..' }, { assetId: 'b' }])
  t.same([status, Object.keys(body.errors)], [400, ['[1].assetId', '[2].assetId', '[3].assetId']])
})

import type { PackageComponent } from '@open-oms/contracts/catalog/product'
import t from 'tap'
import { aProduct } from '../../testing/products/test-products.ts'
import { cartCalls, createdCart, knownProducts } from '../../testing/test-carts.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const component = (fields: Partial<PackageComponent>): PackageComponent => ({
  productId: 'A',
  quantity: 1,
  componentId: null,
  skuId: null,
  options: [],
  isRequired: false,
  componentName: null,
  shipTogetherWithComponentId: null,
  ...fields,
})
const option = (skuId: string | null, productId: string | null, offsets: Record<string, number> = {}) => ({
  skuId,
  productId,
  priceOffsets: Object.entries(offsets).map(([marketId, amount]) => ({ marketId, amount, currency: null })),
})
const kit = {
  isPackage: true,
  prices: [{ skuId: 'KIT', price: 500, cost: 200 }],
  components: [component({ productId: 'A', quantity: 2 }), component({ productId: 'INNER' })],
}
const products = [
  aProduct('A'),
  aProduct('B'),
  aProduct('C'),
  aProduct('KIT', kit),
  aProduct('INNER', { isPackage: true, components: [component({ productId: 'B', quantity: 3 })] }),
  aProduct('PC', {
    isBundle: true,
    prices: [{ skuId: 'PC', price: 900, cost: 500 }],
    components: [
      component({
        productId: 'A',
        componentId: 'disk',
        isRequired: true,
        options: [option('A', 'A'), option('B', 'B', { NOR: 150, SWE: 9 }), option(null, 'C', { NOR: -50 })],
      }),
      component({ productId: 'B', componentId: 'mouse', options: [option('B', 'B', { NOR: 20 })] }),
    ],
  }),
  aProduct('SET', {
    isBundle: true,
    prices: [{ skuId: 'SET', price: 300, cost: 100 }],
    components: [
      component({ productId: 'A', componentId: 'first', isRequired: true, options: [option('A', 'A'), option('B', 'B')] }),
      component({ productId: 'B', componentId: 'second', quantity: 2, options: [option('B', 'B', { NOR: 20 })] }),
      component({ productId: 'C', componentId: 'gift' }),
    ],
  }),
]

const test = await testOrders(t)
const carts = cartCalls(test)
await knownProducts(test, ...products)

type Line = {
  lineItemId: string
  code: string
  quantity: number
  packageLineItemId: string | null
  components: { id: string; componentId: string }[]
}
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
const toLineRows = (cart: any) =>
  cart.orderForm.lineItems.map(({ code, quantity, packageLineItemId }: Line) => [code, quantity, packageLineItemId])

t.test(
  'when a package is added, then the lines of its components follow, and their quantities follow its quantity',
  async (t) => {
    const { id } = await createdCart(test)
    const { body } = await carts.add(id, { skuId: 'KIT', quantity: '2' })
    t.same(toLineRows(body), [
      ['KIT', 2, null],
      ['A', 4, '1'],
      ['INNER', 2, '1'],
      ['B', 6, '3'],
    ])
    t.match(body.orderForm.lineItems[0], { isPackageProduct: true, isPackageBrokeDown: true, placedPrice: 500 })
    t.match(body.orderForm.lineItems[1], { packageSkuId: 'KIT', componentId: String, placedPrice: 0 })
    t.equal(body.total, 1000)
    const raised = await carts.add(id, { skuId: 'KIT', quantity: '1' })
    t.same(
      toLineRows(raised.body).map(([, quantity]: [string, number]) => quantity),
      [3, 6, 3, 9],
    )
    const single = await carts.add(id, { skuId: 'A', quantity: '1' })
    t.same(toLineRows(single.body).at(-1), ['A', 1, null], 'the line of a component is not that of the SKU')
    t.equal((await carts.set(id, { lineItemId: '2', quantity: 1 })).status, 400)
    t.same(toLineRows((await carts.set(id, { code: 'KIT', quantity: 0 })).body), [['A', 1, null]])
  },
)

t.test(
  'given a cart with packages, when it is created, then they are broken down, and its order has the same lines',
  async (t) => {
    const { id, orderForm } = await createdCart(test, { orderForm: { lineItems: [{ code: 'KIT', quantity: 1 }] } })
    t.equal(orderForm.lineItems.length, 4)
    const { body } = await carts.order(id)
    t.same(toLineRows(body), toLineRows({ orderForm }))
    t.same(
      body.orderForm.lineItems.map((line: Line & { componentId: string }) => line.componentId),
      orderForm.lineItems.map((line: Line & { componentId: string }) => line.componentId),
    )
    await test.background.idle()
    t.equal((await test.send({ url: `/api/Orders/${body.id}` })).body.orderForm.lineItems.length, 4)
  },
)

t.test(
  'given a bundle in a cart, when its components are selected, then the price includes the options of the market',
  async (t) => {
    const { id } = await createdCart(test)
    const bundle = (await carts.add(id, { skuId: 'PC', quantity: '2' })).body.orderForm.lineItems
    t.equal(bundle.length, 1, 'nothing is selected yet')
    t.match(bundle[0], { isBundle: true, placedPrice: 900, components: [{ id: 'disk' }, { id: 'mouse' }] })
    const [disk, mouse] = bundle[0].components.map(({ componentId }: { componentId: string }) => componentId)
    const chosen = await carts.select([id, '1'], [{ componentId: disk, skuId: 'B' }])
    t.equal(chosen.status, 200)
    t.equal(chosen.headers.etag, `"${chosen.body.versionId}"`)
    t.same(toLineRows(chosen.body), [
      ['PC', 2, null],
      ['B', 2, '1'],
    ])
    t.equal(chosen.body.orderForm.lineItems[0].placedPrice, 1050)
    const url = `/api/cart/${id}/updatecomponentsincart/orderLineId/1`
    const again = await test.send({ method: 'POST', url, body: [{ ComponentId: 'disk', SkuId: 'B' }] })
    t.match(again, { status: 200, body: { total: 2100 } }, 'the same by the id of the catalogue, as often as one likes')
    const all = await carts.select(
      [id, '1'],
      [
        { componentId: disk, productId: 'C' },
        { componentId: mouse, skuId: 'B' },
      ],
    )
    t.same(
      toLineRows(all.body).map(([code]: [string]) => code),
      ['PC', 'C', 'B'],
    )
    t.equal(all.body.orderForm.lineItems[0].placedPrice, 870)
    t.equal(all.body.total, 1740)
    t.same((await carts.read(id)).body, all.body)
    t.equal((await carts.order(id)).body.total, 1740)
  },
)

t.test(
  'given earlier selections, when others are sent, then unnamed components stay, and 0 removes an optional one',
  async (t) => {
    const { id } = await createdCart(test)
    await carts.add(id, { skuId: 'SET', quantity: '1' })
    const after = async (...selections: object[]) => {
      const { status, body } = await carts.select([id, '1'], selections)
      if (status !== 200) return `${status} ${body.message}`
      return [
        body.total,
        ...toLineRows(body)
          .slice(1)
          .map(([code, quantity]: [string, number]) => `${code} ${quantity}`),
      ]
    }
    t.same(await after({ componentId: 'first', skuId: 'A' }), [300, 'A 1', 'C 1'])
    t.same(await after({ componentId: 'second', skuId: 'B' }), [320, 'A 1', 'B 2', 'C 1'])
    t.same(await after({ componentId: 'first', skuId: 'B' }), [320, 'B 1', 'B 2', 'C 1'])
    t.same(await after({ componentId: 'second', quantity: 1 }), [320, 'B 1', 'B 1', 'C 1'])
    t.same(await after(), [320, 'B 1', 'B 1', 'C 1'])
    t.same(await after({ componentId: 'gift', quantity: 0 }), [320, 'B 1', 'B 1'])
    t.same(await after({ componentId: 'second', quantity: 0 }), [300, 'B 1'])
    t.match(await after({ componentId: 'first', quantity: 0 }), /^400 .*"first" is required/)
    t.same(await after({ componentId: 'first', skuId: 'A' }), [300, 'A 1'])
    const { body } = await carts.order(id)
    t.same(toLineRows(body), [
      ['SET', 1, null],
      ['A', 1, '1'],
    ])
  },
)

t.test('when a selection is invalid, then the error names the component', async (t) => {
  const { id } = await createdCart(test)
  const cart = (await carts.add(id, { skuId: 'PC', quantity: '1' })).body
  await carts.add(id, { skuId: 'A', quantity: '1' })
  const [disk, mouse] = cart.orderForm.lineItems[0].components.map(({ componentId }: { componentId: string }) => componentId)
  const refused: [number, RegExp, unknown][] = [
    [400, /disk/, [{ componentId: disk, skuId: 'KIT' }]],
    [400, /disk/, [{ componentId: mouse, skuId: 'B' }]],
    [400, /nothing/, [{ componentId: 'nothing', skuId: 'B' }]],
    [400, /componentId/, [{ skuId: 'B' }]],
    [400, /list/, {}],
  ]
  for (const [status, named, body] of refused) {
    const response = await carts.select([id, '1'], body)
    t.match({ status: response.status, message: response.body.message }, { status, message: named }, JSON.stringify(body))
  }
  t.equal((await carts.select([id, '2'], [{ componentId: disk, skuId: 'B' }])).status, 400)
  t.equal((await carts.select([id, '99'], [{ componentId: disk, skuId: 'B' }])).status, 404)
  t.equal((await carts.select(['nothing', '1'], [{ componentId: disk, skuId: 'B' }])).status, 404)
  const stale = await carts.select([id, '1'], [{ componentId: disk, skuId: 'B' }], { headers: { 'if-match': '"stale"' } })
  t.equal(stale.status, 412)
  t.same(toLineRows((await carts.read(id)).body), [
    ['PC', 1, null],
    ['A', 1, null],
  ])
})

t.test(
  'given a bundle without a required component, when its cart is ordered, then the request fails and the cart stays',
  async (t) => {
    const { id } = await createdCart(test)
    await carts.add(id, { skuId: 'A', quantity: '1' })
    await carts.add(id, { skuId: 'PC', quantity: '1' })
    const refused = await carts.order(id)
    t.match(refused, { status: 400, body: { error: 'ComponentInvalid', message: /disk/ } })
    t.same(Object.keys(refused.body.errors), ['orderForm.lineItems[1].components'])
    t.equal((await carts.dryRun(id, 'New')).status, 400)
    t.equal((await test.send({ url: `/api/Orders/carts/${id}` })).status, 404)
    t.equal((await carts.select([id, '2'], [{ componentId: 'disk', skuId: 'A' }])).status, 200)
    t.equal((await carts.order(id)).status, 201)
  },
)

t.test('when a request is invalid, then the errors have its paths', async (t) => {
  const { id } = await createdCart(test)
  await carts.add(id, { skuId: 'KIT', quantity: '1' })
  const errorPaths = (response: { status: number; body: { errors: object } }) => [
    response.status,
    Object.keys(response.body.errors),
  ]
  t.same(errorPaths(await carts.select([id, '1'], [{ componentId: 'A', skuId: 'A', quantity: 1 }])), [400, ['[0].componentId']])
  const { components } = (await carts.read(id)).body.orderForm.lineItems[0]
  const reduced = await carts.select([id, '1'], [{ componentId: components[0].componentId, quantity: 1 }])
  t.same(errorPaths(reduced), [400, ['[0].quantity']])
  t.equal((await carts.read(id)).body.orderForm.lineItems[1].quantity, 2)
  t.same(errorPaths(await carts.set(id, { code: 'KIT', quantity: 999999999 })), [400, ['quantity']])
  await carts.add(id, { skuId: 'PC', quantity: '1' })
  const unselected = await carts.select([id, '5'], [{ componentId: 'mouse', skuId: 'B' }])
  t.same(errorPaths(unselected), [400, ['orderLineId']])
})

t.test('given autoBreakdown off, when a package is added, then it is one line with selectable components', async (t) => {
  const config = structuredClone(await sampleConfig())
  config.settings.packages.autoBreakdown = false
  const whole = await testOrders(t, { config, database: test.database })
  const { add, select } = cartCalls(whole)
  const { id } = await createdCart(whole)
  t.same(toLineRows((await add(id, { skuId: 'KIT', quantity: '1' })).body), [['KIT', 1, null]])
  const { components } = (await add(id, { skuId: 'PC', quantity: '1' })).body.orderForm.lineItems[1]
  const { body } = await select([id, '2'], [{ componentId: components[0].componentId, skuId: 'B' }])
  t.equal(body.orderForm.lineItems.length, 2)
  t.match(body.orderForm.lineItems[1], { placedPrice: 1050, components: [{ skuId: 'B' }, { skuId: null }] })
})

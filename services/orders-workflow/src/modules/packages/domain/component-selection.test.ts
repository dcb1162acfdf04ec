import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import {
  aBundle,
  aPackage,
  brokenDown,
  component,
  knownSku,
  option,
  packageContext,
  requireLineByCode,
  written,
} from '../../../testing/products/test-packages.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import type { ComponentSelection } from './component-selection.ts'
import { selectComponents } from './package-selection.ts'

const config = await sampleConfig()
const products = [
  aBundle(
    'PC',
    [
      component('DISK', {
        componentId: 'disk',
        componentName: 'Disk',
        isRequired: true,
        options: [option('SMALL'), option('LARGE', { offset: 150.5 })],
      }),
      component('SCREEN', { componentId: 'screen', quantity: 2, options: [option(null, { productId: 'SCREENS', offset: -20 })] }),
      component('MOUSE'),
    ],
    { price: 1000 },
  ),
  knownSku('SMALL', { productId: 'DISK' }),
  knownSku('LARGE', { productId: 'DISK' }),
  knownSku('HUGE', { productId: 'DISK' }),
  knownSku('S-24', { productId: 'SCREENS' }),
  knownSku('S-27', { productId: 'SCREENS' }),
  knownSku('MOUSE'),
]
const context = packageContext(config, products)
const cart = brokenDown(
  {
    lineItems: [
      { code: 'PC', quantity: 2, placedPrice: 1000 },
      { code: 'PEN', placedPrice: 5 },
    ],
    shipments: [{}],
  },
  context,
)
const select = (selections: ComponentSelection[], { of = cart, allocates = false } = {}): Order =>
  written(
    selectComponents(
      of,
      { lineItemId: '1', selections, path: '', linePath: 'orderLineId' },
      packageContext(config, products, { allocates }),
    ),
    config,
    of,
  )
const goods = (of: Order) => of.orderForm.lineItems.slice(2).map((line) => `${line.code} ${line.quantity}`)

t.test('when components are selected, then they get lines, and the price includes the options of the market', (t) => {
  const small = select([{ componentId: 'disk', skuId: 'SMALL' }])
  t.same(goods(small), ['SMALL 2', 'MOUSE 2'])
  t.match(requireLineByCode(small, 'PC'), { placedPrice: 1000, isPackageProduct: true, isBundle: true, isPackageBrokeDown: true })
  const large = select([{ componentId: 'disk', skuId: 'LARGE' }])
  t.equal(requireLineByCode(large, 'PC').placedPrice, 1150.5)
  t.equal(large.total, 2306)
  t.end()
})

t.test('given earlier selections, when components are selected again, then lines and price follow and unnamed ones stay', (t) => {
  const first = select([
    { componentId: 'disk', skuId: 'LARGE' },
    { componentId: 'screen', skuId: 'S-24' },
  ])
  t.same(goods(first), ['LARGE 2', 'S-24 4', 'MOUSE 2'])
  t.equal(requireLineByCode(first, 'PC').placedPrice, 1130.5)
  const second = select([{ componentId: 'screen', skuId: 'S-27', quantity: 1 }], { of: first })
  t.same(goods(second), ['LARGE 2', 'S-27 2', 'MOUSE 2'])
  t.equal(requireLineByCode(second, 'PC').placedPrice, 1130.5)
  t.equal(second.orderForm.shipments[0]?.lineItems.length, 5)
  const third = select(
    [
      { componentId: 'screen', quantity: 0 },
      { componentId: 'disk', skuId: 'SMALL' },
    ],
    { of: second },
  )
  t.same(goods(third), ['SMALL 2', 'MOUSE 2'])
  t.equal(requireLineByCode(third, 'PC').placedPrice, 1000)
  const ids = (of: Order) => requireLineByCode(of, 'PC').components.map(({ componentId }) => componentId)
  t.same(ids(third), ids(first), 'components keep their ids')
  t.end()
})

t.test('given a selection that names no SKU, when it has another quantity, then the SKU that was selected before stays', (t) => {
  const of = select([
    { componentId: 'disk', skuId: 'LARGE' },
    { componentId: 'screen', skuId: 'S-24' },
  ])
  const fewer = select([{ componentId: 'screen', quantity: 1 }], { of })
  t.same(goods(fewer), ['LARGE 2', 'S-24 2', 'MOUSE 2'])
  t.equal(requireLineByCode(fewer, 'PC').placedPrice, 1130.5)
  t.same(goods(select([{ componentId: 'disk', skuId: 'SMALL' }], { of: fewer })), ['SMALL 2', 'S-24 2', 'MOUSE 2'])
  t.end()
})

t.test(
  'given an optional component without options, when its quantity is 0, then it is removed until it is selected again',
  (t) => {
    const componentId = requireLineByCode(cart, 'PC').components.at(-1)?.componentId as string
    const out = select([
      { componentId: 'disk', skuId: 'SMALL' },
      { componentId, quantity: 0 },
    ])
    t.same(goods(out), ['SMALL 2'])
    t.match(requireLineByCode(out, 'PC').components.at(-1), { productId: 'MOUSE', quantity: 0 })
    t.equal(requireLineByCode(out, 'PC').placedPrice, 1000, 'the price of the bundle stays')
    const later = select([{ componentId: 'screen', skuId: 'S-24' }], { of: out })
    t.same(goods(later), ['SMALL 2', 'S-24 4'])
    t.same(goods(select([{ componentId }], { of: later })), ['SMALL 2', 'S-24 4', 'MOUSE 2'])
    t.end()
  },
)

t.test('given a component without options, when fewer of it are selected, then later selections keep that quantity', (t) => {
  const three = [aBundle('SET', [component('CUP', { componentId: 'cup', quantity: 3 }), component('POT', { isRequired: true })])]
  const known = packageContext(config, [...three, knownSku('CUP'), knownSku('POT')])
  const of = brokenDown({ lineItems: [{ code: 'SET', placedPrice: 100 }] }, known)
  const chosen = (from: Order, ...selections: ComponentSelection[]) =>
    selectComponents(from, { lineItemId: '1', selections, path: '', linePath: 'orderLineId' }, known)
  const units = (after: Order) => after.orderForm.lineItems.slice(1).map((line) => `${line.code} ${line.quantity}`)
  const fewer = chosen(of, { componentId: 'cup', quantity: 2 })
  t.same(units(fewer), ['CUP 2', 'POT 1'])
  t.same(units(chosen(fewer)), ['CUP 2', 'POT 1'])
  t.same(units(chosen(fewer, { componentId: 'cup', quantity: 0 })), ['POT 1'])
  const pot = requireLineByCode(of, 'SET').components[1]?.componentId as string
  t.throws(() => chosen(of, { componentId: pot, quantity: 0 }), { code: 'ComponentInvalid', message: /"POT" must be above 0/ })
  const all = [aBundle('SET', [component('CUP', { componentId: 'cup', quantity: 3 })])]
  const alone = packageContext(config, [...all, knownSku('CUP')])
  const last = () =>
    selectComponents(
      brokenDown({ lineItems: [{ code: 'SET' }] }, alone),
      { lineItemId: '1', selections: [{ componentId: 'cup', quantity: 0 }], path: '', linePath: 'orderLineId' },
      alone,
    )
  t.throws(last, { code: 'ComponentInvalid', message: /no component left/ })
  t.end()
})

t.test('given the price on the components, when components are selected, then it is spread again from the package price', (t) => {
  const of = select([{ componentId: 'disk', skuId: 'LARGE' }], { allocates: true })
  t.equal(requireLineByCode(of, 'PC').placedPrice, 0)
  t.equal(of.total, 2306)
  const again = select([{ componentId: 'disk', skuId: 'SMALL' }], { of, allocates: true })
  t.equal(again.total, 2005)
  t.end()
})

t.test('given price offsets of other markets and currencies, when components are selected, then they do not count', (t) => {
  const foreign = {
    skuId: 'SMALL',
    productId: null,
    priceOffsets: [
      { marketId: 'SWE', amount: 9, currency: 'SEK' },
      { marketId: 'NOR', amount: 7, currency: 'EUR' },
      { marketId: 'NOR', amount: 3, currency: 'NOK' },
    ],
  }
  const own = [aBundle('PC', [component('DISK', { componentId: 'disk', options: [foreign] })]), knownSku('SMALL')]
  const of = brokenDown({ lineItems: [{ code: 'PC', placedPrice: 1000 }] }, packageContext(config, own))
  const selections = [{ componentId: 'disk', skuId: 'SMALL' }]
  const after = selectComponents(
    of,
    { lineItemId: '1', selections, path: '', linePath: 'orderLineId' },
    packageContext(config, own),
  )
  t.equal(requireLineByCode(after, 'PC').placedPrice, 1003)
  t.end()
})

const refused: Record<string, { selections: ComponentSelection[]; message: RegExp; code?: string }> = {
  'a variant that is not among the options': {
    selections: [{ componentId: 'disk', skuId: 'HUGE' }],
    message: /"HUGE".*"Disk \(disk\)"/,
  },
  'a product that is not among the options': {
    selections: [{ componentId: 'screen', productId: 'MOUSE' }],
    message: /"MOUSE".*screen/,
  },
  'an unknown product': { selections: [{ componentId: 'screen', skuId: 'S-99' }], message: /"S-99".*screen/ },
  'a product of several variants': {
    selections: [{ componentId: 'screen', productId: 'SCREENS' }],
    message: /screen.*several variants/,
  },
  'an unknown component': { selections: [{ componentId: 'keyboard', skuId: 'K' }], message: /"keyboard" is not a component/ },
  'a component twice': {
    selections: [
      { componentId: 'disk', skuId: 'SMALL' },
      { componentId: 'disk', skuId: 'LARGE' },
    ],
    message: /"disk" is selected twice/,
  },
  'more than the bundle has of it': {
    selections: [{ componentId: 'screen', skuId: 'S-24', quantity: 3 }],
    message: /screen.*at most 2/,
  },
  'a negative quantity': { selections: [{ componentId: 'screen', skuId: 'S-24', quantity: -1 }], message: /screen/ },
  'without a required component': {
    selections: [{ componentId: 'screen', skuId: 'S-24' }],
    message: /"Disk \(disk\)" is required/,
  },
  'a required component taken back': {
    selections: [{ componentId: 'disk', quantity: 0 }],
    message: /"Disk \(disk\)" is required/,
  },
  'a selection of nothing': {
    selections: [
      { componentId: 'disk', skuId: 'SMALL' },
      { componentId: 'screen', quantity: 1 },
    ],
    message: /skuId.*or productId is required.*"screen"/,
  },
  nothing: { selections: [], message: /"Disk \(disk\)" is required/ },
}
for (const [name, { selections, message, code = 'ComponentInvalid' }] of Object.entries(refused)) {
  t.test(`given ${name}, when components are selected, then it is refused`, (t) => {
    t.throws(() => select(selections), { code, message })
    t.end()
  })
}

t.test('when components are selected for an unknown line or no package, then the request fails', (t) => {
  const of = (lineItemId: string) => () =>
    selectComponents(cart, { lineItemId, selections: [], path: '', linePath: 'orderLineId' }, context)
  t.throws(of('9'), { code: 'NotFound' })
  t.throws(of('2'), { code: 'ValidationFailed', message: /no package/ })
  t.end()
})

t.test('given a fixed package, when components are selected, then quantities are fixed and options can be chosen', (t) => {
  const offered = [option('SMALL'), option('LARGE')]
  const kit = aPackage('KIT', [
    component('CUP', { componentId: 'cup', quantity: 2 }),
    component('DISK', { componentId: 'disk', quantity: 3, options: offered }),
  ])
  const known = packageContext(config, [kit, ...['CUP', 'DISK', 'SMALL', 'LARGE'].map((sku) => knownSku(sku))])
  const of = brokenDown({ lineItems: [{ code: 'KIT', placedPrice: 100 }] }, known)
  const chosen = (...selections: ComponentSelection[]) =>
    selectComponents(of, { lineItemId: '1', selections, path: '', linePath: 'orderLineId' }, known)
  const refuses = (path: string, ...selections: ComponentSelection[]) =>
    t.throws(() => chosen(...selections), { code: 'ComponentInvalid', details: { errors: { [path]: [String] } } } as never)
  refuses('[0].quantity', { componentId: 'cup', quantity: 1 })
  refuses('[0].quantity', { componentId: 'cup', quantity: 0 })
  refuses('[1].quantity', { componentId: 'cup', quantity: 2 }, { componentId: 'disk', skuId: 'SMALL', quantity: 2 })
  refuses('[0].quantity', { componentId: 'disk', quantity: 0 })
  refuses('[0].skuId', { componentId: 'disk', skuId: 'CUP' })
  const units = (after: Order) => after.orderForm.lineItems.slice(1).map((line) => `${line.code} ${line.quantity}`)
  const large = chosen({ componentId: 'disk', skuId: 'LARGE' })
  t.same(units(large), ['CUP 2', 'LARGE 3'])
  t.same(units(chosen({ componentId: 'cup', quantity: 2 }, { componentId: 'disk', skuId: 'SMALL', quantity: 3 })), [
    'CUP 2',
    'SMALL 3',
  ])
  t.end()
})

t.test('when a selection is invalid, then the error has its path', (t) => {
  const paths = (...selections: ComponentSelection[]) => {
    try {
      select(selections)
      return null
    } catch (error) {
      return Object.keys((error as { details: { errors: object } }).details.errors)
    }
  }
  t.same(paths({ componentId: 'screen', skuId: 'S-24' }, { componentId: 'keyboard' }), ['[1]'])
  t.same(paths({ componentId: 'disk', skuId: 'SMALL' }, { componentId: 'disk', skuId: 'LARGE' }), ['[1].componentId'])
  t.same(paths({ componentId: 'disk', skuId: 'SMALL' }, { componentId: 'screen', skuId: 'S-24', quantity: 3 }), ['[1].quantity'])
  t.same(paths({ componentId: 'screen', skuId: 'S-24' }), ['orderLineId'])
  t.end()
})

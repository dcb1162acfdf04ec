import t from 'tap'
import type { PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import {
  aBundle,
  aPackage,
  brokenDown,
  component,
  knownSku,
  option,
  packageContext,
  requireLineByCode,
} from '../../../testing/products/test-packages.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { breakDownPackages } from './package-breakdown.ts'

const config = await sampleConfig()
const breakdownContext = (products: PackageProduct[], fields: Parameters<typeof packageContext>[2] = {}) =>
  packageContext(config, products, fields)
const box = [
  aPackage('BOX', [component('CUP', { quantity: 2 }), component('POT')], { price: 500 }),
  knownSku('CUP'),
  knownSku('POT'),
]
const boxLine = { code: 'BOX', quantity: 3, placedPrice: 500, updateStock: true }

t.test('when a package is broken down, then its line is flagged and lines for its components come last', (t) => {
  const order = brokenDown({ lineItems: [boxLine, { code: 'PEN', placedPrice: 10 }] }, breakdownContext(box))
  t.match(order.orderForm.lineItems, [
    {
      lineItemId: '1',
      code: 'BOX',
      quantity: 3,
      isPackageProduct: true,
      isPackageBrokeDown: true,
      isBundle: false,
      packageLineItemId: null,
    },
    { lineItemId: '2', code: 'PEN', isPackageProduct: false, isPackageBrokeDown: false },
    {
      lineItemId: '3',
      code: 'CUP',
      productId: 'CUP',
      quantity: 6,
      packageLineItemId: '1',
      packageSkuId: 'BOX',
      displayName: 'Name of CUP',
    },
    { lineItemId: '4', code: 'POT', quantity: 3, packageLineItemId: '1', packageSkuId: 'BOX', placedPrice: 0, updateStock: true },
  ])
  t.equal(order.total, 1510, 'components are free')
  const [whole, , cup, pot] = order.orderForm.lineItems
  t.same(
    whole?.components.map(({ componentId, productId, quantity }) => [componentId, productId, quantity]),
    [
      [cup?.componentId, 'CUP', 2],
      [pot?.componentId, 'POT', 1],
    ],
  )
  t.end()
})

t.test('when a package is broken down, then ids of components are those of the catalogue where free, and unique', (t) => {
  const named = [aPackage('BOX', [component('CUP', { componentId: 'a' }), component('POT')]), ...box.slice(1)]
  const { lineItems } = brokenDown({ lineItems: [{ code: 'BOX' }, { code: 'BOX' }] }, breakdownContext(named)).orderForm
  const ids = lineItems.slice(2).map(({ componentId }) => componentId)
  t.equal(ids[0], 'a')
  t.equal(new Set(ids).size, 4)
  t.notOk(ids.includes(null))
  t.end()
})

t.test('when a package is broken down, then every shipment with a part of it has its components in proportion', (t) => {
  const shipments = [
    { lineItems: [{ lineItemId: '1', quantity: 1, deliveredQuantity: 1 }] },
    { lineItems: [{ lineItemId: '1', quantity: 2 }] },
  ]
  const lines = [{ lineItemId: '1', ...boxLine, deliveredQuantity: 1 }]
  const order = brokenDown({ lineItems: lines, shipments }, breakdownContext(box))
  t.match(requireLineByCode(order, 'CUP', '1'), { quantity: 2, deliveredQuantity: 2 })
  t.match(requireLineByCode(order, 'CUP', '2'), { quantity: 4, deliveredQuantity: 0 })
  t.match(requireLineByCode(order, 'CUP'), { quantity: 6, deliveredQuantity: 2 })
  t.end()
})

t.test('given packages in packages, when the outer one is broken down, then the inner ones are too', (t) => {
  const nested = [
    aPackage('CRATE', [component('CASE', { quantity: 2 })]),
    aPackage('CASE', [component('BOX', { quantity: 3 }), component('PEN')]),
    knownSku('PEN'),
    ...box,
  ]
  const order = brokenDown(
    { lineItems: [{ code: 'CRATE', quantity: 2, placedPrice: 9 }], shipments: [{}] },
    breakdownContext(nested),
  )
  t.same(
    order.orderForm.lineItems.map(({ code, quantity, packageLineItemId, packageSkuId }) => [
      code,
      quantity,
      packageLineItemId,
      packageSkuId,
    ]),
    [
      ['CRATE', 2, null, null],
      ['CASE', 4, '1', 'CRATE'],
      ['BOX', 12, '2', 'CASE'],
      ['PEN', 4, '2', 'CASE'],
      ['CUP', 24, '3', 'BOX'],
      ['POT', 12, '3', 'BOX'],
    ],
  )
  t.equal(order.orderForm.shipments[0]?.lineItems.length, 6)
  t.end()
})

t.test('given a package that is broken down already, when it is broken down again, then nothing changes', (t) => {
  const context = breakdownContext(box)
  const once = breakDownPackages(sampleOrder({ lineItems: [boxLine] }), context)
  t.same(once.brokenDown, ['1'])
  const again = breakDownPackages(once.order, context)
  t.equal(again.order, once.order)
  t.same(again.brokenDown, [])
  const sent = sampleOrder({ lineItems: [boxLine, { code: 'CUP', quantity: 6, packageLineItemId: '1' }] })
  t.equal(breakDownPackages(sent, context).order, sent)
  const other = sampleOrder({ lineItems: [{ code: 'CUP' }, { code: 'UNKNOWN' }, { displayName: 'Service' }] })
  t.equal(breakDownPackages(other, context).order, other)
  t.end()
})

const refused: Record<string, { products: PackageProduct[]; line?: object; code: string; message: RegExp }> = {
  'a package that contains itself': {
    products: [aPackage('BOX', [component('CASE')]), aPackage('CASE', [component('BOX')])],
    code: 'CircularReference',
    message: /BOX → CASE → BOX/,
  },
  'a component that nobody knows': { products: box.slice(0, 2), code: 'ComponentProductNotFound', message: /"POT"/ },
  'a SKU of another product': {
    products: [aPackage('BOX', [component('POT', { skuId: 'CUP' })]), knownSku('CUP')],
    code: 'InvalidComponentSku',
    message: /"CUP".*"POT"/,
  },
  'a quantity of more than 3 decimals': {
    products: [aPackage('BOX', [component('CUP', { quantity: 0.333 })]), knownSku('CUP')],
    line: { quantity: 0.5 },
    code: 'ValidationFailed',
    message: /0\.5 × 0\.333/,
  },
  'a quantity of more than 9 digits': {
    products: [aPackage('BOX', [component('CUP', { quantity: 1000 })]), knownSku('CUP')],
    line: { quantity: 1_000_000 },
    code: 'ValidationFailed',
    message: /9 integer digits/,
  },
  'more than 1,000 lines': {
    products: [
      aPackage(
        'BOX',
        Array.from({ length: 40 }, () => component('CASE')),
      ),
      aPackage(
        'CASE',
        Array.from({ length: 40 }, () => component('CUP')),
      ),
      knownSku('CUP'),
    ],
    code: 'ValidationFailed',
    message: /1000 lines/,
  },
  'a selection that is not offered': {
    products: [aBundle('BOX', [component('CUP', { componentName: 'Colour', options: [option('RED')] })]), knownSku('BLUE')],
    line: { components: [{ componentId: 'Colour', productId: 'CUP', skuId: 'BLUE' }] },
    code: 'ComponentInvalid',
    message: /"BLUE".*"Colour/,
  },
  'a required component that is missing beside a selected one': {
    products: [
      aBundle('BOX', [
        component('CUP', { options: [option('RED')] }),
        component('POT', { isRequired: true, options: [option('IRON')] }),
      ]),
      knownSku('RED'),
    ],
    line: { components: [{ skuId: 'RED' }] },
    code: 'ComponentInvalid',
    message: /"POT" is required/,
  },
}

for (const [name, { products, line, code, message }] of Object.entries(refused)) {
  t.test(`given ${name}, when the order is broken down, then it is refused`, (t) => {
    const order = sampleOrder({ lineItems: [{ code: 'BOX', quantity: 1, ...line }] })
    t.throws(() => breakDownPackages(order, breakdownContext(products)), { code, message })
    t.end()
  })
}

const bundle = [
  aBundle('SET', [
    component('CUP', { isRequired: true, options: [option('RED'), option(null, { productId: 'BLUE' })] }),
    component('POT'),
  ]),
  knownSku('RED', { productId: 'CUPS' }),
  knownSku('BLUE-S', { productId: 'BLUE' }),
  knownSku('POT'),
]

t.test('given an unselected bundle, when it is broken down, then it lists its components, and as final it fails', (t) => {
  const order = brokenDown({ lineItems: [{ code: 'SET' }] }, breakdownContext(bundle))
  t.match(order.orderForm.lineItems, [{ isPackageProduct: true, isBundle: true, isPackageBrokeDown: false }])
  t.match(requireLineByCode(order, 'SET').components, [
    { componentId: String, isRequired: true, skuId: null, options: [{}, {}] },
    {},
  ])
  t.throws(() => breakDownPackages(order, breakdownContext(bundle, { isFinal: true })), {
    code: 'ComponentInvalid',
    message: /"CUP" is required/,
  })
  t.end()
})

t.test('given a bundle with selections, when it is broken down, then selected and fixed components get lines', (t) => {
  for (const [selection, code] of [
    [{ skuId: 'RED' }, 'RED'],
    [{ skuId: 'BLUE-S' }, 'BLUE-S'],
    [{ productId: 'BLUE' }, 'BLUE-S'],
  ] as const) {
    const order = brokenDown({ lineItems: [{ code: 'SET', quantity: 2, components: [selection] }] }, breakdownContext(bundle))
    t.same(
      order.orderForm.lineItems.map((line) => [line.code, line.quantity, line.isPackageBrokeDown]),
      [
        ['SET', 2, true],
        [code, 2, false],
        ['POT', 2, false],
      ],
    )
  }
  t.end()
})

t.test('when a package is broken down, then its components take over the sale fields and the stock is theirs', (t) => {
  const sale = { requestedDeliveryDate: '2026-05-01T00:00:00.000Z', isBackorder: true, updateStock: false, groupId: 'g' }
  const order = brokenDown({ lineItems: [{ ...boxLine, ...sale }] }, breakdownContext(box))
  t.match(requireLineByCode(order, 'CUP'), sale)
  t.end()
})

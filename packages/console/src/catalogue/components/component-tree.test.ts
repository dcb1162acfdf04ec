import type { Product } from '@open-oms/client/types'
import t from 'tap'
import { allNodes, type Component, componentTree, namedBy } from './component-tree.ts'
import { freeUnits } from './free-units.ts'
import { packageStock } from './package-stock.ts'

const part = (productId: string, quantity: number, more: Partial<Component> = {}): Component => ({
  productId,
  quantity,
  componentId: null,
  skuId: null,
  options: [],
  isRequired: false,
  componentName: null,
  shipTogetherWithComponentId: null,
  ...more,
})

const product = (productId: string, more: Partial<Product> = {}) =>
  ({ productId, name: `Name of ${productId}`, components: [], variants: [], ...more }) as unknown as Product

const variants = ['SHIRT-M', 'SHIRT-L'].map((skuId) => ({ skuId, name: skuId.at(-1), components: [] }))
const known = new Map(
  [
    product('CUP'),
    product('BEANS'),
    product('SET', { components: [part('CUP', 2), part('BEANS', 0.5)] }),
    product('SHIRT', { variants: variants as unknown as Product['variants'] }),
  ].map((one) => [one.productId, one]),
)
const level = (skuId: string, warehouseCode: string, availableQuantity: number) => ({ skuId, warehouseCode, availableQuantity })

t.test('given a package in a package, when its tree is made, then quantities are those of one package at the root', async (t) => {
  const [set] = componentTree([part('SET', 3, { isRequired: true, componentName: 'Breakfast' })], known)
  t.match(set, { name: 'Breakfast', quantity: 3, skuIds: { length: 0 }, isRequired: true })
  t.same(
    set?.children.map(({ productId, quantity, skuIds }) => [productId, quantity, skuIds]),
    [
      ['CUP', 6, ['CUP']],
      ['BEANS', 1.5, ['BEANS']],
    ],
  )
})

t.test(
  'given options, when the tree is made, then each is a choice with its offsets and the component has no stock',
  async (t) => {
    const priceOffsets = [{ marketId: 'NOR', amount: 10, currency: 'NOK' }]
    const options = [
      { productId: 'SHIRT', skuId: 'SHIRT-L', priceOffsets },
      { productId: 'SHIRT', skuId: null, priceOffsets: [] },
    ]
    const [shirt] = componentTree([part('SHIRT', 1, { options })], known)
    t.same(shirt?.skuIds, [])
    t.match(shirt?.children, [
      { kind: 'option', name: 'Name of SHIRT, L', skuIds: ['SHIRT-L'], priceOffsets },
      { kind: 'option', skuIds: ['SHIRT-M', 'SHIRT-L'] },
    ])
    t.same(namedBy([part('SHIRT', 1, { options }), part('CUP', 1)]), ['SHIRT', 'CUP'])
  },
)

t.test('given components that ship together, when the tree is made, then one names the other', async (t) => {
  const [cup, beans] = componentTree(
    [part('CUP', 1, { componentId: 'a' }), part('BEANS', 1, { shipTogetherWithComponentId: 'a' })],
    known,
  )
  t.equal(beans?.shipsWith, cup?.key)
})

t.test('given a circle or an unknown product, when the tree is made, then it ends there', async (t) => {
  const circle = new Map([['LOOP', product('LOOP', { components: [part('LOOP', 1)] })]])
  const [loop] = componentTree([part('LOOP', 1)], circle)
  t.equal(loop?.children[0]?.children.length, 0)
  t.match(componentTree([part('GONE', 1)], known), [{ isKnown: false, name: null, productId: 'GONE' }])
})

t.test('given levels, when packages are counted, then the scarcest part decides, in all warehouses and in each', async (t) => {
  const tree = componentTree([part('SET', 1), part('CUP', 1)], known)
  const levels = [level('CUP', 'Oslo', 3), level('CUP', 'Central', 7), level('BEANS', 'Central', 1.2), level('X', 'Far', 9)]
  t.same(packageStock(tree, levels), {
    total: 2,
    byWarehouse: [
      { warehouseCode: 'Central', packages: 2 },
      { warehouseCode: 'Oslo', packages: 0 },
    ],
  })
  t.equal(packageStock(tree, [level('CUP', 'Oslo', -2), level('BEANS', 'Oslo', 4)])?.total, 0)
  t.equal(packageStock(tree, [])?.total, 0)
  t.equal(freeUnits(['CUP'], levels), 10)
  t.equal(freeUnits(['GONE'], levels), null)
})

t.test('given a choice or an unknown part, when packages are counted, then there is no number', async (t) => {
  const options = [{ productId: 'CUP', skuId: null, priceOffsets: [] }]
  t.equal(packageStock(componentTree([part('CUP', 1, { options })], known), []), null)
  t.equal(packageStock(componentTree([part('SHIRT', 1)], known), []), null)
  t.equal(packageStock(componentTree([part('GONE', 1)], known), []), null)
  t.equal(packageStock([], []), null)
})

t.test('given packages that multiply, when the tree is made, then it is cut and no number is given', async (t) => {
  const doubling = Array.from({ length: 16 }, (_, depth) => {
    const next = depth === 15 ? 'CUP' : `P${depth + 1}`
    return product(`P${depth}`, { components: [part(next, 1), part(next, 1)] })
  })
  const tree = componentTree([part('P0', 1)], new Map([...known, ...doubling.map((one) => [one.productId, one] as const)]))
  t.ok(allNodes(tree).length <= 2_001)
  t.equal(packageStock(tree, [level('CUP', 'Oslo', 9)]), null)
})

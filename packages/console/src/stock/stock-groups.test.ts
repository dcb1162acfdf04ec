import type { Product } from '@open-oms/client/types'
import t from 'tap'
import { groupLevels, joinPages, totalOf } from './stock-groups.ts'

type At = readonly [skuId: string, warehouseCode: string, quantity: number]
const level = ([skuId, warehouseCode, quantity]: At, fields = {}) => ({
  ...{ skuId, warehouseCode, quantity, reservedQuantity: 0, availableQuantity: quantity, isLow: quantity <= 5, lowStockAt: null },
  modified: '2026-11-29T12:00:00Z',
  ...fields,
})
const product = (productId: string, name: string | null, variants: string[] = []) =>
  ({
    productId,
    name,
    assets: [],
    mainImageUrl: `${productId}.png`,
    variants: variants.map((skuId) => ({ skuId, name: skuId.at(-1) })),
  }) as unknown as Product

t.test(
  'given levels of variants and of unknown SKUs, when they are grouped, then each product comes once with its levels',
  async (t) => {
    const levels = [
      level(['A', 'Oslo-01', 3]),
      level(['JACKET-S', 'Oslo-01', 1]),
      level(['LOOSE', 'Central', 2]),
      level(['JACKET-M', 'Central', 4]),
    ]
    const groups = groupLevels(
      [...levels, level(['JACKET-S', 'Central', 9]), level(['A', 'Oslo-01', 99])],
      [product('JACKET', 'Rain jacket', ['JACKET-S', 'JACKET-M']), product('A', null)],
    )
    t.match(groups, [
      { productId: 'A', name: 'A', levels: { length: 1 } },
      { productId: 'JACKET', name: 'Rain jacket', picture: 'JACKET.png' },
      { productId: null, name: 'LOOSE', picture: null },
    ])
    t.same(
      groups[1]?.levels.map(({ level, variantName }) => [variantName, level.warehouseCode]),
      [
        ['M', 'Central'],
        ['S', 'Central'],
        ['S', 'Oslo-01'],
      ],
    )
  },
)

t.test('given decimals and a backorder, when levels are added, then the sums are exact and low places are counted', async (t) => {
  const levels = [
    level(['A', 'x', 0.1]),
    level(['A', 'y', 0.2]),
    level(['A', 'z', 10], { reservedQuantity: 12, availableQuantity: -2, isLow: true }),
  ]
  t.same(totalOf(levels.map((one) => ({ level: one, variantName: null }))), {
    quantity: 10.3,
    reserved: 12,
    available: -1.7,
    lowPlaces: 3,
  })
  t.same(totalOf([{ level: level(['A', 'x', 6]), variantName: null }]), {
    quantity: 6,
    reserved: 0,
    available: 6,
    lowPlaces: 0,
  })
})

t.test('given a product on two pages, when they are joined, then that of the first page is kept in its place', async (t) => {
  const [first, second] = [
    groupLevels([level(['A', 'x', 1]), level(['B', 'x', 2])], []),
    groupLevels([level(['B', 'x', 3]), level(['C', 'x', 4])], []),
  ]
  const joined = joinPages([first, second])
  t.same(
    joined.map(({ name }) => name),
    ['A', 'B', 'C'],
  )
  t.equal(joined[1]?.levels[0]?.level.quantity, 2)
})

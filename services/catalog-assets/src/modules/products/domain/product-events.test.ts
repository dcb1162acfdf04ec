import t from 'tap'
import { newProduct, type ReadProduct } from './new-product.ts'
import { productEventData } from './product-events.ts'

const context = { now: '2026-01-31T12:00:00.000Z', versionId: 'v1', actor: 'test' }
const eventData = (given: Partial<ReadProduct>) => productEventData(newProduct({ productId: 'A', ...given }, context))

t.test('given a product without variants, when its event is made, then it is its own SKU', async (t) => {
  const { skus, prices, taxGroup } = eventData({
    name: 'Cup',
    price: 89,
    cost: 40,
    taxGroupCode: 'NO-25',
    gtins: ['1'],
    mainImageUrl: 'u',
  })
  t.same(skus, [{ skuId: 'A', name: 'Cup', isPackage: false, isBundle: false, gtins: ['1'], imageUrl: 'u', components: [] }])
  t.same(prices, [{ skuId: 'A', price: 89, cost: 40 }])
  t.equal(taxGroup, 'NO-25')
})

t.test('given components shared by many variants, when the event is made, then they are in it once', async (t) => {
  const components = [{ productId: 'B', quantity: 1, componentName: 'the-one' }]
  const variants = Array.from({ length: 1000 }, (_, i) => ({ skuId: `A-${i}` }))
  const data = eventData({ isPackage: true, components, variants })
  t.equal(JSON.stringify(data).match(/the-one/g)?.length, 1)
})

t.test('given variants, when the event is made, then they have their own values and the others from the product', async (t) => {
  const { skus, prices, components } = eventData({
    name: 'Box',
    price: 100,
    cost: 50,
    isPackage: true,
    mainImageUrl: 'u',
    components: [{ productId: 'B', quantity: 1 }],
    variants: [
      { skuId: 'A-1' },
      { skuId: 'A-2', name: 'Big', price: 150, mainImageUrl: 'w', components: [{ productId: 'C', quantity: 3 }] },
    ],
  })
  t.match(skus, [
    { skuId: 'A-1', name: 'Box', isPackage: true, imageUrl: 'u', components: { length: 0 } },
    { skuId: 'A-2', name: 'Big', isPackage: true, imageUrl: 'w', components: [{ productId: 'C', quantity: 3 }] },
  ])
  t.same(skus[0]?.components, [])
  t.match(components, [{ productId: 'B' }], 'a variant without components of its own has those of the product')
  t.same(prices, [
    { skuId: 'A-1', price: 100, cost: 50 },
    { skuId: 'A-2', price: 150, cost: 50 },
  ])
})

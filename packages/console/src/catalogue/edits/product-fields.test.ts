import type { Product } from '@open-oms/client/types'
import t from 'tap'
import { buildReplacement, newProduct, noFields, withLists } from './product-fields.ts'

const product = {
  productId: 'CUP',
  name: 'Cup',
  description: null,
  brand: 'A',
  productType: null,
  unit: 'pcs',
  price: 10,
  cost: 4,
  taxRate: 25,
  taxGroupCode: null,
  mainImageUrl: '/assets/a/cup.png?v=1',
  isPackage: true,
  isBundle: false,
  components: [{}],
  variants: [
    { skuId: 'CUP-S', name: 'Small', price: null, cost: 3, mainImageUrl: null, isPackage: true, gtins: ['1'], components: [{}] },
    { skuId: 'CUP-L', name: 'Large', price: 12, cost: null, mainImageUrl: null, isPackage: false, assets: [{}] },
  ],
} as unknown as Product

t.test('given an edit, when the product is replaced, then all other fields go along and its lists do not', async (t) => {
  t.strictSame(buildReplacement(product, { brand: '', price: 12 }), {
    productId: 'CUP',
    name: 'Cup',
    description: null,
    brand: null,
    productType: null,
    unit: 'pcs',
    price: 12,
    cost: 4,
    taxRate: 25,
    taxGroupCode: null,
    mainImageUrl: '/assets/a/cup.png?v=1',
    isPackage: true,
    isBundle: false,
  })
})

t.test('given a variant, when its components are replaced, then the others keep their fields and their lists', async (t) => {
  const components = [{ productId: 'BEANS', quantity: 2 }]
  const sent = withLists(product, 'CUP-S', { components })
  t.strictSame(sent.variants, [
    { skuId: 'CUP-S', name: 'Small', price: null, cost: 3, mainImageUrl: null, isPackage: true, components },
    { skuId: 'CUP-L', name: 'Large', price: 12, cost: null, mainImageUrl: null, isPackage: false },
  ])
  t.notOk('components' in sent)
  t.match(withLists(product, null, { components }), { name: 'Cup', price: 10, components, variants: undefined })
})

t.test('given a new product, when it is sent, then what is empty is null', async (t) => {
  t.match(newProduct('MUG', { ...noFields, name: 'Mug', isBundle: true }), {
    productId: 'MUG',
    name: 'Mug',
    brand: null,
    price: null,
    isPackage: false,
    isBundle: true,
  })
})

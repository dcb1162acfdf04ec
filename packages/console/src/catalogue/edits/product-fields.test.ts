import type { Product } from '@open-oms/client/types'
import t from 'tap'
import { replacementOf } from './product-fields.ts'

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
  variants: [{}],
} as unknown as Product

t.test('given an edit, when the product is replaced, then all other fields go along and its lists do not', async (t) => {
  t.strictSame(replacementOf(product, { brand: '', price: 12 }), {
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

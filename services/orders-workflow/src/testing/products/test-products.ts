import type { ProductEventData } from '@open-oms/contracts/catalog/events'

/** A product without variants, as in its events. Fields that are passed replace the sample's. */
export function aProduct(productId: string, fields: Partial<ProductEventData> = {}): ProductEventData {
  return {
    productId,
    revision: 1,
    name: `Name of ${productId}`,
    brand: 'Brand',
    productType: 'Type',
    unit: null,
    skus: [{ skuId: productId, name: null, isPackage: false, isBundle: false, gtins: [], imageUrl: null, components: [] }],
    prices: [{ skuId: productId, price: 100, cost: 40 }],
    isPackage: false,
    isBundle: false,
    components: [],
    mainImageUrl: `https://img.example/${productId}`,
    taxGroup: null,
    taxRate: 25,
    ...fields,
  }
}

import type { ProductEventData, SkuData, SkuPrice } from '@open-oms/contracts/catalog/events'
import type { Product } from '@open-oms/contracts/catalog/product'

/** The data of the events of a product (events.md#event-types). */
export function productEventData(product: Product): ProductEventData {
  const { productId, revision, name, brand, productType, unit, isPackage, isBundle, components, mainImageUrl, taxRate } = product
  const taxGroup = product.taxGroupCode
  const own = {
    productId,
    revision,
    name,
    brand,
    productType,
    unit,
    isPackage,
    isBundle,
    components,
    mainImageUrl,
    taxGroup,
    taxRate,
  }
  return { ...own, skus: skuData(product), prices: skuPrices(product) }
}

function skuData(product: Product): SkuData[] {
  const { productId: skuId, name, isPackage, isBundle, gtins, mainImageUrl: imageUrl, components } = product
  if (product.variants.length === 0) return [{ skuId, name, isPackage, isBundle, gtins, imageUrl, components }]
  return product.variants.map((variant) => ({
    skuId: variant.skuId,
    name: variant.name ?? name,
    isPackage: variant.isPackage || isPackage,
    isBundle,
    gtins: variant.gtins,
    imageUrl: variant.mainImageUrl ?? imageUrl,
    components: variant.components,
  }))
}

function skuPrices({ productId, price, cost, variants }: Product): SkuPrice[] {
  if (variants.length === 0) return [{ skuId: productId, price, cost }]
  return variants.map((variant) => ({ skuId: variant.skuId, price: variant.price ?? price, cost: variant.cost ?? cost }))
}

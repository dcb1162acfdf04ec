import { serviceSession } from '@oms/system/service-session'
import type { System } from '@oms/system/start/start-system'
import { assetFigures } from './figures/asset-figures.ts'
import { productReadFigure } from './figures/product-read-figure.ts'
import { productSearchFigures } from './figures/product-search-figures.ts'
import type { Figure } from './figures.ts'
import { growProductsTo } from './samples/many-products.ts'

const PRODUCTS = 200_000

/**
 * The figures of the catalogue: reading products, importing and serving files, and searching very
 * many of them.
 */
export async function catalog(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'catalog-assets')
  const read = await productReadFigure(system, session)
  const assets = await assetFigures(system, session)
  await growProductsTo(PRODUCTS, system, session)
  return [read, ...assets, ...(await productSearchFigures(PRODUCTS, system, session))]
}

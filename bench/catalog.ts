import type { System } from '../tools/start/start-system.ts'
import { assetFigures } from './asset-figures.ts'
import type { Figure } from './figures.ts'
import { growProductsTo } from './many-products.ts'
import { productReadFigure } from './product-read-figure.ts'
import { productSearchFigures } from './product-search-figures.ts'

const PRODUCTS = 200_000

/**
 * The figures of the catalogue: reading products, importing and serving files, and searching very
 * many of them.
 */
export async function catalog(system: System, token: string): Promise<Figure[]> {
  const session = { url: system.services['catalog-assets'].url, token }
  const read = await productReadFigure(system, session)
  const assets = await assetFigures(system, session)
  await growProductsTo(PRODUCTS, system, session)
  return [read, ...assets, ...(await productSearchFigures(PRODUCTS, system, session))]
}

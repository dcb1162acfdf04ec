import { Type } from '@sinclair/typebox'
import { defineRoute, ErrorBody } from '../route.ts'
import { productAssetRoutes } from './asset-routes.ts'
import { businessCustomerRoutes } from './business-customer-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { Product, ProductInput } from './product.ts'
import { ProductSearchRequest, ProductSearchResult } from './product-search.ts'

const tags = ['Products'] as const

export const createProduct = defineRoute({
  method: 'POST',
  url: '/api/products',
  operationId: 'createProduct',
  summary: 'Creates a product with its variants and components.',
  description:
    'Product ids and SKUs share one namespace. Components must name products and SKUs that exist and may not close a circle. ' +
    'Fields that no product has are kept in `properties`. Inline assets are downloaded and stored, as by AddAssets; `mainImageUrl` ' +
    'stays as it is sent until an asset is the main image.',
  tags,
  access: ['ProductAdmin'],
  body: ProductInput,
  responses: { 201: Product },
  carriesVersion: true,
  allowsMinimal: true,
})

export const updateProduct = defineRoute({
  method: 'PUT',
  url: '/api/products',
  operationId: 'updateProduct',
  summary: 'Replaces a product.',
  description:
    'Lists that are absent or null stay as they are, those of assets too; `[]` clears; of a variant that stays, too. Everything else is replaced. A variant ' +
    'whose SKU a package names cannot be removed (409 `ProductInUse`). With `If-Match`, or a `versionId` under the setting ' +
    '`rejectStaleVersions`, a stale version is refused with 412; otherwise the header `Overwrote-Versions` names the versions since the ' +
    '`versionId` of the body.',
  tags,
  access: ['ProductAdmin'],
  body: ProductInput,
  responses: { 200: Product, 404: ErrorBody },
  headers: ['Overwrote-Versions'],
  carriesVersion: true,
  allowsMinimal: true,
})

export const deleteProduct = defineRoute({
  method: 'DELETE',
  url: '/api/products/:productId',
  operationId: 'deleteProduct',
  summary: 'Deletes a product.',
  description:
    'A product that a package is made of, as a component or as an option of one, cannot be deleted (409 `ProductInUse`). The id may be used ' +
    'again; the revisions then continue where they ended.',
  tags,
  access: ['ProductAdmin'],
  params: Type.Object({ productId: Type.String({ description: 'The id of the product, not a SKU of a variant.' }) }),
  responses: { 204: null, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

export const getProduct = defineRoute({
  method: 'GET',
  url: '/api/products/:productId',
  operationId: 'getProduct',
  summary: 'Reads a product with its components.',
  description: 'Returns variants and assets too. An unknown id: 404.',
  tags,
  access: ['ProductRead'],
  params: Type.Object({ productId: Type.String({ description: 'The id of the product, not a SKU of a variant.' }) }),
  responses: { 200: Product },
  carriesVersion: true,
})

export const getRawProduct = defineRoute({
  method: 'GET',
  url: '/api/products/:productId/raw',
  operationId: 'getRawProduct',
  summary: 'Reads a product with its components exactly as they are stored.',
  description: 'An unknown id: 404.',
  tags,
  access: ['ProductRead'],
  params: Type.Object({ productId: Type.String({ description: 'The id of the product, not a SKU of a variant.' }) }),
  responses: { 200: Product },
  carriesVersion: true,
})

export const searchProducts = defineRoute({
  method: 'POST',
  url: '/api/products/SearchProducts',
  operationId: 'searchProducts',
  summary: 'Searches products, by id, with facets over everything that was found.',
  description: 'All filters must hold; of a list of values one is enough.',
  tags,
  access: ['ProductRead'],
  reads: 'standby',
  body: ProductSearchRequest,
  responses: { 200: ProductSearchResult },
})

/** Every route of catalog-assets. */
export const catalogRoutes = [
  createProduct,
  updateProduct,
  deleteProduct,
  getProduct,
  getRawProduct,
  searchProducts,
  ...productAssetRoutes,
  ...businessCustomerRoutes,
  ...fileRoutes,
] as const

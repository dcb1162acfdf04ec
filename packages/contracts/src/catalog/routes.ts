import { Type } from '@sinclair/typebox'
import { defineRoute, ErrorBody } from '../route.ts'
import { Product, ProductInput } from './product.ts'

const tags = ['Products'] as const

export const createProduct = defineRoute({
  method: 'POST',
  url: '/api/products',
  operationId: 'createProduct',
  summary: 'Creates a product with its variants and components.',
  description:
    'Product ids and SKUs share one namespace. Components must name products and SKUs that exist and may not close a circle. ' +
    'Members that no product has are kept in `properties`.',
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
    'Lists that are absent or null stay as they are, `[]` clears; of a variant that stays, too. Everything else is replaced. With ' +
    '`If-Match`, or a `versionId` under the setting `rejectStaleVersions`, a stale version answers 412; otherwise the header ' +
    '`Overwrote-Versions` names the versions since the `versionId` of the body.',
  tags,
  access: ['ProductAdmin'],
  body: ProductInput,
  responses: { 200: Product, 404: ErrorBody },
  carriesVersion: true,
  allowsMinimal: true,
})

export const getProduct = defineRoute({
  method: 'GET',
  url: '/api/products/:productId',
  operationId: 'getProduct',
  summary: 'Reads a product with its components.',
  tags,
  access: ['ProductRead'],
  params: Type.Object({ productId: Type.String() }),
  responses: { 200: Product },
  carriesVersion: true,
})

export const getRawProduct = defineRoute({
  method: 'GET',
  url: '/api/products/:id/raw',
  operationId: 'getRawProduct',
  summary: 'Reads a product with its components exactly as they are stored.',
  tags,
  access: ['ProductRead'],
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Product },
  carriesVersion: true,
})

/** Every route of catalog-assets. */
export const catalogRoutes = [createProduct, updateProduct, getProduct, getRawProduct] as const

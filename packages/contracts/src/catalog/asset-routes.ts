import { Type } from '@sinclair/typebox'
import { Asset } from '../orders/primitive-models.ts'
import { BODY_LIMIT_UPLOAD, defineRoute, ErrorBody } from '../route.ts'
import { AssetIdsQuery, AssetInputList, AssetList } from './asset.ts'

const tags = ['Product assets'] as const
const skuParams = Type.Object({ skuId: Type.String({ description: 'A product id, a SKU or the SKU of a variant.' }) })
const isAddedToVariant = Type.Optional(
  Type.Boolean({ description: 'Whether the asset goes to the variant with this SKU instead of its product.' }),
)

export const getProductAssets = defineRoute({
  method: 'GET',
  url: '/api/products/Assets/GetAssets',
  operationId: 'getProductAssets',
  summary: 'Reads assets by their ids.',
  description:
    'An asset that several products carry comes once for each. Unknown ids are left out; none found, or none given: 404.',
  tags,
  access: ['ProductRead'],
  query: AssetIdsQuery,
  responses: { 200: AssetList, 404: ErrorBody },
  headers: ['Cache-Control'],
})

export const addProductAssets = defineRoute({
  method: 'POST',
  url: '/api/products/Assets/AddAssets/:skuId',
  operationId: 'addProductAssets',
  summary: 'Adds assets to a product or to one of its variants.',
  description:
    'Files are downloaded from `externalUrl` and stored, but those of type `ExternalCertification`, which stay where they are. An ' +
    'asset with an id that is there already replaces it. Without `externalUrl` the id must be one that has a file. All or nothing: ' +
    'a download that fails is 400 with its place in the list. Returns the assets that were added.',
  tags,
  access: ['ProductAdmin'],
  params: skuParams,
  query: Type.Object({ isAddedToVariant }),
  body: AssetInputList,
  responses: { 200: AssetList, 404: ErrorBody },
  carriesVersion: true,
})

export const updateProductAssets = defineRoute({
  method: 'POST',
  url: '/api/products/Assets/UpdateAssets',
  operationId: 'updateProductAssets',
  summary: 'Updates assets on every product that carries them.',
  description:
    'What is not sent stays. Empty texts clear; `properties` are replaced as a whole; a new `externalUrl` is downloaded with ' +
    '`forceUpload` only. An unknown id, or none: 404, and nothing is changed. Returns the assets that were updated.',
  tags,
  access: ['ProductAdmin'],
  body: AssetInputList,
  responses: { 200: AssetList, 404: ErrorBody },
  carriesVersion: true,
})

export const deleteProductAssets = defineRoute({
  method: 'DELETE',
  url: '/api/products/Assets/DeleteAssets',
  operationId: 'deleteProductAssets',
  summary: 'Deletes assets from every product that carries them, and their files with the last.',
  description: 'Unknown ids are skipped; none found: 404; none given: 400.',
  tags,
  access: ['ProductAdmin'],
  query: AssetIdsQuery,
  responses: { 200: null, 404: ErrorBody },
  carriesVersion: true,
})

export const addProductAsset = defineRoute({
  method: 'POST',
  url: '/api/products/Assets/AddAsset/:skuId',
  operationId: 'addProductAsset',
  summary: 'Adds one asset whose file is the body: raw, or form field `file`.',
  description: 'At most 25 MiB.',
  tags,
  access: ['ProductAdmin'],
  params: skuParams,
  query: Type.Object({
    fileName: Type.Optional(
      Type.String({ description: 'Name of the file; else that of the form field, else made from its type.' }),
    ),
    isAddedToVariant,
  }),
  takesFile: true,
  bodyLimit: BODY_LIMIT_UPLOAD,
  responses: { 200: Asset, 404: ErrorBody },
  headers: ['Cache-Control'],
  carriesVersion: true,
})

const productImage = {
  url: '/api/products/AddProductImage',
  description: 'Only images are accepted. The first image of a product becomes its main image.',
  tags,
  access: ['ProductAdmin'],
  query: Type.Object({
    url: Type.String({ minLength: 1, description: 'Where the image is downloaded.' }),
    productId: Type.String({ minLength: 1, description: 'The product that gets the image.' }),
  }),
  responses: { 200: Asset, 404: ErrorBody },
  headers: ['Cache-Control'],
  carriesVersion: true,
} as const

export const addProductImage = defineRoute({
  ...productImage,
  method: 'GET',
  hasEffect: true,
  operationId: 'addProductImage',
  summary: 'Downloads an image and adds it to a product; for clients that know nothing else.',
})

export const postProductImage = defineRoute({
  ...productImage,
  method: 'POST',
  operationId: 'postProductImage',
  summary: 'Downloads an image and adds it to a product.',
})

/** Every route of the assets of products. */
export const productAssetRoutes = [
  getProductAssets,
  addProductAssets,
  updateProductAssets,
  deleteProductAssets,
  addProductAsset,
  addProductImage,
  postProductImage,
] as const

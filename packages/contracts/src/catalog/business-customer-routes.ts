import { Type } from '@sinclair/typebox'
import { described } from '../primitives.ts'
import { BODY_LIMIT_UPLOAD, defineRoute, ErrorBody } from '../route.ts'
import { AssetIdsQuery, AssetInputList, AssetList } from './asset.ts'
import { BusinessCustomer, BusinessCustomerInput, BusinessCustomers } from './business-customer.ts'

const tags = ['Business customers'] as const
const params = Type.Object({ id: described(Type.String(), 'The id of the business customer.') })
const read = { tags, access: ['ProductRead'] } as const
const write = { tags, access: ['ProductAdmin'] } as const

export const saveBusinessCustomer = defineRoute({
  ...write,
  method: 'POST',
  url: '/api/BusinessCustomer',
  operationId: 'saveBusinessCustomer',
  summary: 'Creates a business customer (201) or replaces it (200).',
  description:
    'Its assets stay: they are written by the endpoints for assets. Fields that no customer has are kept in `properties`.',
  body: BusinessCustomerInput,
  responses: { 200: BusinessCustomer, 201: BusinessCustomer },
})

export const CUSTOMERS_MAX = 250

export const listBusinessCustomers = defineRoute({
  ...read,
  method: 'GET',
  url: '/api/BusinessCustomer',
  operationId: 'listBusinessCustomers',
  audit: 'BulkRead',
  summary: 'Lists business customers by id, all or those that a text finds.',
  description: 'Each comes with its assets. Send `next` of a response as `after` for those that follow, until it is null.',
  reads: 'standby',
  query: Type.Object({
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: CUSTOMERS_MAX, default: CUSTOMERS_MAX })),
      'How many customers a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
    searchText: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words that are each part of the id or the name, in any letter case.' }),
    ),
  }),
  responses: { 200: BusinessCustomers },
})

export const getBusinessCustomer = defineRoute({
  ...read,
  method: 'GET',
  url: '/api/BusinessCustomer/:id',
  operationId: 'getBusinessCustomer',
  summary: 'Reads a business customer with its assets.',
  description: 'Returns all of its fields. An unknown id: 404.',
  params,
  responses: { 200: BusinessCustomer },
})

export const getCustomerAssets = defineRoute({
  ...read,
  method: 'GET',
  url: '/api/BusinessCustomer/:id/Assets/GetAssets',
  operationId: 'getCustomerAssets',
  summary: 'Reads the assets of a business customer: all, or those that are named.',
  description: 'Without `assetIds` all are returned. An unknown customer, or ids of which none is found: 404.',
  params,
  query: AssetIdsQuery,
  responses: { 200: AssetList, 404: ErrorBody },
  headers: ['Cache-Control'],
})

export const addCustomerAsset = defineRoute({
  ...write,
  method: 'POST',
  url: '/api/BusinessCustomer/:id/Assets/AddAsset',
  operationId: 'addCustomerAsset',
  summary: 'Adds one asset whose file is the body: raw, or form field `file`.',
  description: 'At most 25 MiB; no body: 400.',
  params,
  query: Type.Object({
    fileName: Type.Optional(
      Type.String({ description: 'Name of the file; else that of the form field, else made from its type.' }),
    ),
  }),
  takesFile: true,
  bodyLimit: BODY_LIMIT_UPLOAD,
  responses: { 200: BusinessCustomer },
})

export const addCustomerAssets = defineRoute({
  ...write,
  method: 'POST',
  url: '/api/BusinessCustomer/:id/Assets/AddAssets',
  operationId: 'addCustomerAssets',
  summary: 'Adds assets to a business customer, as to a product.',
  description:
    'Files are downloaded from `externalUrl` before anything is written. All or nothing. Returns the customer; an unknown one: 404.',
  params,
  body: AssetInputList,
  responses: { 200: BusinessCustomer },
})

export const updateCustomerAssets = defineRoute({
  ...write,
  method: 'POST',
  url: '/api/BusinessCustomer/:id/Assets/UpdateAssets',
  operationId: 'updateCustomerAssets',
  summary: 'Updates assets of a business customer, as of products. An unknown id: 404, and nothing is changed.',
  description: 'What is not sent stays; a new `externalUrl` is downloaded with `forceUpload` only. Returns the customer.',
  params,
  body: AssetInputList,
  responses: { 200: BusinessCustomer },
})

export const deleteCustomerAssets = defineRoute({
  ...write,
  method: 'DELETE',
  url: '/api/BusinessCustomer/:id/Assets/DeleteAssets',
  operationId: 'deleteCustomerAssets',
  summary: 'Deletes assets of a business customer. None found: 404; none given: 400.',
  description:
    'Ids that the customer does not have are skipped. A file goes with the last asset that shows it. Returns the customer.',
  params,
  query: AssetIdsQuery,
  responses: { 200: BusinessCustomer },
})

/** Every route of business customers. */
export const businessCustomerRoutes = [
  listBusinessCustomers,
  saveBusinessCustomer,
  getBusinessCustomer,
  getCustomerAssets,
  addCustomerAsset,
  addCustomerAssets,
  updateCustomerAssets,
  deleteCustomerAssets,
] as const

import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../route.ts'
import { JsonPatchOperation, OrderVersion, OrderVersionEntry } from '../order-version.ts'

export const getOrderVersion = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/:versionId',
  operationId: 'getOrderVersion',
  summary: 'Reads an order as it was at one version.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: Type.String(), versionId: Type.String() }),
  responses: { 200: OrderVersion },
  carriesVersion: true,
})

export const listOrderVersions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Versions',
  operationId: 'listOrderVersions',
  summary: 'Lists the versions of an order, newest first.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: Type.String() }),
  query: Type.Object({
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'How many at most.' })),
    after: Type.Optional(Type.String({ description: 'The version that the list goes on after: the last of the one before.' })),
  }),
  responses: { 200: Type.Array(OrderVersionEntry) },
})

export const diffOrderVersions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Versions/:from/Diff/:to',
  operationId: 'diffOrderVersions',
  summary: 'Returns how one version of an order differs from another, as a JSON Patch.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: Type.String(), from: Type.String(), to: Type.String() }),
  responses: { 200: Type.Array(JsonPatchOperation) },
})

/** Every route that reads versions of orders. */
export const orderVersionsRoutes = [getOrderVersion, listOrderVersions, diffOrderVersions] as const

import { Type } from '@sinclair/typebox'
import { described } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { JsonPatchOperation, OrderVersion, OrderVersionEntry } from '../order-version.ts'
import { OrderId } from './order-params.ts'

export const getOrderVersion = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/:versionId',
  operationId: 'getOrderVersion',
  summary: 'Reads an order as it was at one version.',
  description:
    'Returns the whole order as it was after that write, with author and time. Versions of deleted orders are readable; versions of purged orders no longer exist.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({
    orderId: OrderId,
    versionId: described(Type.String(), 'The `versionId` of the version. 404 when the order has no such version.'),
  }),
  responses: { 200: OrderVersion },
  carriesVersion: true,
  omitsEmpty: true,
})

export const listOrderVersions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Versions',
  operationId: 'listOrderVersions',
  summary: 'Lists the versions of an order, newest first.',
  description:
    'Each write that changes something makes one version. The list says who wrote it, when, by which operation, and which top-level fields changed.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    take: Type.Optional(Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'How many at most.' })),
    after: Type.Optional(Type.String({ description: 'The version to continue after: the last one of the previous page.' })),
  }),
  responses: { 200: Type.Array(OrderVersionEntry) },
})

export const diffOrderVersions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Versions/:from/Diff/:to',
  operationId: 'diffOrderVersions',
  summary: 'Returns how one version of an order differs from another, as a JSON Patch.',
  description:
    'Applied to the version `from`, the operations (RFC 6902) give the version `to`; an empty list: both are equal. Either may be the older one.',
  tags: ['Versions'],
  access: ['OrderRead'],
  params: Type.Object({
    orderId: OrderId,
    from: described(Type.String(), 'The `versionId` of the version to begin with.'),
    to: described(Type.String(), 'The `versionId` of the version that comes of it.'),
  }),
  responses: { 200: Type.Array(JsonPatchOperation) },
})

/** Every route that reads versions of orders. */
export const orderVersionsRoutes = [getOrderVersion, listOrderVersions, diffOrderVersions] as const

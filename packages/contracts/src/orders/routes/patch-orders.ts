import { Type } from '@sinclair/typebox'
import { InputModel, LINES_MAX } from '../../primitives.ts'
import { BODY_LIMIT_BATCH, defineRoute, ErrorBody } from '../../route.ts'
import { PatchLineItemIdsRequest, PatchLineItemIdsResult } from '../lines/line-ids.ts'
import { OrderLinePatch, OrderLineUpdateResult, OrderPatch, OrderPatchResult } from '../order-patch.ts'
import { OrderId } from './order-params.ts'

const params = Type.Object({ orderId: OrderId })

export const patchOrder = defineRoute({
  method: 'PATCH',
  url: '/api/Orders/:orderId/PatchOrder',
  operationId: 'patchOrder',
  audit: 'WithEffect',
  summary: 'Changes the parts of an order that are sent and leaves the others as they are.',
  description:
    'What is null or left out stays as it is, unless `forceUpdate` names it. Lists are merged by their natural keys, or replaced ' +
    'with `keepExistingListItems: false`; custom properties by key and group, or replaced with `keepExistingCustomProperties: false`. ' +
    'Calculated and read-only properties are ignored. No workflow runs. A read-only order takes only a patch with `isReadOnly: false`, ' +
    'which may change the rest of it too. `dryRun=true` returns the order as it would be, with its totals and what is due.',
  tags: ['Orders'],
  access: ['OrderAdmin'],
  params,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  body: InputModel(OrderPatch, [], 'OrderPatch'),
  responses: { 200: OrderPatchResult },
  requestHeaders: ['If-Match'],
})

export const patchUpdateOrderLines = defineRoute({
  method: 'PATCH',
  url: '/api/Orders/:orderId/PatchUpdateOrderLines',
  operationId: 'patchUpdateOrderLines',
  audit: 'WithEffect',
  summary: 'Changes the parts of lines that are sent and leaves the others as they are.',
  description:
    'Lines that the order does not have are counted and passed over. The copies of a line in shipments follow; a changed quantity of a line ' +
    'in several shipments is taken up by the last of them. Components, groups, the marks of bundles, packages and backorders, ' +
    '`readyForPickupQuantity`, `createPurchaseOrder` and `modifiedReason` cannot be patched and are ignored.',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  params,
  body: Type.Array(InputModel(OrderLinePatch, ['lineItemId'], 'OrderLinePatchById'), { minItems: 1, maxItems: LINES_MAX }),
  bodyLimit: BODY_LIMIT_BATCH,
  responses: { 200: OrderLineUpdateResult },
  requestHeaders: ['If-Match'],
})

export const patchLineItemIds = defineRoute({
  method: 'POST',
  url: '/api/Orders/PatchLineItemIds',
  operationId: 'patchLineItemIds',
  summary: 'Gives lines of an order new ids, wherever the order uses them.',
  description:
    'All ids change together, so that lines may swap theirs. Old ids that the order does not have are counted and passed over; a new id ' +
    'that another line has is refused, and then nothing is written.',
  tags: ['Order lines'],
  access: ['OrderAdmin'],
  body: InputModel(PatchLineItemIdsRequest, ['orderId', 'lineItemIdMappings'], 'PatchLineItemIdsRequest'),
  responses: { 200: PatchLineItemIdsResult, 404: ErrorBody },
  requestHeaders: ['If-Match'],
})

/** Every route that patches orders. */
export const patchOrdersRoutes = [patchOrder, patchUpdateOrderLines, patchLineItemIds] as const

import type { Static } from '@sinclair/typebox'
import { Flag, Integer, LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'

export const LineItemIdMapping = Model('LineItemIdMapping', {
  newLineItemId: Nullable(Text),
  oldLineItemId: Nullable(Text),
})
export type LineItemIdMapping = Static<typeof LineItemIdMapping>

/** New ids for lines of an order, all changed together (lines.md#line-id-changes). */
export const PatchLineItemIdsRequest = Model('PatchLineItemIdsRequest', {
  lineItemIdMappings: List(LineItemIdMapping, LINES_MAX),
  orderId: Nullable(Text),
})
export type PatchLineItemIdsRequest = Static<typeof PatchLineItemIdsRequest>

export const PatchLineItemIdsDetails = Model('PatchLineItemIdsDetails', {
  orderFormLineItemsUpdated: Integer,
  returnOrderFormLineItemsUpdated: Integer,
  shipmentLineItemsUpdated: Integer,
})
export type PatchLineItemIdsDetails = Static<typeof PatchLineItemIdsDetails>

export const PatchLineItemIdsResult = Model('PatchLineItemIdsResult', {
  details: PatchLineItemIdsDetails,
  errorMessage: Nullable(Text),
  isModified: Flag,
  notFoundCount: Integer,
  totalRequested: Integer,
  updatedCount: Integer,
})
export type PatchLineItemIdsResult = Static<typeof PatchLineItemIdsResult>

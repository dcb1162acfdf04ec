import type { Static } from '@sinclair/typebox'
import { described, Flag, Integer, LINES_MAX, List, Model, Nullable, Text } from '../../primitives.ts'

export const LineItemIdMapping = Model(
  'LineItemIdMapping',
  {
    newLineItemId: described(
      Nullable(Text),
      'The id that the line gets. Not blank, not twice in the request, and not that of a line that keeps its own.',
    ),
    oldLineItemId: described(
      Nullable(Text),
      'The id that the line has. One that the order does not have is counted and passed over; twice is 400.',
    ),
  },
  'A line that gets another id.',
)
export type LineItemIdMapping = Static<typeof LineItemIdMapping>

/** New ids for lines of an order, all changed together (lines.md#line-id-changes). */
export const PatchLineItemIdsRequest = Model(
  'PatchLineItemIdsRequest',
  {
    lineItemIdMappings: described(
      List(LineItemIdMapping, LINES_MAX),
      'The lines with their old and new ids. All change together, so that lines may swap theirs.',
    ),
    orderId: described(Nullable(Text), 'The order of the lines.'),
  },
  'New ids for lines of an order.',
)
export type PatchLineItemIdsRequest = Static<typeof PatchLineItemIdsRequest>

export const PatchLineItemIdsDetails = Model(
  'PatchLineItemIdsDetails',
  {
    orderFormLineItemsUpdated: described(Integer, 'Lines of the order form that got another id.'),
    returnOrderFormLineItemsUpdated: described(Integer, 'Lines of return forms that got another id.'),
    shipmentLineItemsUpdated: described(Integer, 'Copies of lines in shipments that got another id.'),
  },
  'Where ids were changed.',
)
export type PatchLineItemIdsDetails = Static<typeof PatchLineItemIdsDetails>

export const PatchLineItemIdsResult = Model(
  'PatchLineItemIdsResult',
  {
    details: described(PatchLineItemIdsDetails, 'How many ids were changed in which parts of the order.'),
    errorMessage: described(Nullable(Text), 'Always null: a request with an error is refused as a whole.'),
    isModified: described(Flag, 'Whether anything was changed, so that there is a new version.'),
    notFoundCount: described(Integer, 'Old ids that the order does not have.'),
    totalRequested: described(Integer, 'Mappings that were sent.'),
    updatedCount: described(Integer, 'Lines that got another id.'),
  },
  'What became of new ids for lines.',
)
export type PatchLineItemIdsResult = Static<typeof PatchLineItemIdsResult>

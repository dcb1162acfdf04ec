import type { DocumentModel } from '../../documents/domain/document-blocks.ts'
import { printable } from '../../documents/domain/document-text.ts'
import type { LeftOut } from '../../documents/domain/open-shipment.ts'
import { leftOutTables } from './left-out-table.ts'
import { type ListContext, type ListRequest, listContext } from './list-context.ts'
import { groupPicks, type PickedShipment, type PickGroup } from './pick-groups.ts'
import { pickTables } from './pick-tables.ts'

export type PickListRequest = Omit<ListRequest, 'orders'> & { shipments: readonly PickedShipment[]; leftOut: readonly LeftOut[] }

/**
 * One pick list of many shipments (documents-and-notifications.md#pick-lists). Raises
 * `ValidationFailed` for an unknown market.
 */
export function pickListModel({ shipments, leftOut, ...request }: PickListRequest): DocumentModel {
  const context = listContext({ ...request, orders: shipments })
  const groups = groupPicks(shipments.flatMap(({ picks }) => picks))
  const { words, format: _format, printed, store: _store, ...head } = context
  return {
    ...head,
    source: { template: 'pick-list', orderIds: [...new Set(shipments.map(({ orderId }) => orderId))] },
    title: words.pickList,
    subject: printed,
    facts: pickListFacts(shipments, groups, context),
    barcodes: [],
    parties: [],
    blocks: [...pickTables(groups, context), ...leftOutTables(leftOut, context)],
  }
}

function pickListFacts(
  shipments: readonly PickedShipment[],
  groups: readonly PickGroup[],
  context: ListContext,
): DocumentModel['facts'] {
  const { words, format, printed, store } = context
  const orders = new Set(shipments.map(({ orderId }) => orderId)).size
  return [
    { label: words.printed, value: printed },
    ...(store === null ? [] : [{ label: words.store, value: printable(store, 60) }]),
    { label: words.orders, value: format.quantity(orders) },
    { label: words.shipments, value: format.quantity(shipments.length) },
    { label: words.lines, value: format.quantity(groups.length) },
  ]
}

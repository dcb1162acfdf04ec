import { documentLayout } from '../documents/data/document-layout.ts'
import type { DocumentDeps } from '../documents/document-deps.ts'
import { openShipment, shipmentToPick } from '../documents/domain/open-shipment.ts'
import { contentDisposition, type OrderPdf } from '../documents/pdf-response.ts'
import { type CollectRequest, collectToPrint } from './collect-shipments.ts'
import { leftOutPage } from './domain/left-out-table.ts'
import type { ListedOrder } from './domain/list-context.ts'
import { packingSlip } from './domain/packing-slip.ts'
import { pickedShipment } from './domain/pick-groups.ts'
import { pickListModel } from './domain/pick-list.ts'

type Deps = Pick<DocumentDeps, 'query' | 'config' | 'now' | 'reading' | 'documents'>

/**
 * Makes one pick list of many shipments (documents-and-notifications.md#pick-lists). Raises what
 * collecting them raises, `RateLimited` when too many PDFs are being made, `Unavailable` when it
 * takes too long.
 */
export async function printPickList(deps: Deps, input: CollectRequest): Promise<OrderPdf> {
  const [config, now] = [deps.config(), deps.now()]
  const { printed, leftOut } = await collectToPrint(deps, input, {
    open: (order, shipment) => shipmentToPick(order, shipment, config),
    kept: (open) => pickedShipment(open, config.stores),
  })
  const model = pickListModel({ shipments: printed, leftOut, config, now, marketId: input.request.marketId ?? null })
  return { bytes: await deps.documents.render(model), disposition: contentDisposition(['pick-list', fileTime(now)]) }
}

/**
 * Makes the packing slips of many shipments, and a last page that names shipments without one
 * (documents-and-notifications.md#packing-slips). Raises what `printPickList` raises.
 */
export async function printPackingSlips(deps: Deps, input: CollectRequest): Promise<OrderPdf> {
  const [config, now] = [deps.config(), deps.now()]
  const orders: ListedOrder[] = []
  const { printed: slips, leftOut } = await collectToPrint(deps, input, {
    open: openShipment,
    kept: (open) => {
      const { id, storeId, marketId } = open.order
      orders.push({ orderId: id, storeId: storeId, marketId })
      const layout = documentLayout({ name: 'packing-slip', order: open.order, shipmentId: open.shipment.shipmentId, config })
      return packingSlip(open, { config, now, layout })
    },
  })
  const whole = leftOut.filter(({ part }) => part === null)
  const page = whole.length === 0 ? [] : [leftOutPage(whole, { orders, config, now, marketId: input.request.marketId ?? null })]
  return {
    bytes: await deps.documents.render(...slips, ...page),
    disposition: contentDisposition(['packing-slips', fileTime(now)]),
  }
}

/** `2026-03-05T08-00-00`, for names of files. */
function fileTime(now: Date): string {
  return now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-')
}

import type { Order } from '@open-oms/contracts/orders/order'
import type { VersionConfig } from '../../order/rules/context/order-context.ts'
import { withShipment } from '../../order/rules/shipments/shipment-lines.ts'
import type { ShowOrder } from '../../order/rules/shown-order.ts'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import { documentLayout } from './data/document-layout.ts'
import type { DocumentDeps } from './document-deps.ts'
import { orderName } from './domain/document-context.ts'
import { documentModel, documentTemplate } from './domain/document-model.ts'
import { shipmentToPick } from './domain/open-shipment.ts'
import { nothingToPrint } from './nothing-to-print.ts'
import { contentDisposition, type OrderPdf } from './pdf-response.ts'

export type GetOrderPdf = OrderKey & { templateFile: string; shipmentId: string | null; show: ShowOrder }

/**
 * Makes a PDF of an order or of one of its shipments (orders.md#service-owned-fields,
 * documents-and-notifications.md#pdf-documents), of deleted orders too. Raises `TemplateNotFound`,
 * `NotFound` for an unknown order or shipment, `NothingToPrint` for a pick list of an order without
 * pickable goods (documents-and-notifications.md#pick-lists), `RateLimited` when too many PDFs
 * are being made, `Unavailable` when it takes too long.
 */
export async function getOrderPdf(
  deps: Pick<DocumentDeps, 'query' | 'config' | 'now' | 'documents'>,
  input: GetOrderPdf,
): Promise<OrderPdf> {
  const { shipmentId } = input
  const template = documentTemplate(input.templateFile)
  const { document } = await readOrderDocument(deps, input)
  const order = input.show(JSON.parse(document) as Order)
  const config = deps.config()
  const layout = documentLayout({ name: template, order, shipmentId, config })
  if (template === 'pick-list') assertPickable(order, shipmentId, config)
  const model = documentModel({ order, template, shipmentId, config, layout, now: deps.now() })
  const bytes = await deps.documents.render(model)
  return { bytes, disposition: contentDisposition([template, orderName(order), shipmentId]) }
}

function assertPickable(order: Order, shipmentId: string | null, config: VersionConfig): void {
  const { shipments } = withShipment(order).orderForm
  const meant = shipments.filter((shipment) => shipmentId === null || shipment.shipmentId === shipmentId)
  const opened = meant.map((shipment) => shipmentToPick(order, shipment, config))
  if (opened.every(({ lines }) => lines.length === 0)) throw nothingToPrint(opened.flatMap(({ leftOut }) => leftOut))
}

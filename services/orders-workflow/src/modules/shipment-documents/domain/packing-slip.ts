import type { DocumentBlock, DocumentLayout, DocumentModel } from '../../documents/domain/document-blocks.ts'
import { type DocumentConfig, documentContext } from '../../documents/domain/document-context.ts'
import { modelOf } from '../../documents/domain/document-model.ts'
import { leftOutTables } from './left-out-table.ts'
import type { OpenShipment } from './open-shipment.ts'

/** No template of the tenant changes it: what is packed and what is left out belong together. */
const LAYOUT: DocumentLayout = { title: null, footer: null, labels: {}, items: [{ block: 'lines' }, { block: 'comment' }] }

/**
 * The packing slip of a shipment, in the language of the order's market
 * (documents-and-notifications.md#packing-slips).
 */
export function packingSlip({ order, shipment, leftOut }: OpenShipment, config: DocumentConfig, now: Date): DocumentModel {
  const context = documentContext({ order, template: 'packing-slip', shipmentId: shipment.shipmentId, config })
  const model = modelOf(context, { layout: LAYOUT, now })
  const blocks: DocumentBlock[] = [...model.blocks, ...leftOutTables(leftOut, context)]
  return { ...model, blocks }
}

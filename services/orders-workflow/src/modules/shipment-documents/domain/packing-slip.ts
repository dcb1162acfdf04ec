import type { DocumentBlock, DocumentLayout, DocumentModel } from '../../documents/domain/document-blocks.ts'
import { type DocumentConfig, documentContext } from '../../documents/domain/document-context.ts'
import { buildDocumentModel } from '../../documents/domain/document-model.ts'
import type { OpenShipment } from '../../documents/domain/open-shipment.ts'
import { leftOutTables } from './left-out-table.ts'

type PackingSlip = { config: DocumentConfig; now: Date; layout: DocumentLayout }

/**
 * The packing slip of a shipment, in the language of the order's market. What is left out follows
 * whatever the layout places: a packer must not miss it
 * (documents-and-notifications.md#packing-slips).
 */
export function packingSlip({ order, shipment, leftOut }: OpenShipment, { config, now, layout }: PackingSlip): DocumentModel {
  const context = documentContext({ order, template: 'packing-slip', shipmentId: shipment.shipmentId, config, layout })
  const model = buildDocumentModel(context, { layout, now })
  const blocks: DocumentBlock[] = [...model.blocks, ...leftOutTables(leftOut, context)]
  return { ...model, blocks }
}

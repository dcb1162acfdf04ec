import * as contracts from '@open-oms/contracts/orders/routes/shipment-documents'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { DocumentDeps } from '../documents/document-deps.ts'
import { pdfResponse } from '../documents/pdf-response.ts'
import { listToPick } from './list-to-pick.ts'
import { printPackingSlips, printPickList } from './print-shipments.ts'

export function registerShipmentDocuments(app: Server, deps: DocumentDeps): void {
  // No transaction may stay open while a PDF is drawn, and a search begins one of its own.
  const separately = { transactions: 'separate' } as const
  register(
    app,
    deps,
    contracts.printPickList,
    async (deps, { caller, body }) => pdfResponse(await printPickList(deps, { caller, request: body })),
    separately,
  )
  register(
    app,
    deps,
    contracts.printPackingSlips,
    async (deps, { caller, body }) => pdfResponse(await printPackingSlips(deps, { caller, request: body })),
    separately,
  )
  register(
    app,
    deps,
    contracts.listShipmentsToPick,
    async (deps, { caller, body }) => ({ body: await listToPick(deps, { caller, request: body }) }),
    separately,
  )
}

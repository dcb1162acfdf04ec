import * as contracts from '@open-oms/contracts/orders/routes/documents'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { orderShownTo } from '../../order/rules/shown-order.ts'
import type { DocumentDeps } from './document-deps.ts'
import { getOrderAsset } from './get-order-asset.ts'
import { getOrderPdf } from './get-order-pdf.ts'
import { pdfResponse } from './pdf-response.ts'

export function registerDocuments(app: Server, deps: DocumentDeps): void {
  register(app, deps, contracts.getOrderAsPdf, sendPdf)
  register(app, deps, contracts.getAsPdf, sendPdf)
  register(app, deps, contracts.getOrderAsset, async (_deps, { params, caller }) =>
    pdfResponse(await getOrderAsset(deps, { ...params, isInScope: (storeId) => isInScope(caller, storeId) })),
  )
}

type PdfRequest = TypedRequest<typeof contracts.getOrderAsPdf>

async function sendPdf(
  deps: DocumentDeps,
  { params, query, caller }: Pick<PdfRequest, 'params' | 'query' | 'caller'>,
): Promise<RouteResponse> {
  const pdf = await getOrderPdf(deps, {
    orderId: params.orderId,
    isInScope: (storeId) => isInScope(caller, storeId),
    templateFile: query.templateFile,
    shipmentId: query.shipmentId ?? null,
    show: orderShownTo(caller),
  })
  return pdfResponse(pdf)
}

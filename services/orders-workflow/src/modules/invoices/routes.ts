import { getPaymentInvoice as route } from '@open-oms/contracts/orders/routes/documents'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { getPaymentInvoice } from './get-payment-invoice.ts'

/** The route of electronic invoices (invoices.md#electronic-invoices). */
export function registerInvoices(app: Server, deps: OrderDeps): void {
  register(app, deps, route, async (deps, { params, caller }) => {
    const { xml, disposition } = await getPaymentInvoice(deps, { ...params, isInScope: (storeId) => isInScope(caller, storeId) })
    return {
      body: xml,
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': disposition,
        'cache-control': 'private, no-store',
      },
    }
  })
}

import * as contracts from '@open-oms/contracts/orders/payments/refund-requests'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { createRefundRequest, decideRefundRequest, listRefundRequests } from './refund-requests.ts'

export function registerRefundRequests(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.listRefundRequests, async (deps, { caller, query }) => ({
    body: { result: await listRefundRequests(deps, caller, { ...query, take: query.take ?? 50 }) },
  }))
  register(app, deps, contracts.createRefundRequest, async (deps, { body, ...request }) => ({
    body: await createRefundRequest(deps, request, body),
  }))
  register(app, deps, contracts.decideRefundRequest, async (deps, { params, body, ...request }) => ({
    body: await decideRefundRequest(deps, request, { ...params, ...body }),
  }))
}

import * as contracts from '@oms/contracts/orders/routes/payments'
import { JsonText } from '@oms/service-kit/server/answer'
import { register, type Server, type TypedRequest } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { writeRequest } from '../../write-request.ts'
import { addPayments } from './add-payments.ts'

/** Puts the routes that change the payments of an order on the server. */
export function registerPayments(app: Server, deps: Deps): void {
  register(app, deps, contracts.addPayments, add)
  register(app, deps, contracts.addPaymentsByPut, add)
}

async function add(
  deps: Deps,
  request: TypedRequest<typeof contracts.addPayments> | TypedRequest<typeof contracts.addPaymentsByPut>,
) {
  const { params, body } = request
  const write = writeRequest(request, { operation: 'AddPayments' })
  const list = Array.isArray(body) ? { payments: body, path: '' } : { payments: body.payments, path: 'payments' }
  const saved = await addPayments(deps, { orderId: params.orderId, ...list, write })
  return { body: new JsonText(saved.document), version: saved.versionId }
}

import type { OrderOperation } from '@open-oms/contracts/orders/order-version'
import * as contracts from '@open-oms/contracts/orders/routes/payments'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { orderResponse } from '../../order/write/order-response.ts'
import { registerWrite } from '../../order/write/register-write.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { listPaymentOptions } from './list-payment-options.ts'
import type { SentPayments } from './sent-payments.ts'
import { addPayments, putPayments } from './sent-payments.ts'

export function registerPayments(app: Server, deps: OrderDeps): void {
  const add = async (deps: OrderDeps, request: PaymentsRequest) =>
    orderResponse(await addPayments(deps, sent(request, 'AddPayments')))
  registerWrite(app, deps, contracts.addPayments, add)
  registerWrite(app, deps, contracts.addPaymentsByPut, add)

  registerWrite(app, deps, contracts.putPayments, async (deps, request) =>
    orderResponse(await putPayments(deps, sent(request, 'PutPayments'))),
  )

  register(app, deps, contracts.getPaymentOptions, async (deps, { params, caller }) => ({
    body: await listPaymentOptions(deps, { orderId: params.orderId, isInScope: (storeId) => isInScope(caller, storeId) }),
  }))
}

type PaymentsRequest = TypedRequest<
  typeof contracts.addPayments | typeof contracts.addPaymentsByPut | typeof contracts.putPayments
>

function sent(request: PaymentsRequest, operation: OrderOperation): SentPayments {
  const { params, body } = request
  const list = Array.isArray(body) ? { payments: body, path: '' } : { payments: body.payments, path: 'payments' }
  return { orderId: params.orderId, ...list, write: writeRequest(request, { operation }) }
}

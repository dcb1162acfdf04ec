import type { OrderOperation } from '@open-oms/contracts/orders/order-version'
import * as contracts from '@open-oms/contracts/orders/routes/move-payments'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server, type TypedRequest } from '@open-oms/service-kit/server/register-route'
import { REFUND_FOR } from '../../order/rules/payments/payment-scope.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { type MovePayment, movePayment, type PaymentMove } from './move-payment.ts'
import { sendPaymentLink, withdrawLink } from './payment-link.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { workflowRecorders, workflowResponse } from './workflow-response.ts'

export function registerMovePayments(app: Server, deps: RunnerDeps): void {
  // A provider is called, so the request is several transactions; the last one stores the response
  // for repeats.
  const fromWrite = { transactions: 'from write' } as const
  register(
    app,
    deps,
    contracts.refundPayment,
    (deps, request) => {
      const { amount, paymentId, lineItemIds, reason, note, refundFor } = request.body
      const details = { Reason: reason, Note: note, [REFUND_FOR]: refundFor }
      const move = { kind: 'refund', amount, paymentId, lineItemIds, details } as const
      return respond(deps, request, { move, operation: 'RefundPayment' })
    },
    fromWrite,
  )
  register(
    app,
    deps,
    contracts.capturePayment,
    (deps, request) => respond(deps, request, { move: toMove('capture', request), operation: 'CapturePayment' }),
    fromWrite,
  )
  register(
    app,
    deps,
    contracts.voidPayment,
    (deps, request) => respond(deps, request, { move: toMove('void', request), operation: 'VoidPayment' }),
    fromWrite,
  )
}

export function registerPaymentLinks(app: Server, deps: RunnerDeps): void {
  const fromWrite = { transactions: 'from write' } as const
  register(
    app,
    deps,
    contracts.sendPaymentLink,
    async (deps, request) => {
      const { amount, paymentMethodName, validForHours = contracts.LINK_HOURS, sendEmail = false, sendSms = false } = request.body
      const wish = { amount, paymentMethodName, validForHours, sendEmail, sendSms }
      return workflowResponse(await sendPaymentLink(deps, { wish, ...command(request, 'SendPaymentLink') }))
    },
    fromWrite,
  )
  register(
    app,
    deps,
    contracts.withdrawPaymentLink,
    async (deps, request) => {
      const { paymentId } = request.body
      return workflowResponse(await withdrawLink(deps, { paymentId, ...command(request, 'WithdrawPaymentLink') }))
    },
    fromWrite,
  )
}

type MoveRequest = TypedRequest<typeof contracts.capturePayment | typeof contracts.voidPayment>

function toMove(kind: 'capture' | 'void', { body: { amount, paymentId, note } }: MoveRequest): PaymentMove {
  return { kind, amount, paymentId, details: { Note: note } }
}

async function respond(
  deps: RunnerDeps,
  request: MoveRequest | TypedRequest<typeof contracts.refundPayment>,
  { move, operation }: { move: PaymentMove; operation: OrderOperation },
): Promise<RouteResponse> {
  return workflowResponse(await movePayment(deps, { move, ...command(request, operation) }))
}

type LinkRequest = TypedRequest<typeof contracts.sendPaymentLink | typeof contracts.withdrawPaymentLink>

function command(
  request: MoveRequest | LinkRequest | TypedRequest<typeof contracts.refundPayment>,
  operation: OrderOperation,
): Omit<MovePayment, 'move'> {
  const { params, query, body } = request
  return {
    orderId: params.orderId,
    isDryRun: query.dryRun ?? false,
    write: writeRequest(request, { operation, userId: body.userId }),
    ...workflowRecorders(request, workflowResponse),
  }
}

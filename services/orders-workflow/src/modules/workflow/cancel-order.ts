import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderCancellation } from '@open-oms/contracts/orders/workflow/order-cancellation'
import type { InputOf } from '@open-oms/contracts/primitives'
import { assertWorkflowAllowed } from '../../order/rules/context/order-guards.ts'
import { withInternalNote } from '../../order/rules/input/internal-note.ts'
import { countingPayments } from '../../order/rules/payments/authorised-rest.ts'
import { withProperties } from '../../order/rules/shipments/shipment-info.ts'
import { canceledStatusOf } from '../../order/rules/shipments/shipment-status.ts'
import { effectiveOrderType, typeToEnterBy } from '../../order/rules/status/order-type.ts'
import type { PlannedStep } from '../../order/rules/status/workflow-plan.ts'
import { stockLinesAt } from '../../order/rules/stock/inventory-lines.ts'
import { linesCancelledMessage } from '../notifications/messages/lines-cancelled-message.ts'
import { type CanceledOrder, cancelOrder as cancelWhatIsOpen } from './domain/order-cancellation.ts'
import { moneyStep } from './runner/money-step.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import type { StatusWithLinkedOrder } from './settle-exchange.ts'
import { cancelPayments, capturePayments } from './steps/money/payments.ts'
import { creditCancelledOrderLines } from './steps/money/refunds.ts'
import { notification } from './steps/notification.ts'
import { type EnteringContext, type Transition, transitionOrder, type WorkflowResult } from './transition-order.ts'

export type CancelOrder = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'> & {
  cancellation: InputOf<OrderCancellation> & { reason: string }
}

/** The order property that keeps why it was cancelled. */
const REASON = 'CancellationReason'

/**
 * Cancels what of an order has not left, and runs the steps of the cancelled status with what voids
 * its authorisations and pays back what was captured (workflow.md#order-cancellation). Raises what
 * UpdateStatus raises, and `QuantityNotAvailable` where everything has left.
 */
export async function cancelOrder(deps: RunnerDeps, { cancellation, ...command }: CancelOrder): Promise<WorkflowResult> {
  return transitionOrder(deps, {
    ...command,
    isStatusOnly: false,
    stockLines: (stored) => (stored === null ? [] : stockLinesAt(deps.config().stores, stored)),
    enter: (order, context) => enterCanceled(deps, order, { cancellation, by: command.write.by, ...context }),
  })
}

type CancelContext = Pick<CancelOrder, 'cancellation'> & EnteringContext & { by: string }

function enterCanceled(deps: RunnerDeps, order: Order, { cancellation, by, now }: CancelContext): StatusWithLinkedOrder {
  assertWorkflowAllowed(order)
  const { orderTypes } = deps.config()
  const { reason, note, refund = true, sendNotifications: isTold = true } = cancellation
  const status = cancellation.status ?? canceledStatusOf(order, effectiveOrderType(order, orderTypes)) ?? undefined
  const type = typeToEnterBy(order, { statuses: status === undefined ? [] : [status] }, orderTypes)
  const canceled = cancelWhatIsOpen(order, { status, type, now })
  const { entered, lines, isPartial } = canceled
  const explained = { ...entered.order, properties: withProperties(entered.order.properties, [{ key: REASON, value: reason }]) }
  const text = note ? `${reason}: ${note}` : null
  const noted = text === null ? explained : withInternalNote(explained, { id: deps.newId(), now, by, text })
  const isMailOwn = isTold && isPartial
  return {
    ...entered,
    order: noted,
    keepsWaiting: isPartial,
    ...(refund ? {} : { refunds: 0 }),
    messages: isMailOwn ? linesCancelledMessage({ order: noted, lines }, { ...deps, config: deps.config(), now }) : [],
    plan: (planned) => (type.disableWorkflow ? [] : cancellationSteps(noted, planned, { canceled, refund, isTold, type })),
  }
}

type StepChoice = { canceled: CanceledOrder; refund: boolean; isTold: boolean } & {
  type: ReturnType<typeof effectiveOrderType>
}

/**
 * The steps of the status with those that see to the money, before what runs after the order is
 * saved. The messages of the status speak of the whole order, so that they are left out where goods
 * have left, and where nothing is cancelled now.
 */
function cancellationSteps(
  order: Order,
  planned: readonly PlannedStep[],
  { canceled: { isPartial, lines }, refund, isTold, type }: StepChoice,
): PlannedStep[] {
  const isNamed =
    ({ names }: { names: readonly string[] }) =>
    (step: PlannedStep) =>
      names.includes(step.name)
  const isMailed = isTold && !isPartial && lines.length > 0
  const kept = planned.filter(
    (step) => (isMailed || !isNamed(notification)(step)) && (refund || !isNamed(creditCancelledOrderLines)(step)),
  )
  const isAuthorised = countingPayments(order, 'Authorization').length > 0
  const isCaptured = countingPayments(order, 'Capture', 'Sale', 'Invoiced').length > 0
  const like = [cancelPayments, capturePayments]
  const further = [
    ...(isAuthorised ? [moneyStep(order, type, { id: 'cancel-order-void', step: cancelPayments, like })] : []),
    ...(refund && isCaptured
      ? [
          moneyStep(order, type, {
            id: 'cancel-order-refund',
            step: creditCancelledOrderLines,
            like: [creditCancelledOrderLines, ...like],
          }),
        ]
      : []),
  ].filter(({ name }) => !kept.some((step) => step.name === name))
  const [inRequest, afterwards] = [
    kept.filter((step) => !step.runAfterOrderIsSaved),
    kept.filter((step) => step.runAfterOrderIsSaved),
  ]
  return [...inRequest, ...further, ...afterwards]
}

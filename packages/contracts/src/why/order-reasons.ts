import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { DateTime, described, Model, Nullable, Text } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { type ReasonMeaning, ReasonSubject, reasonModel } from './reason.ts'

const person = (meaning: string) => ({ waitsFor: 'Person', meaning }) as const
const time = (meaning: string) => ({ waitsFor: 'Time', meaning }) as const
const nothing = (meaning: string) => ({ waitsFor: 'Nothing', meaning }) as const

/**
 * Every reason why an order, a line or a payment is where it is, the most pressing first: what a
 * response lists is in this order (why.md#order-reasons).
 */
export const orderReasons = {
  OrderDeleted: person('The order is deleted: no step runs until it is restored.'),
  OrderReadOnly: person('The order is read-only: every write is refused.'),
  TypeRemoved: person('The order type is not in the configuration any more.'),
  StatusRemoved: person('The status is not in the configuration of the order type any more.'),
  OrderQueued: person('The order is queued: its status must be changed by an update first.'),

  HeldForCredit: person('A rule holds the order because the customer owes too much.'),
  HeldByRule: person('A rule of the tenant holds the order.'),
  HeldByPerson: person('Someone, or another system, holds the order.'),

  RunInterrupted: person('A run was given up after ten processes had taken it over without success.'),
  PaymentRefused: person('A payment provider permanently refused the request of a step, such as a declined card.'),
  BookingRefused: person('A carrier permanently refused to book a shipment.'),
  StepRefused: person('A receiver permanently refused the request of another step.'),
  ConnectorNotReady: person('A step failed because its connector is not configured, not active, or has no address or secret.'),
  RetriesOver: person('A step failed for a passing reason, and the time in which it is tried again is over.'),
  StepFailed: person('A step failed by a rule of its own, such as an authorisation that is too small.'),
  ShippedGoodsCanceled: person('Goods were cancelled after they had been shipped or delivered: money and goods are not back.'),
  OpenError: person('The order has an open error that no stored run explains.'),

  RunOrphaned: time('The process that carried out a run is silent: another one takes the run over.'),
  ProviderPaused: time('A step waits because calls to its connector are paused after repeated failures.'),
  StepRetried: time('A step failed for a passing reason and is tried again.'),
  StepUnderWay: time('A step has asked someone outside, and the response has not come yet.'),
  RunTakenOver: time('A run is carried out by a process that has taken it over from another one.'),
  RunUnderWay: time('The steps of a status are being carried out.'),
  OrderLocked: time('Another operation is modifying the order.'),
  RunHeld: person('The steps of a status have stopped because the order is held.'),
  RunReleased: time('The order is released, and its steps continue.'),

  PaymentOutcomeUnknown: person('A request to a provider had no response: whether money has moved is not known.'),
  AuthorizationExpired: person('The authorisation has expired: it cannot be captured any more.'),
  AuthorizationLeft: person('The order is over, and a part of an authorisation is left that cannot become due.'),
  RefundPending: person('Money of a return is not paid back yet.'),
  Overpaid: person('More is captured than the order costs, and no step pays it back.'),
  StockMissing: person('There is less stock than a line needs.'),
  StockNotKept: person('No stock is kept of a line: nothing can be reserved for it.'),
  WarehouseMissing: person('A shipment has no warehouse: nothing can be reserved for its lines.'),
  Backorder: person('A backorder line is reserved beyond the stock that there is.'),
  NotReserved: person('There is stock, and no step has reserved it for the line.'),
  PaymentMissing: person('The order is not paid, and nothing is authorised for the rest; what was paid back is not missing.'),
  PaymentPending: person('A payment is reported as pending, and its money does not count.'),
  InvoiceUnpaid: person('The order is invoiced, and the invoice is not reported as paid.'),

  AwaitingDecision: person('The policy of the status leaves the next one to someone: only some statuses may follow.'),
  GoodsOnTheirWay: person('The goods have left, and nobody has reported their delivery.'),
  AwaitingPickup: person('The goods are ready to be picked up.'),
  AwaitingStatus: person('Nothing is under way: the order waits for the next status, which someone else sends.'),
  StepsNotRun: person('No step of the status has run: the order was written without its workflow.'),

  LinePartlyDelivered: person('Some units of a line are delivered, and others are open.'),
  LineAwaitsShipment: person('The shipment of a line has not left yet.'),
  LineOnItsWay: person('The shipment of a line has left, and its delivery is not reported.'),
  LineNotShipped: person('Units of a line are in no shipment.'),
  LineDelivered: nothing('All that is left of a line is delivered.'),
  LineCanceled: nothing('The line is cancelled.'),

  CaptureAtStatus: person('The payment is authorised; the workflow captures it with a later status.'),
  CaptureNotConfigured: person('The payment is authorised, and no status of the order type captures.'),
  CapturedPartly: person('A part of the authorisation is captured; the rest waits for a later delivery.'),
  PaymentNotDue: nothing('The payment is authorised, and nothing of it is due.'),
  PaymentFailed: nothing('The provider refused this payment: it is not made.'),
  PaymentVoided: nothing('The authorisation was given up.'),
  PaymentComplete: nothing('The payment is captured, sold, invoiced or refunded in full.'),

  StepLeftOut: nothing('A step of the status did not run because its conditions did not hold.'),
  WorkflowDisabled: nothing('The order type runs no steps.'),
  NotCollected: nothing('The goods were not collected; a later delivery is paid for separately.'),
  OrderCanceled: nothing('The order is cancelled.'),
  OrderComplete: nothing('The order is complete.'),
} as const satisfies Record<string, ReasonMeaning>

export type OrderReasonCode = keyof typeof orderReasons

export const OrderReason = reasonModel('OrderReason', orderReasons)
export type OrderReason = Static<typeof OrderReason>

/** Why an order, a line or a payment is where it is (why.md#reasons). */
export const OrderExplanation = Model(
  'OrderExplanation',
  {
    orderId: described(Text, 'The order that is explained.'),
    status: described(Nullable(Text), 'The status of the order at that moment.'),
    at: described(DateTime, 'The moment that the reasons hold for.'),
    about: described(ReasonSubject, 'What was asked about: the order, or one line or payment of it.'),
    reasons: described(Type.Array(OrderReason), 'The reasons, the most pressing first; at most 250.'),
  },
  'Why an order, a line or a payment is where it is.',
)
export type OrderExplanation = Static<typeof OrderExplanation>

export const explainOrder = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/Why',
  operationId: 'explainOrder',
  summary: 'Explains in plain sentences what an order is waiting for, and what can be done.',
  description:
    'Each reason has a stable `code`, a sentence, since when it holds, what happens next automatically, the calls that a person can make, ' +
    'and the facts that the sentence is taken from. The most pressing reason comes first. With `lineItemId` the reasons are why that ' +
    'line is not delivered, with `paymentId` why that payment is not captured.',
  tags: ['Orders'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: described(Type.String(), 'The id of the order.') }),
  query: Type.Object({
    lineItemId: Type.Optional(Type.String({ description: 'A line of the order.' })),
    paymentId: Type.Optional(Type.String({ description: 'A payment of the order; not together with `lineItemId`.' })),
  }),
  responses: { 200: OrderExplanation },
})

/** Every route that explains orders. */
export const explainOrderRoutes = [explainOrder] as const

import { durables } from '@oms/contracts/nats-users'
import { orderPurged, paymentRecorded } from '@oms/contracts/orders/events'
import { defineConsumer } from '@oms/service-kit/events/consumer'
import type { Deps } from '../../deps.ts'
import { closePayments } from './payment-transaction-store.ts'
import { recordPayment } from './record-payment.ts'

/**
 * Stores the payments of web and customer-service orders (postings.md#web-fulfillment); those of a
 * purged order stay (postings.md#booked-payments).
 */
export const onPaymentRecorded = (deps: Pick<Deps, 'config' | 'now'>) =>
  defineConsumer({
    ...durables.accountingPayments,
    handlers: {
      'orders.payment.recorded.v1': {
        contract: paymentRecorded,
        handle: (tx, event) => recordPayment(deps, tx, event),
      },
      'orders.order.purged.v1': {
        contract: orderPurged,
        handle: (tx, { sequence, data }) => closePayments(tx, data.orderId, sequence ?? 0),
      },
    },
  })

import { orderPurged, paymentRecorded } from '@oms/contracts/orders/events'
import { defineConsumer } from '@oms/service-kit/events/consume'
import type { Deps } from '../../deps/deps.ts'
import { localDay } from '../calendar/domain/posting-date.ts'
import { timeZoneOf } from '../calendar/domain/store-time-zone.ts'
import { markDay } from '../postings/posting-draft-store.ts'
import { POS_ORDER_TYPE } from './domain/payment-transaction.ts'
import { closePayments, storePayment } from './payment-transaction-store.ts'

/**
 * Keeps the payments of web and customer-service orders, and notes the days whose postings they change (4-decisions O.3).
 * Payments of Pos orders are booked by Z-reports. Those of a purged order stay as they are (4-decisions L.2).
 */
export const onPaymentRecorded = (deps: Pick<Deps, 'config' | 'now'>) =>
  defineConsumer({
    name: 'accounting-payments',
    stream: 'ORDERS',
    handlers: {
      'orders.payment.recorded.v1': {
        contract: paymentRecorded,
        async handle(tx, event) {
          const { orderType, storeId, payment } = event.data
          if (orderType === POS_ORDER_TYPE) return
          const postingDate = localDay(new Date(payment.paidDate), timeZoneOf(deps.config(), storeId))
          for (const day of await storePayment(tx, event, postingDate)) await markDay(tx, day, deps.now())
        },
      },
      'orders.order.purged.v1': {
        contract: orderPurged,
        async handle(tx, { sequence, data }) {
          await closePayments(tx, data.orderId, sequence ?? 0)
        },
      },
    },
  })

import type { EventEnvelope } from '@open-oms/contracts/event'
import { durables } from '@open-oms/contracts/nats-users'
import { orderPurged, paymentRecorded } from '@open-oms/contracts/orders/events'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { defineConsumer } from '@open-oms/service-kit/events/consumer'
import type { Deps } from '../../deps.ts'
import { localDay } from '../calendar/domain/posting-date.ts'
import { storeTimeZone } from '../calendar/domain/store-time-zone.ts'
import { markDay } from '../postings/posting-draft-store.ts'
import { revisePayment } from './domain/payment-revision.ts'
import { POS_ORDER_TYPE } from './domain/payment-transaction.ts'
import { insertPayment } from './insert-payment.ts'
import { closePayments, replaceOlderPayment } from './payment-transaction-store.ts'

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

/**
 * Stores what an event says about a payment and marks the days whose postings it changes
 * (postings.md#web-fulfillment). Payments of Pos orders, and refunds that a register paid out, are
 * left to the Z-reports. The posting date stays as it is given, even when the time zone of the
 * store changes later: another one would lose a payment or book it twice.
 */
async function recordPayment(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Transaction,
  event: EventEnvelope<PaymentRecordedData>,
): Promise<void> {
  const { orderId, orderType, storeId, currency, payment, paidOutAt } = event.data
  if (orderType === POS_ORDER_TYPE) return
  const sequence = event.sequence ?? 0
  const postingDate = localDay(new Date(payment.paidDate), storeTimeZone(deps.config(), storeId))
  const current = await replaceOlderPayment(tx, { orderId, paymentId: payment.id, sequence })
  const day = { storeId, currencyCode: currency, postingDate }
  const revision = revisePayment(current, { sequence, payment, day, isInZReport: paidOutAt !== undefined })
  await insertPayment(tx, event, { ...revision, postingDate })
  for (const day of revision.changedDays) await markDay(tx, day, deps.now())
}

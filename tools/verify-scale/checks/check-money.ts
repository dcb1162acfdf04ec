import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { queryRows } from '../../verify-deployment/orders.ts'
import type { AcknowledgedWrite } from '../journal.ts'
import { ORDER_TOTAL } from '../order-bodies.ts'
import type { PaymentEffect } from '../payment-provider.ts'

/** A payment that moved money, as its order has it. */
export type OrderPayment = { orderId: string; paymentId: string; type: string; transactionId: string; amount: number }

/** The payments of all orders that count, from their documents. */
export async function orderPayments({ adminUrls }: SystemDatabases): Promise<OrderPayment[]> {
  return await queryRows<OrderPayment>(
    adminUrls['orders-workflow'],
    `select o.id as "orderId", p ->> 'id' as "paymentId", p ->> 'transactionType' as type, p ->> 'transactionId' as "transactionId",
       (p ->> 'amount')::float as amount
     from "order" o, json_array_elements(o.document -> 'orderForm' -> 'payments') p
     where p ->> 'transactionType' in ('Capture', 'Sale') and p ->> 'status' = 'Processed'`,
  )
}

/**
 * What is wrong between the provider and the orders: an order that was captured twice, or by
 * another amount; a capture that its order does not know; an order that was shipped, whose run was
 * not stopped and which was not captured.
 */
export function captureFaults(
  effects: readonly PaymentEffect[],
  payments: readonly OrderPayment[],
  writes: readonly AcknowledgedWrite[],
): string[] {
  const captures = Map.groupBy(effects, ({ orderId }) => orderId)
  const known = new Set(payments.map(({ transactionId }) => transactionId))
  const faults: string[] = []
  for (const [orderId, own] of captures) {
    const amounts = own.map(({ operation, amount }) => `${operation} ${amount}`)
    if (own.length !== 1 || amounts[0] !== `capture ${ORDER_TOTAL}`)
      faults.push(`${orderId}: the provider carried out ${amounts.join(', ')}`)
    for (const { transactionId } of own)
      if (!known.has(transactionId)) faults.push(`${orderId}: the order lacks capture ${transactionId}`)
  }
  const isPaid = new Set(payments.map(({ orderId }) => orderId))
  for (const { id, status, isAborted } of writes)
    if (status !== undefined && isAborted !== true && !isPaid.has(id)) faults.push(`${id}: shipped without money`)
  return faults
}

/** A payment as accounting-read keeps it. */
export type BookedPayment = { orderId: string; paymentId: string; amount: number }

/** The payments that accounting-read counts. */
export async function bookedPayments({ adminUrls }: SystemDatabases): Promise<BookedPayment[]> {
  return await queryRows<BookedPayment>(
    adminUrls['accounting-read'],
    'select order_id as "orderId", payment_id as "paymentId", amount::float as amount from payment_transaction where is_booked',
  )
}

/** Payments that accounting lacks, has twice, with another amount, or knows alone. */
export function bookingFaults(payments: readonly OrderPayment[], booked: readonly BookedPayment[]): string[] {
  const paymentKey = ({ orderId, paymentId }: { orderId: string; paymentId: string }) => `${orderId} ${paymentId}`
  const byKey = Map.groupBy(booked, paymentKey)
  const wanted = new Set(payments.map(paymentKey))
  const wrong = payments.flatMap((payment) => {
    const own = byKey.get(paymentKey(payment)) ?? []
    if (own.length === 1 && own[0]?.amount === payment.amount) return []
    return [
      `${payment.orderId}: ${payment.type} of ${payment.amount} is booked as ${own.map(({ amount }) => amount).join(', ') || 'nothing'}`,
    ]
  })
  const unknown = [...byKey.keys()].filter((key) => !wanted.has(key)).map((key) => `${key}: booked, and not on the order`)
  return [...wrong, ...unknown]
}

/**
 * What the ledger has of the payments: the sums of both sides, and of what came in by payments, in
 * the main unit.
 */
export async function ledgerSums({
  adminUrls,
}: SystemDatabases): Promise<{ debit: number; credit: number; money: number; lines: number }> {
  const [sums] = await queryRows<{ debit: number; credit: number; money: number; lines: number }>(
    adminUrls['accounting-read'],
    `select coalesce(sum(l.debit), 0)::float as debit, coalesce(sum(l.credit), 0)::float as credit, count(*)::int as lines,
       coalesce(sum(l.debit - l.credit) filter (where l.category = 'PaymentMethod'), 0)::float as money
     from ledger_line l join posting p on p.id = l.posting_id where p.status <> 'Superseded'`,
  )
  return sums as { debit: number; credit: number; money: number; lines: number }
}

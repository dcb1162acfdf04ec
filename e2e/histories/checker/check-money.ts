import { EXCHANGE_METHOD } from '@open-oms/contracts/orders/payment'
import type { EffectRecord } from '../state.ts'
import type { Facts, LastVersion, StoredOrder, Violation } from './facts.ts'

const counts: ReadonlySet<string> = new Set(['Processed', 'Paid', 'Approved'])
const operationOf: Readonly<Record<string, string>> = {
  Capture: 'capture',
  Void: 'cancel',
  Credit: 'refund',
  Authorization: 'authorize',
  Sale: 'link',
}
/** What the provider's transactions are called (faults/lying-provider.ts). */
const isMoved = (transactionId: string | null) => transactionId?.startsWith('moved-') === true

type Payment = LastVersion['payments'][number]

/**
 * What differs between the provider's book and the orders: money that an order does not know of
 * and does not ask about, or knows of twice, or that was never moved. An order that was purged took
 * its payments along.
 */
export function providerFaults({ effects, orders }: Pick<Facts, 'effects' | 'orders'>): Violation[] {
  const moved = new Map(effects.map((effect) => [effect.transactionId, effect]))
  const byOrder = Map.groupBy(effects, ({ orderId }) => orderId)
  return [...orders.values()].flatMap((order) => {
    const texts = [
      ...order.last.payments.flatMap((payment) => paymentFaults(payment, order.orderId, moved)),
      ...(byOrder.get(order.orderId) ?? []).flatMap((effect) => effectFaults(effect, order)),
    ]
    return texts.map((text) => ({ check: 'money', about: order.orderId, text }))
  })
}

function paymentFaults(payment: Payment, orderId: string, moved: ReadonlyMap<string, EffectRecord>): string[] {
  const { transactionId, transactionType, amount, status, paymentMethodName } = payment
  // What an exchange settles names a transaction of the provider, and moves nothing there.
  if (!isMoved(transactionId) || paymentMethodName === EXCHANGE_METHOD) return []
  const effect = moved.get(transactionId as string)
  const name = `${transactionType} ${amount} (${transactionId})`
  const isSame = effect?.orderId === orderId && effect.amount === amount && effect.operation === operationOf[transactionType]
  if (!isSame) return [`${name}: the provider has ${JSON.stringify(effect)}`]
  // A link moves nothing: its customer does.
  return counts.has(status) || transactionType === 'Sale' ? [] : [`${name} is ${status}; the provider has moved it`]
}

function effectFaults(effect: EffectRecord, order: StoredOrder): string[] {
  const { operation, amount, transactionId } = effect
  const { last, transactions } = order
  if (operation === 'unlink') return []
  if (operation === 'ask') return answerFaults(effect, order)
  const known = last.payments.filter(
    (one) => one.transactionId === transactionId && one.paymentMethodName !== EXCHANGE_METHOD,
  ).length
  if (known === 1) return []
  // A replacement removes voids that it does not have (orders.md#preserved-payments-and-returns).
  const isReplaced = operation === 'cancel' && transactions.has(transactionId)
  if (known === 0 && (isReplaced || last.payments.some((payment) => isOpen(payment, operation, amount)))) return []
  return [`the provider has carried out ${operation} ${amount} (${transactionId}); the order has it ${known} times`]
}

/** Acts that end a run before it has recorded what was answered. */
const ending: ReadonlySet<string> = new Set(['DismissWorkflowRun', 'DeleteOrder'])

/** What a service has answered is on the order, unless the order or its run was given up before. */
function answerFaults({ transactionId }: EffectRecord, { transactions, versions }: StoredOrder): string[] {
  if (transactions.has(transactionId) || versions.some(({ operation }) => ending.has(operation))) return []
  return [`was asked about and answered (${transactionId}); no version has the answer`]
}

/**
 * Exchanges whose sides differ: what returned orders give up for the orders that were made for them
 * is what those got.
 */
export function exchangeFaults({ orders }: Pick<Facts, 'orders'>): Violation[] {
  const sumOf = ({ last }: StoredOrder, type: string) =>
    cents(
      last.payments
        .filter(({ transactionType, paymentMethodName }) => transactionType === type && paymentMethodName === EXCHANGE_METHOD)
        .map(({ amount }) => amount),
    )
  return [...orders.values()].flatMap((order) => {
    const made = order.last.exchangeIds.map((id) => orders.get(id))
    if (made.some((one) => one === undefined)) return []
    const [given, got] = [sumOf(order, 'Credit'), (made as StoredOrder[]).reduce((sum, one) => sum + sumOf(one, 'Sale'), 0)]
    if (given === got) return []
    return [{ check: 'money', about: order.orderId, text: `gave ${given / 100} to its exchanges, which have ${got / 100}` }]
  })
}

/**
 * A call without a response is on the order until it is repeated
 * (payments.md#capture-idempotency).
 */
function isOpen({ transactionId, transactionType, status, amount }: Payment, operation: string, moved: number): boolean {
  const isUnanswered = (status === 'Failed' || status === 'Pending') && (transactionId === null || transactionId === '')
  return isUnanswered && operationOf[transactionType] === operation && amount === moved
}

const booking: ReadonlySet<string> = new Set(['Capture', 'Sale', 'Credit', 'Invoiced'])

/**
 * Payments of the web that accounting lacks, has twice, with another amount, or knows alone; those
 * of tills that no report counts; reports and a ledger that do not sum to them.
 */
export function bookFaults(facts: Pick<Facts, 'orders' | 'booked' | 'ledger' | 'changes' | 'counted' | 'zReports'>): Violation[] {
  return [...bookedFaults(facts), ...tillFaults(facts), ...ledgerFaults(facts)].map(([about, text]) => ({
    check: 'booking',
    about,
    text,
  }))
}

type Fault = readonly [about: string, text: string]

function bookedFaults({ orders, booked, changes }: Pick<Facts, 'orders' | 'booked' | 'changes'>): Fault[] {
  const byKey = Map.groupBy(booked, ({ orderId, paymentId }) => `${orderId} ${paymentId}`)
  const purged = new Set(changes.filter(({ kind }) => kind === 'purged').map(({ orderId }) => orderId))
  const wanted = new Set<string>()
  const faults: Fault[] = []
  for (const [orderId, { id, amount, transactionType }] of moneyOf(orders, (last) => !last.isTill)) {
    const key = `${orderId} ${id}`
    wanted.add(key)
    const own = (byKey.get(key) ?? []).map((one) => one.amount)
    if (own.length !== 1 || own[0] !== amount)
      faults.push([orderId, `${transactionType} of ${amount} is booked as ${own.join(', ') || 'nothing'}`])
  }
  for (const { orderId, paymentId, amount } of booked)
    if (!wanted.has(`${orderId} ${paymentId}`) && !purged.has(orderId))
      faults.push([orderId, `${amount} (${paymentId}) is booked, and not on the order`])
  return faults
}

function tillFaults({ orders, counted, zReports }: Pick<Facts, 'orders' | 'counted' | 'zReports'>): Fault[] {
  const known = new Set(counted.map(({ orderId, paymentId }) => `${orderId} ${paymentId}`))
  const amounts = new Map<string, number>()
  const faults: Fault[] = []
  for (const [orderId, { id, amount, transactionType }] of moneyOf(orders, (last) => last.isTill && last.isCounted)) {
    amounts.set(`${orderId} ${id}`, transactionType === 'Credit' ? -amount : amount)
    if (!known.has(`${orderId} ${id}`)) faults.push([orderId, `${transactionType} of ${amount} is in no report`])
  }
  for (const { zReportId, paid, orderIds } of zReports) {
    const own = counted.filter((one) => one.zReportId === zReportId).map((one) => amounts.get(`${one.orderId} ${one.paymentId}`))
    // What an order had that was purged since, or is not completed any more, is not known.
    if (orderIds.some((id) => !orders.has(id)) || own.some((amount) => amount === undefined)) continue
    const sum = cents(own as number[])
    if (sum !== cents([paid])) faults.push([zReportId, `the report has ${paid}; its payments sum to ${sum / 100}`])
  }
  return faults
}

function ledgerFaults({ ledger, booked, zReports }: Pick<Facts, 'ledger' | 'booked' | 'zReports'>): Fault[] {
  if (ledger === null) return []
  const { debit, credit, money } = ledger
  const faults: Fault[] = cents([debit]) === cents([credit]) ? [] : [['ledger', `debit is ${debit}, credit ${credit}`]]
  const web = booked.map(({ amount, transactionType }) => (transactionType === 'Credit' ? -amount : amount))
  const wanted = cents([...web, ...zReports.map(({ paid }) => paid)])
  if (cents([money]) !== wanted) faults.push(['ledger', `has ${money} of payments; they are ${wanted / 100}`])
  return faults
}

const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

/** The payments that moved money of the orders that are wanted. */
function* moneyOf(orders: Facts['orders'], isWanted: (last: LastVersion) => boolean): Generator<[string, Payment]> {
  for (const { orderId, last } of orders.values())
    if (isWanted(last))
      for (const payment of last.payments)
        if (counts.has(payment.status) && booking.has(payment.transactionType)) yield [orderId, payment]
}

import { DomainError } from '@open-oms/contracts/errors'
import type { CustomerErasure } from '@open-oms/contracts/orders/customers/erasure'
import type { Order } from '@open-oms/contracts/orders/order'
import { type Caller, requireAllStores } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { notifyPurge } from '../notifications/messages/message-removal.ts'
import { purgeOrder } from '../orders/delete/purge-order.ts'
import { textPatterns } from './domain/customer-identity.ts'
import { keptData } from './domain/kept-data.ts'
import {
  countOrdersToErase,
  countRelatedCustomers,
  finishErasure,
  hasRunUnderWay,
  interruptedErasures,
  lockErasure,
  type OpenErasure,
  readOrdersToErase,
} from './erasure-store.ts'
import { parseKeyOfBody } from './key-of-body.ts'
import { noteCustomer, sweepCustomer } from './sweep-customer.ts'

/** How long one request purges orders: it must end before the gateway gives it up. */
const WORK_MS = 15_000
const ORDERS_PER_READ = 200
const OPEN_NAMED_MAX = 20

export type EraseCustomer = { customerKey: string; write: WriteRequest }

/**
 * Erases a customer (customers.md#customer-erasure): purges its orders one by one, and then removes
 * what else names it. An interrupted erasure continues with the next call. Raises
 * `ValidationFailed` for what is no key, `Forbidden`, and `CustomerHasOpenOrders`, before which
 * nothing is erased.
 */
export async function eraseCustomer(
  deps: OrderDeps,
  caller: Caller,
  { customerKey, write }: EraseCustomer,
): Promise<CustomerErasure> {
  requireAllStores(caller, 'Customers are erased')
  return erase(deps, { key: parseKeyOfBody(customerKey), write })
}

/** An erasure that has begun so long ago was interrupted, and nobody has asked again. */
const INTERRUPTED_MS = 5 * 60_000

/** Continues the erasures that were interrupted (customers.md#customer-erasure). */
export async function continueErasures(deps: OrderDeps, signal: AbortSignal): Promise<void> {
  const write = { operation: 'PurgeOrder', by: 'erasure', actor: 'erasure', requireScope: () => undefined } as const
  for (const key of await interruptedErasures(deps, new Date(deps.now().getTime() - INTERRUPTED_MS))) {
    if (signal.aborted) return
    try {
      await erase(deps, { key, write })
    } catch (err) {
      if (!(err instanceof DomainError)) throw err
      deps.log.warn({ err }, 'An erasure of a customer cannot be finished.')
    }
  }
}

async function erase(deps: OrderDeps, { key, write }: { key: string; write: WriteRequest }): Promise<CustomerErasure> {
  const open = await deps.inTransaction((tx) => begin(deps, tx, key))
  const until = deps.now().getTime() + WORK_MS
  for (const orderId of open.orderIds) {
    if (deps.now().getTime() >= until) break
    await eraseOrder(deps, { orderId, write })
  }
  const remainingOrders = await countOrdersToErase(deps, key)
  if (remainingOrders > 0) return { isFinished: false, remainingOrders, erased: null, kept: [], relatedCustomers: 0 }
  return finish(deps, key, open)
}

/** Notes what is erased, before anything is. */
async function begin(deps: OrderDeps, tx: Transaction, key: string): Promise<OpenErasure> {
  await lockErasure(tx, key)
  return noteCustomer(deps, tx, { key, ...(await ordersOf(tx, key)) })
}

async function ordersOf(tx: Transaction, key: string): Promise<{ orderIds: string[]; newestOrder: Date | null }> {
  const [orderIds, open]: [string[], string[]] = [[], []]
  let newestOrder: Date | null = null
  for (let after = ''; ; after = orderIds.at(-1) ?? '') {
    const rows = await readOrdersToErase(tx, key, { after, take: ORDERS_PER_READ })
    for (const row of rows) {
      orderIds.push(row.order_id)
      if (newestOrder === null || row.created > newestOrder) newestOrder = row.created
      const order = { status: row.status ?? '', fulfilmentStatus: row.fulfilment as Order['fulfilmentStatus'] }
      const reason = whyOpen(order, { isDeleted: row.is_deleted, hasRun: row.has_run })
      if (reason !== null) open.push(`order "${row.order_id}" ${reason}`)
    }
    if (rows.length < ORDERS_PER_READ) break
  }
  if (open.length > 0) throw hasOpenOrders(open)
  return { orderIds, newestOrder }
}

/**
 * Why the customer of an order cannot be erased yet, as a part of a sentence; null: it can
 * (customers.md#customer-erasure).
 */
function whyOpen(
  order: Pick<Order, 'status' | 'fulfilmentStatus'>,
  { isDeleted, hasRun }: { isDeleted: boolean; hasRun: boolean },
): string | null {
  if (hasRun) return 'has a workflow run under way'
  const isUndelivered = order.fulfilmentStatus === 'Unfulfilled' || order.fulfilmentStatus === 'PartiallyFulfilled'
  return isUndelivered && !isDeleted ? `has goods that have not left (status ${order.status})` : null
}

function hasOpenOrders(open: readonly string[]): DomainError {
  const more = open.length > OPEN_NAMED_MAX ? `, and ${open.length - OPEN_NAMED_MAX} more` : ''
  return new DomainError('CustomerHasOpenOrders', `Nothing more is erased: ${open.slice(0, OPEN_NAMED_MAX).join('; ')}${more}.`)
}

async function eraseOrder(deps: OrderDeps, { orderId, write }: { orderId: string; write: WriteRequest }): Promise<void> {
  const check = async (order: Order, tx: Transaction) => {
    const isDeleted = order.status === 'Deleted'
    const reason = whyOpen(order, { isDeleted, hasRun: await hasRunUnderWay(tx, orderId) })
    if (reason !== null) throw hasOpenOrders([`order "${orderId}" ${reason}`])
  }
  try {
    await purgeOrder(deps, { orderId, write: { ...write, keyed: null, precondition: null }, reason: 'erase', check })
  } catch (error) {
    // An earlier attempt, or another one at the same time, has purged it.
    if (!(error instanceof DomainError && error.code === 'NotFound')) throw error
  }
}

async function finish(deps: OrderDeps, key: string, open: OpenErasure): Promise<CustomerErasure> {
  const { identity, orderIds, newestOrder, notes } = open
  const contacts = textPatterns({ ...identity, words: [] }).map((pattern) => pattern.toLowerCase())
  const relatedCustomers = await countRelatedCustomers(deps, key, contacts)
  const also = async (tx: Transaction) => {
    await finishErasure(tx, key, deps.now())
    tx.afterCommit(notifyPurge)
  }
  const swept = await sweepCustomer(deps, { key, identity, orderIds, also })
  const { bookkeepingYears } = deps.config().settings.customers
  return {
    isFinished: true,
    remainingOrders: 0,
    erased: { orders: orderIds.length, ...swept, notes: Math.max(notes, swept.notes) },
    kept: keptData({ newestOrder, now: deps.now(), bookkeepingYears }),
    relatedCustomers,
  }
}

import type { AuditAct } from '@open-oms/contracts/audit/audit-acts'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { RefundRequest, RefundRequestState } from '@open-oms/contracts/orders/payments/refund-requests'
import { currencyExponent } from '@open-oms/money/currency'
import { larger, sum, toAmount, toMinor } from '@open-oms/money/minor'
import { auditEntry } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntries } from '@open-oms/service-kit/audit/audit-trail'
import { type Caller, callerName, isInScope } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { authorisedRests, capturedRests, countingPayments, sumPayments } from '../../order/rules/payments/authorised-rest.ts'
import { REFUND_REQUESTS } from '../../order/store/advisory-lock.ts'
import { readOrderDocument } from '../../order/store/order-queries.ts'
import { requireRefundLimit } from '../../order/write/change-rights.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>
type Deps = Pick<OrderDeps, 'query' | 'execute' | 'inTransaction' | 'config' | 'now' | 'newId'>
type RequestOrigin = { caller: Caller; origin: () => Parameters<typeof auditEntry>[1] }

export type RefundRequestFilter = { orderId?: string | undefined; state?: RefundRequestState | undefined; take: number }

/**
 * The requests of orders that the caller covers, newest first (security.md#second-pair-of-eyes).
 */
export async function listRefundRequests(
  deps: Pick<Database, 'query' | 'execute'>,
  { storeIds }: Caller,
  { orderId, state, take }: RefundRequestFilter,
): Promise<RefundRequest[]> {
  const where = {
    ...(orderId === undefined ? {} : { orderId }),
    ...(state === undefined ? {} : { state }),
    ...(storeIds === null ? {} : { storeId: { in: [...storeIds] } }),
  }
  const orderBy = [{ requested: 'desc' }, { id: 'desc' }] as const
  const rows = await usePrisma(deps, (prisma) => prisma.refundRequest.findMany({ where, orderBy: [...orderBy], take }))
  return rows.map(shown)
}

type NewRefundRequest = { orderId: string; amount: number; reason?: string | null | undefined }

const lockOrder = statement({
  name: 'refund-requests-lock',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  parameters: [Sql.integer, Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/**
 * Asks that someone else approves a refund of an order. While the same waits, asked by the same
 * caller, it is that one. Raises `NotFound`, and `ValidationFailed` for an amount that the order
 * can never pay back.
 */
export async function createRefundRequest(
  deps: Deps,
  { caller, origin }: RequestOrigin,
  { orderId, amount, reason = null }: NewRefundRequest,
): Promise<RefundRequest> {
  const { document } = await readOrderDocument(deps, { orderId, isInScope: (storeId) => isInScope(caller, storeId) })
  const order: Order = JSON.parse(document)
  const currency = orderCurrency(order, deps.config())
  requirePayable(order, amount, currency)
  const same = { orderId, amount, currency, reason, state: 'Pending', requester: caller.clientId }
  const data = {
    ...same,
    ...{ id: deps.newId(), storeId: order.storeId ?? '', requested: deps.now(), requestedBy: callerName(caller) },
  }
  return deps.inTransaction(async (tx) => {
    await lockOrder.on(tx, REFUND_REQUESTS, orderId)
    const waiting = await usePrisma(tx, (prisma) => prisma.refundRequest.findFirst({ where: same }))
    if (waiting !== null) return shown(waiting)
    const row = await usePrisma(tx, (prisma) => prisma.refundRequest.create({ data }))
    record(tx, row, { act: 'RefundRequest', operation: 'createRefundRequest', origin })
    return shown(row)
  })
}

/**
 * Raises `ValidationFailed` for what is no amount of the currency, or more than the order has left
 * of what was paid or authorised. What was paid back already counts too: an approval is for taking
 * a refund back as well.
 */
function requirePayable(order: Order, amount: number, currency: string): void {
  const exponent = currencyExponent(currency)
  const asked = toMinor(amount, exponent)
  if (amount <= 0) throw invalid('amount', 'must be more than 0')
  if (toAmount(asked, exponent) !== amount) throw invalid('amount', `has more than the ${exponent} decimals of ${currency}`)
  const rests = [...capturedRests(order, exponent), ...authorisedRests(order, exponent)]
  const left = sum(rests.map(({ rest }) => rest))
  const most = larger(left, sumPayments(countingPayments(order, 'Credit'), exponent))
  if (asked > most) throw invalid('amount', `is more than the ${toAmount(most, exponent)} ${currency} that can be paid back`)
}

type Decision = { requestId: string; approve: boolean; note?: string | null | undefined }

/**
 * Approves a refund that someone else has asked for, or refuses one that is not used. The same
 * decision again changes nothing. Raises `NotFound`, `Forbidden`, `RefundTooHigh` and
 * `RefundRequestDecided`.
 */
export async function decideRefundRequest(
  deps: Deps,
  { caller, origin }: RequestOrigin,
  { requestId: id, approve, note = null }: Decision,
): Promise<RefundRequest> {
  const state: RefundRequestState = approve ? 'Approved' : 'Refused'
  return deps.inTransaction(async (tx) => {
    const before = await find(tx, caller, id)
    if (approve) requireSecondPerson(caller, before)
    if (before.state === state && before.decider === caller.clientId) return shown(before)
    const decided = { decided: deps.now(), decider: caller.clientId, decidedBy: callerName(caller), note }
    const open: RefundRequestState[] = approve ? ['Pending'] : ['Pending', 'Approved']
    const { count } = await usePrisma(tx, (prisma) =>
      prisma.refundRequest.updateMany({ where: { id, state: { in: open } }, data: { state, ...decided } }),
    )
    if (count === 0) throw new DomainError('RefundRequestDecided', 'The refund was decided by someone else, or is used.')
    const row = { ...before, state, ...decided }
    record(tx, row, { act: 'RefundDecision', operation: 'decideRefundRequest', origin })
    return shown(row)
  })
}

function readRow(tx: Transaction, id: string) {
  return usePrisma(tx, (prisma) => prisma.refundRequest.findUnique({ where: { id } }))
}

async function find(tx: Transaction, caller: Caller, id: string): Promise<Row> {
  const row = await readRow(tx, id)
  if (row === null || !isInScope(caller, row.storeId)) throw new DomainError('NotFound', `There is no refund request "${id}".`)
  return row
}

function requireSecondPerson(caller: Caller, { requester, currency, amount }: Row): void {
  if (requester === caller.clientId) throw new DomainError('Forbidden', 'You have asked for it: someone else must approve it.')
  requireRefundLimit(caller, { currency, refunded: Number(amount) })
}

type RefundAct = { act: AuditAct; operation: string } & Pick<RequestOrigin, 'origin'>

function record(tx: Transaction, { id, orderId, state, amount, currency }: Row, { act, operation, origin }: RefundAct): void {
  const details = { request: id, state, amount: Number(amount), currency }
  storeEntries(tx, [auditEntry('orders-workflow', origin(), { act, operation, orderId, details })])
}

function shown({ storeId: _, requester: __, decider: ___, ...row }: Row): RefundRequest {
  const { amount, state, requested, decided, used } = row
  return {
    ...row,
    amount: Number(amount),
    state: state as RefundRequestState,
    requested: requested.toISOString(),
    decided: decided?.toISOString() ?? null,
    used: used?.toISOString() ?? null,
  }
}

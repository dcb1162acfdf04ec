import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { APPROVAL_HOURS } from '@open-oms/contracts/orders/payments/approval-hours'
import type { HeldRights, RefundLimit } from '@open-oms/contracts/permissions'
import { currencyExponent } from '@open-oms/money/currency'
import { storeEntries } from '@open-oms/service-kit/audit/audit-trail'
import { requirePermission } from '@open-oms/service-kit/authentication/caller'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { orderCurrency } from '../rules/context/order-context.ts'
import type { Authorship, VersionContext } from '../rules/order-version.ts'
import { permissionsForChange, refundedByChange, refundedOfOrder, refundsTakenBack } from '../rules/required-rights.ts'
import type { WriteKind } from '../rules/write-kinds.ts'
import { orderAuditEntry } from './audit-writes.ts'
import type { WriteRequest, WriteRights } from './write-context.ts'

type RefundToApprove = { orderId: string; subject: string; currency: string; refunded: number }

// The order is locked: of two refunds at the same moment one finds the approval used.
const consume = statement({
  name: 'refund-request-use',
  text: `update refund_request set state = 'Used', used = $5 where id = (
      select id from refund_request
      where order_id = $1 and requester = $2 and currency = $3 and amount >= $4::numeric and state = 'Approved'
        and decided > $5::timestamptz - interval '${APPROVAL_HOURS} hours'
      order by amount, requested limit 1 for update
    ) and state = 'Approved'
    returning id, decided_by`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.numeric, Sql.timestamptz],
  row: { id: Sql.text, decided_by: Sql.nullable(Sql.text) },
})

/**
 * Uses the approval of a refund above the limit, in the transaction of the refund
 * (security.md#second-pair-of-eyes). Raises `RefundNeedsApproval` where there is none.
 */
async function useApproval(
  tx: Transaction,
  { orderId, subject, currency, refunded }: RefundToApprove,
  authorship: Authorship,
): Promise<void> {
  const [used] = await consume.on(tx, orderId, subject, currency, String(refunded), authorship.time)
  if (used === undefined)
    throw new DomainError('RefundNeedsApproval', `Someone else must approve that ${refunded} ${currency} is paid back.`, {
      fields: { refund: { amount: refunded, currency } },
    })
  const details = { state: 'Used', request: used.id, approvedBy: used.decided_by, amount: refunded }
  storeEntries(tx, [orderAuditEntry(authorship, { act: 'RefundDecision', orderId, details })])
}

type ChangeToJudge = {
  write: Pick<WriteRequest, 'rights' | 'subject' | 'confirmedUntil'>
  kind: WriteKind
  before: Order | null
  /** Null: nothing has changed yet. */
  version: { order: Order } | null
  /** What is paid back, where the order does not say it. */
  refunds: number | undefined
}

/**
 * Refuses a change that its author may not make (security.md#permissions), or not alone, and counts
 * what it pays back to the author's day. Raises `Forbidden`, `RefundLimitReached`, `RefundTooHigh`,
 * `ConfirmationRequired` and `RefundNeedsApproval`.
 */
export async function requireChangeRights(
  tx: Transaction,
  { write: { rights, subject, confirmedUntil }, kind, before, version, refunds }: ChangeToJudge,
  { config, authorship }: VersionContext,
): Promise<void> {
  const {
    orderTypes,
    orderHandling: { refundApprovalAbove: limits },
  } = config
  const needsSecond = subject !== undefined && limits.length > 0
  const isJudged = rights !== undefined || confirmedUntil !== undefined || needsSecond
  const after = judgedOrder({ before, version, refunds })
  if (after === null || !isJudged) return
  if (rights !== undefined) requireRights(rights, { kind, before, after }, orderTypes)
  // What is imported was paid back before.
  if (kind === 'import' && before === null) return
  const currency = orderCurrency(after, config)
  const exponent = currencyExponent(currency)
  const refunded = refunds ?? refundedByChange({ before, after }, orderTypes, exponent)
  if (refunded > 0) {
    if (rights !== undefined) await requireRefundRights(tx, rights, { day: authorship.time, currency, refunded })
    requireConfirmed(confirmedUntil, authorship.time)
  }
  const limit = limits.find((one) => one.currency === currency)
  if (subject === undefined || limit === undefined) return
  const toApprove = refundToApprove({ before, after, refunded }, { orderTypes, exponent, most: limit.amount })
  if (toApprove > 0) await useApproval(tx, { orderId: after.id, subject, currency, refunded: toApprove }, authorship)
}

/**
 * The order that is judged; null: nothing is. A provider that is asked after the commit pays back
 * although the order has not changed yet.
 */
function judgedOrder({ before, version, refunds }: Pick<ChangeToJudge, 'before' | 'version' | 'refunds'>): Order | null {
  return version?.order ?? (refunds === undefined ? null : before)
}

type Refunding = { before: Order | null; after: Order; refunded: number }
type ApprovalRule = Pick<VersionContext['config'], 'orderTypes'> & { exponent: number; most: number }

/** What of a change someone else must approve, in the main unit; 0: nothing. */
function refundToApprove({ before, after, refunded }: Refunding, { orderTypes, exponent, most }: ApprovalRule): number {
  // A refund that no longer counts would make room below the limit for another one.
  const takenBack = refundsTakenBack({ before, after }, exponent)
  const isAbove = refunded > 0 && refundedOfOrder(before, orderTypes, exponent) + refunded > most
  return isAbove || takenBack > 0 ? refunded + takenBack : 0
}

function requireConfirmed(until: number | undefined, time: Date): void {
  if (until !== undefined && time.getTime() > until)
    throw new DomainError('ConfirmationRequired', 'Paying back asks that you show again who you are.')
}

type Judged = { kind: WriteKind; before: Order | null; after: Order }

function requireRights(
  rights: WriteRights,
  { kind, before, after }: Judged,
  types: VersionContext['config']['orderTypes'],
): void {
  // What is imported says of itself what was paid back: it is taken as it comes, or not at all.
  if (kind === 'import')
    throw new DomainError('Forbidden', 'Orders are imported by who may refund, cancel and set prices without a limit.')
  for (const permission of permissionsForChange({ before, after }, types)) requirePermission(rights, permission)
}

type Refund = { day: Date; currency: string; refunded: number }

async function requireRefundRights(tx: Transaction, rights: WriteRights, refund: Refund): Promise<void> {
  requirePermission(rights, 'Refund')
  const limit = requireRefundLimit(rights, refund)
  if (limit !== null) await countRefund(tx, { ...refund, subject: rights.subject }, limit)
}

/**
 * The limit of someone who pays back alone; null: there is none. Raises `Forbidden` and
 * `RefundTooHigh`.
 */
export function requireRefundLimit(
  { refundLimits }: HeldRights,
  { currency, refunded }: Pick<Refund, 'currency' | 'refunded'>,
): RefundLimit | null {
  if (refundLimits === undefined) return null
  const limit = refundLimits.find((one) => one.currency === currency)
  if (limit === undefined) throw new DomainError('Forbidden', `You may not pay back in ${currency}.`)
  if (refunded > limit.alone)
    throw new DomainError('RefundTooHigh', `More than ${limit.alone} ${currency} is paid back by someone whose role allows more.`)
  return limit
}

// The row is locked until the transaction ends, so that two refunds at the same moment cannot both
// be the last one that fits.
const count = statement({
  name: 'refund-day-count',
  text: `with
    -- the day of the refund
    today as (select ($2::timestamptz at time zone 'UTC')::date as day),
    -- the days before, which no limit asks for any more
    former as (delete from refund_day where subject = $1 and day < (select day from today))
    insert into refund_day as d (subject, day, currency, amount)
    select $1, day, $3, $4::numeric from today where $4::numeric <= $5::numeric
    on conflict (subject, day, currency) do update set amount = d.amount + $4::numeric where d.amount + $4::numeric <= $5::numeric
    returning d.subject`,
  parameters: [Sql.text, Sql.timestamptz, Sql.text, Sql.numeric, Sql.numeric],
  row: { subject: Sql.text },
})

async function countRefund(
  tx: Transaction,
  { subject, day, refunded }: Refund & { subject: string },
  { currency, perDay }: RefundLimit,
): Promise<void> {
  const counted = await count.on(tx, subject, day, currency, String(refunded), String(perDay))
  if (counted.length === 0)
    throw new DomainError('RefundLimitReached', `Your refunds of the day would be more than ${perDay} ${currency}.`)
}

import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { RefundLimit } from '@oms/contracts/permissions'
import { currencyExponent } from '@oms/money/currency'
import { requirePermission } from '@oms/service-kit/authentication/caller'
import { numeric, statement, text, timestamptz } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { orderCurrency } from '../rules/context/order-context.ts'
import type { VersionContext } from '../rules/order-version.ts'
import { permissionsForChange, refundedByChange } from '../rules/required-rights.ts'
import type { WriteKind } from '../rules/write-kinds.ts'
import type { WriteRequest } from './write-context.ts'

type ChangeToJudge = {
  write: Pick<WriteRequest, 'rights'>
  kind: WriteKind
  before: Order | null
  /** Null: nothing has changed. */
  version: { order: Order } | null
  /** What is paid back, where the order does not say it. */
  refunds: number | undefined
}

/**
 * Refuses a change that its author may not make (security.md#permissions), and counts what it pays
 * back to the author's day. Raises `Forbidden`, `RefundLimitReached` and `RefundTooHigh`.
 */
export async function requireChangeRights(
  tx: Transaction,
  { write: { rights }, kind, before, version, refunds }: ChangeToJudge,
  { config, authorship }: VersionContext,
): Promise<void> {
  if (rights === undefined || version === null) return
  // What is imported says of itself what was paid back: it is taken as it comes, or not at all.
  if (kind === 'import')
    throw new DomainError('Forbidden', 'Orders are imported by who may refund, cancel and set prices without a limit.')
  const after = version.order
  for (const permission of permissionsForChange({ before, after }, config.orderTypes)) requirePermission(rights, permission)
  const currency = orderCurrency(after, config)
  const refunded = refunds ?? refundedByChange({ before, after }, config.orderTypes, currencyExponent(currency))
  if (refunded <= 0) return
  requirePermission(rights, 'Refund')
  if (rights.refundLimits === undefined) return
  const limit = rights.refundLimits.find((one) => one.currency === currency)
  if (limit === undefined) throw new DomainError('Forbidden', `You may not pay back in ${currency}.`)
  if (refunded > limit.alone)
    throw new DomainError('RefundTooHigh', `More than ${limit.alone} ${currency} is paid back by someone whose role allows more.`)
  await countRefund(tx, { subject: rights.subject, day: authorship.time, refunded }, limit)
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
  parameters: [text, timestamptz, text, numeric, numeric],
  row: { subject: text },
})

type Refund = { subject: string; day: Date; refunded: number }

async function countRefund(
  tx: Transaction,
  { subject, day, refunded }: Refund,
  { currency, perDay }: RefundLimit,
): Promise<void> {
  const counted = await count.on(tx, subject, day, currency, String(refunded), String(perDay))
  if (counted.length === 0)
    throw new DomainError('RefundLimitReached', `Your refunds of the day would be more than ${perDay} ${currency}.`)
}

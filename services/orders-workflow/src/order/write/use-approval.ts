import { DomainError } from '@open-oms/contracts/errors'
import { APPROVAL_HOURS } from '@open-oms/contracts/orders/payments/approval-hours'
import { storeEntries } from '@open-oms/service-kit/audit/audit-trail'
import { nullable, numeric, statement, text, timestamptz } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Authorship } from '../rules/order-version.ts'
import { orderAuditEntry } from './audit-writes.ts'

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
  parameters: [text, text, text, numeric, timestamptz],
  row: { id: text, decided_by: nullable(text) },
})

/**
 * Uses the approval of a refund above the limit, in the transaction of the refund
 * (security.md#second-pair-of-eyes). Raises `RefundNeedsApproval` where there is none.
 */
export async function useApproval(
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

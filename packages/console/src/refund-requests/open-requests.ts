import type { RefundRequest } from '@open-oms/client/types'
import { APPROVAL_HOURS } from '@open-oms/contracts/orders/payments/approval-hours'

const HOUR_MS = 3_600_000

/** Until when an approval counts; null: nobody has approved it. */
export function approvedUntil({ state, decided }: RefundRequest): Date | null {
  if (state !== 'Approved' || decided === null) return null
  return new Date(Date.parse(decided) + APPROVAL_HOURS * HOUR_MS)
}

/** The requests that someone is to act on: to decide, or to pay back what was approved. */
export function openRequests(requests: readonly RefundRequest[], now: Date): RefundRequest[] {
  return requests.filter((request) => {
    const until = approvedUntil(request)
    return request.state === 'Pending' || (until !== null && until > now)
  })
}

type Refund = { userName: string; amount: number; currency: string }

/** The open request of a person that covers a refund: an approved one before one that waits. */
export function coveringRequest(open: readonly RefundRequest[], refund: Refund): RefundRequest | undefined {
  const covering = open.filter(
    ({ requestedBy, amount, currency }) =>
      requestedBy === refund.userName && amount >= refund.amount && currency === refund.currency,
  )
  return covering.find(({ state }) => state === 'Approved') ?? covering[0]
}

import { isApiError } from '@open-oms/client/errors'

export const NEEDS_APPROVAL = 'the tenant wants the approval of someone else (refundApprovalAbove of order-handling.json)'

/** The result of a refund; null where the tenant wants that someone else approves it first. */
export async function unlessApprovalIsNeeded<T>(refund: () => Promise<T>): Promise<T | null> {
  try {
    return await refund()
  } catch (error) {
    if (isApiError(error, 'RefundNeedsApproval')) return null
    throw error
  }
}

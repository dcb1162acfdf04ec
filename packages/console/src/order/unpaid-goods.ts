import type { WorkflowResult } from '@open-oms/client/types'

/**
 * Whether goods that are neither paid nor authorised leave by a change, or would by a dry run of it
 * (docs/reference/behaviour/shipments.md#unpaid-orders).
 */
export function shipsUnpaid(result: Pick<WorkflowResult, 'orderActionExecutionResults'> | null | undefined): boolean {
  return result?.orderActionExecutionResults.some(({ actionType }) => actionType === 'OrderIsUnpaid') ?? false
}

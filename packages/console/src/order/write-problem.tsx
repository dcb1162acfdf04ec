import { isApiError } from '@open-oms/client/errors'
import { lazy, Suspense } from 'react'
import { ErrorState } from '../shell/states.tsx'
import { MoveConflict } from './move-conflict.tsx'

// Seldom needed; the first load has a budget.
const AskApproval = lazy(async () => ({ default: (await import('../refund-requests/ask-approval.tsx')).AskApproval }))

type WriteProblemProps = {
  orderId: string
  error: Error | null
  /** Why a dry run of the write was refused; `DryRunProblem` shows what of it is not shown here. */
  dryRunError?: Error | null
  onReloaded: () => void
}

/**
 * Why a write of an order was refused: another one has changed it meanwhile, someone else must
 * approve it, or what the API says. Nothing when it was not.
 */
export function WriteProblem({ orderId, error, dryRunError = null, onReloaded }: WriteProblemProps) {
  const approval = [error, dryRunError].find((one) => isApiError(one, 'RefundNeedsApproval'))
  if (isApiError(approval, 'RefundNeedsApproval'))
    return (
      <Suspense>
        <AskApproval orderId={orderId} {...approval.fields.refund} />
      </Suspense>
    )
  if (error === null) return null
  if (isApiError(error, 'VersionConflict')) return <MoveConflict orderId={orderId} onReloaded={onReloaded} />
  return <ErrorState error={error} />
}

type DryRunProblemProps = { error: Error; onRetry?: () => void }

/** Why a dry run was refused, but for an approval that is missing: `WriteProblem` asks for that. */
export function DryRunProblem({ error, onRetry }: DryRunProblemProps) {
  if (isApiError(error, 'RefundNeedsApproval')) return null
  return <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />
}

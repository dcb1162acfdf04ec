import { isApiError } from '@open-oms/client/errors'
import { ErrorState } from '../shell/states.tsx'
import { MoveConflict } from './move-conflict.tsx'

type WriteProblemProps = { orderId: string; error: Error | null; onReloaded: () => void }

/**
 * Why a write of an order was refused: another one has changed it meanwhile, or what the API says.
 * Nothing when it was not.
 */
export function WriteProblem({ orderId, error, onReloaded }: WriteProblemProps) {
  if (error === null) return null
  if (isApiError(error, 'VersionConflict')) return <MoveConflict orderId={orderId} onReloaded={onReloaded} />
  return <ErrorState error={error} />
}

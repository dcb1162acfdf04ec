import { type Caller, requireInScope } from '@oms/service-kit/authentication/caller'
import type { IfMatch } from '@oms/service-kit/http/etag'
import type { WriteRequest } from './write-context.ts'

type Request = { caller: Caller; ifMatch: IfMatch | null; traceId: string }
type Write = {
  operation: string
  /** The user that the request names as the author (4-decisions L.4). */
  userId?: string | undefined
}

/** Who writes, for which stores, and under which condition, as the request says. */
export function writeRequest({ caller, ifMatch, traceId }: Request, { operation, userId }: Write): WriteRequest {
  return {
    operation,
    by: userId ? userId : caller.clientId,
    actor: caller.actor,
    correlationId: traceId,
    requireScope: (storeId) => requireInScope(caller, storeId),
    precondition: ifMatch,
  }
}

import type { Transaction } from '@oms/service-kit/database/transaction'
import type { RouteResponse } from '@oms/service-kit/http/route-response'
import { type Advanced, hasNothingPending } from './runner/advance.ts'

/** How a command that runs the workflow stores its response for repeats of a keyed request. */
export type WorkflowRecorders<Result> = {
  /** Stores the response in the transaction that produces it; not called in a dry run. */
  record: (tx: Transaction, result: Result) => Promise<void>
  /**
   * Stores the response for the case that the process dies after the first write; absent when
   * nothing is to be stored. Not called in a dry run.
   */
  recordInterim?: ((tx: Transaction, result: Result) => Promise<void>) | undefined
}

type KeyedRequest = {
  recordResponse(tx: Transaction, response: RouteResponse): Promise<void>
  recordInterim: ((tx: Transaction, response: RouteResponse) => Promise<void>) | null
}

/** The recorders of a request whose results have this response (http.md#idempotency-keys). */
export function workflowRecorders<Result>(
  { recordResponse, recordInterim }: KeyedRequest,
  responseOf: (result: Result) => RouteResponse,
): WorkflowRecorders<Result> {
  return {
    record: (tx, result) => recordResponse(tx, responseOf(result)),
    recordInterim: recordInterim === null ? undefined : (tx, result) => recordInterim(tx, responseOf(result)),
  }
}

/**
 * Records the result of the first write: as the response where no step is left that it waits for,
 * else for the case that the process dies. `begun` is null where the status has no steps.
 */
export async function recordFirstWrite<Result>(
  tx: Transaction,
  { record, recordInterim }: WorkflowRecorders<Result>,
  { begun, result }: { begun: Advanced | null; result: Result },
): Promise<void> {
  const recordReached = begun === null || hasNothingPending(begun) ? record : recordInterim
  await recordReached?.(tx, result)
}

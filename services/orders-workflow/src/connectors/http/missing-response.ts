import type { ReasonClass } from '@open-oms/contracts/orders/workflow/reason-class'
import type { ConnectorResponse } from './call-connector.ts'
import type { CallFailure, FailureDetails } from './call-failure.ts'

/**
 * Why a call has no known effect: `refused` is final, after `unreachable` the effect is possible.
 * `isPermanent`: a retry would not help, such as where no connector is configured.
 */
export type MissingResponse =
  | { outcome: 'refused'; reason: string; connector?: string }
  | ({ outcome: 'unreachable'; reason: string; isPermanent?: boolean } & FailureDetails)

/**
 * What is known of the failure of several requests: of the first one that a retry may resolve, else
 * of the first one; null when all are done.
 */
export function callFailure(results: readonly ({ outcome: 'done' } | MissingResponse)[]): CallFailure | null {
  const failures = results.filter((result): result is MissingResponse => result.outcome !== 'done')
  const isRefused = failures.some(({ outcome }) => outcome === 'refused')
  const first = failures.find((failure) => isPassing(failure)) ?? failures[0]
  if (first === undefined) return null
  const { connector = null, waitMs = null } = { ...first } as FailureDetails
  return { reason: first.reason, reasonClass: toReasonClass(first), isPassing: isPassing(first), isRefused, connector, waitMs }
}

function isPassing(failure: MissingResponse): boolean {
  return failure.outcome === 'unreachable' && failure.isPermanent !== true
}

function toReasonClass(failure: MissingResponse): ReasonClass {
  if (failure.outcome === 'refused') return 'Refused'
  return failure.reasonClass ?? (failure.isPermanent === true ? 'NotReady' : 'NoOutcome')
}

/**
 * Statuses that leave the effect open: unknown credentials (401, 407), a request timeout (408), an
 * equal request under way (409), or too early (425). An earlier try with the same key may have
 * succeeded.
 */
const INCONCLUSIVE_STATUSES = [401, 407, 408, 409, 425]

const REASON_LENGTH_MAX = 500

/**
 * The failure of a call that was not accepted. A call that was never sent, because the connector is
 * not ready, is no refusal: an earlier one with the same key may have succeeded.
 */
export function missingResponse(response: Exclude<ConnectorResponse, { kind: 'accepted' }>): MissingResponse {
  if (response.kind === 'unreachable') {
    const { kind: _, ...failure } = response
    return { outcome: 'unreachable', ...failure }
  }
  const { status, kind: _, ...refusal } = response
  if (status === null) return { ...noConnectorReady(refusal.reason), ...refusal }
  return { outcome: INCONCLUSIVE_STATUSES.includes(status) ? 'unreachable' : 'refused', ...refusal }
}

/** The failure of a request without a usable connector. */
export function noConnectorReady(reason: string): MissingResponse {
  return { outcome: 'unreachable', reason, isPermanent: true, isUnsent: true }
}

/** The failure of an accepted call whose response violates the protocol. */
export function unreadableResponse(what: string): MissingResponse {
  return { outcome: 'unreachable', reason: `Its response is not understood: ${what}.` }
}

/**
 * The same result, which names the connector that was called where the call has no known effect.
 */
export function calledAt<Done extends { outcome: 'done' }>(
  result: Done | MissingResponse,
  connector: string,
): Done | MissingResponse {
  return result.outcome === 'done' ? result : { ...result, connector }
}

/** A message of a receiver, short and in one line; `otherwise` where there is none. */
export function singleLine(message: unknown, otherwise: string): string {
  if (typeof message !== 'string') return otherwise
  const words = message.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return words === '' ? otherwise : words.slice(0, REASON_LENGTH_MAX)
}

/** A text of a response, if it is one line within the length limit; else null. */
export function shortText(value: unknown, lengthMax = 200): string | null {
  if (typeof value !== 'string') return null
  const word = value.trim()
  return word.length > 0 && word.length <= lengthMax && !/\p{Cc}/u.test(word) ? word : null
}

/** The fields of a response; null when it is no JSON object. */
export function toJsonObject(body: unknown): Record<string, unknown> | null {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
}

import type { ConnectorResponse } from './call-connector.ts'

/**
 * Why a call had no effect that is known: `refused` is the receiver's last word, after `unreachable` the effect may be there. `isPermanent`: nobody
 * can be asked as things are configured, so that another try now would not help.
 */
export type MissingResponse =
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable'; reason: string; isPermanent?: boolean }

/** Why another try may bring an answer; null when all were answered, or another try would not help. */
export function transientFailure(answers: readonly ({ outcome: 'done' } | MissingResponse)[]): string | null {
  return answers.flatMap((answer) => (answer.outcome === 'unreachable' && !answer.isPermanent ? [answer.reason] : []))[0] ?? null
}

/**
 * Statuses that say nothing about what was asked for: our credentials are not known (401, 407), the request came in too slowly (408), an
 * equal one is under way (409), or it is too early for it (425). An earlier try with the same key may have had its effect.
 */
const INCONCLUSIVE_STATUSES = [401, 407, 408, 409, 425]

const REASON_LENGTH_MAX = 500

/**
 * A call that was not accepted, as the one who asked must take it. A call that never went out, because the connector is not ready, is no
 * refusal: an earlier one with the same key may have been answered if anybody had listened.
 */
export function missingResponse(answer: Exclude<ConnectorResponse, { kind: 'accepted' }>): MissingResponse {
  const { reason } = answer
  if (answer.kind === 'unreachable') return { outcome: 'unreachable', reason }
  if (answer.status === null) return noConnectorReady(reason)
  return { outcome: INCONCLUSIVE_STATUSES.includes(answer.status) ? 'unreachable' : 'refused', reason }
}

/** What becomes of a request while nobody can be asked as things are configured. */
export function noConnectorReady(reason: string): MissingResponse {
  return { outcome: 'unreachable', reason, isPermanent: true }
}

/** An accepted call whose answer is not one of the protocol. */
export function unreadableResponse(what: string): MissingResponse {
  return { outcome: 'unreachable', reason: `It gave an answer that is not understood: ${what}.` }
}

/** The sentence of a receiver, short and in one line; a default where it gave none. */
export function singleLine(message: unknown, otherwise: string): string {
  if (typeof message !== 'string') return otherwise
  const words = message.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return words === '' ? otherwise : words.slice(0, REASON_LENGTH_MAX)
}

/** A text of an answer, if it is one of a sensible length in one line; null else. */
export function shortText(value: unknown, lengthMax = 200): string | null {
  if (typeof value !== 'string') return null
  const word = value.trim()
  return word.length > 0 && word.length <= lengthMax && !/\p{Cc}/u.test(word) ? word : null
}

/** The members of an answer; null when it is no JSON object. */
export function fieldsOf(body: unknown): Record<string, unknown> | null {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
}

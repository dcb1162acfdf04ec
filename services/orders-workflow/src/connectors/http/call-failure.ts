import type { ReasonClass } from '@open-oms/contracts/orders/workflow/reason-class'
/** What is known of a call that failed. */
export type CallFailure = {
  reason: string
  reasonClass: ReasonClass
  /** Whether a retry with the same input may have another outcome. */
  isPassing: boolean
  /**
   * Whether something of the same call was refused permanently, which a later call must not repeat.
   */
  isRefused: boolean
  /** The name of the connector that was called, where one was. */
  connector: string | null
  /** How long the receiver, or its circuit breaker, asks to wait; null: nothing is known. */
  waitMs: number | null
}

/** How a call without an outcome failed. */
export type FailureDetails = Partial<Pick<CallFailure, 'reasonClass' | 'connector' | 'waitMs'>> & {
  /**
   * True: this call was never sent, so that it had no effect; an earlier equal one may have had it.
   */
  isUnsent?: boolean
}

const REASON_LENGTH_MAX = 500

/** A reason as one line of bounded length: much of it is external text. */
export function reasonFrom(text: string): string {
  return text
    .slice(0, 2 * REASON_LENGTH_MAX)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, REASON_LENGTH_MAX)
}

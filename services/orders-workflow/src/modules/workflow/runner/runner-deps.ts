import type { OrderDeps } from '../../../order/write/order-deps.ts'
import type { StepConnectors } from '../steps/step-definition.ts'
import type { Background } from './background.ts'
import type { RunSignals } from './run-signals.ts'
import type { RunTimers } from './run-timers.ts'

/** What commands that run the workflow work with. */
export type RunnerDeps = OrderDeps & {
  connectors: StepConnectors
  randomText: (length: number) => string
  background: Background
  /** Where outcomes are reported; nowhere when absent. */
  signals?: RunSignals
  /** Those of the machine when absent. */
  timers?: RunTimers | undefined
  /** First pause before a call without a response is retried; half a second when absent. */
  retryPauseMs?: number
  /** Milliseconds between two renewals of an order's lock; a third of its time when absent. */
  lockRenewalMs?: number
  /** Longest time that a request waits for its run; a minute when absent. */
  requestWaitMs?: number
}

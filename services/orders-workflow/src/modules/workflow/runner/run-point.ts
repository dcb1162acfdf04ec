import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { SavedOrder } from '../../../order/rules/order-version.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import type { AdvanceResult } from './advance.ts'

/** The state of a run. */
export type RunPoint = Pick<AdvanceResult, 'run' | 'pending' | 'followUp'> & {
  /** The order as it was last written. */
  saved: SavedOrder
  /** The runs that led to this one and are over, the first one first. */
  ended: readonly WorkflowRun[]
}

export type RunOptions = {
  /** True: also the steps that run after the response. */
  isBackground: boolean
  /** True: no external call is made; calls are taken as successful (workflow.md#dry-run). */
  isDryRun?: boolean
  /**
   * Longest time in milliseconds that a request waits for the run; that of every request when
   * absent.
   */
  waitMs?: number
  /** The runs that led to this one; none when absent. */
  ended?: readonly WorkflowRun[]
  /** Runs in the transaction that brings the run to where this call leaves it. */
  lastly?: ((tx: Transaction, point: RunPoint) => Promise<void>) | undefined
}

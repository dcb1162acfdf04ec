import type { FoundRun, Order } from '@open-oms/client/types'

/** What can be done with runs. */
export const runActions = ['Retry', 'Resume', 'Dismiss'] as const
export type RunAction = (typeof runActions)[number]

/** Whether the API would refuse an action for a run as it is now. */
export function mayBe(action: RunAction, { state, reasonClass, step }: FoundRun): boolean {
  if (action === 'Dismiss') return state === 'Waiting'
  if (action === 'Resume') return state === 'Aborted' || state === 'Interrupted' || state === 'Waiting'
  return state !== 'Running' && step !== null && reasonClass !== null
}

type StepError = Pick<Order['errors'][number], 'stepId' | 'status'>

/**
 * How a run can go on: by its failed step, or where it was given up. Null: there is nothing to put
 * right.
 */
export function wayOn(run: FoundRun, errors: readonly StepError[]): 'RetryStep' | 'Resume' | null {
  // A later run may have done what a finished one could not: its error is solved then.
  const isOpen = errors.some(({ stepId, status }) => stepId === run.stepId && status !== 'Solved' && status !== 'Deleted')
  if (run.state === 'Finished' && !isOpen) return null
  if (mayBe('Retry', run)) return 'RetryStep'
  return mayBe('Resume', run) ? 'Resume' : null
}

import type { SimulatedDatabase } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { effectKey } from '../../../modules/workflow/steps/effect-key.ts'
import { TOKENS_PER_LIFE } from '../../../runs/run-statements.ts'
import { type AttemptRow, allOf, attemptsOf, type RunRow } from './run-rows-simulated.ts'
import type { Receiver } from './simulated-receiver.ts'

/** What is judged. */
type Judged = { database: Pick<SimulatedDatabase, 'committed'>; receiver: Pick<Receiver, 'accepted'> }

/** Whether every run has ended. */
export function isAtRest({ database: { committed } }: Pick<Judged, 'database'>): boolean {
  return allOf(committed, 'run').every(({ state }) => state !== 'Running' && state !== 'Waiting')
}

/** What was promised of the runs and is not so at the end; null when all is. */
export function endFault(judged: Judged): string | null {
  const { committed } = judged.database
  const fault = committed.get('fault', 'first')
  if (fault !== undefined) return String(fault.text)
  for (const run of allOf(committed, 'run')) {
    const text = runFault(run, judged)
    if (text !== null) return `${text} of run ${run.id} (${run.state})`
  }
  return null
}

/** It was taken over so often that it is left to a person. */
const isGivenUp = ({ state, fencing_token }: RunRow) => state === 'Interrupted' && fencing_token % TOKENS_PER_LIFE > 10

function runFault(run: RunRow, { database: { committed }, receiver }: Judged): string | null {
  if (isGivenUp(run)) return null
  if (run.state !== 'Finished' && run.state !== 'Aborted') return 'no end'
  const attempts = attemptsOf(committed, run.id)
  const open = attempts.find(({ finished, open_for }) => finished === null || open_for !== null)
  if (open !== undefined) return `an open call ${open.step_id}`
  const results = attempts.filter(({ is_retried }) => !is_retried)
  const ids = results.map(({ step_id }) => step_id)
  if (new Set(ids).size !== ids.length) return `two results of a step: ${ids.join(', ')};`
  const steps = (JSON.parse(run.plan) as { id: string }[]).map(({ id }) => id)
  if (run.state === 'Finished' && steps.some((id) => !ids.includes(id))) return `${ids.length} of ${steps.length} results`
  const unreal = results.find((result) => isUnreal(result, receiver.accepted))
  if (unreal !== undefined) return `an outcome ${unreal.action_status} of ${unreal.step_id} that the receiver does not know`
  const ends = committed.all('event').filter(({ type, runId }) => runId === run.id && String(type).includes('workflow'))
  return ends.length === 1 ? null : `${ends.length} events of the end`
}

/** Whether a call succeeded that its receiver has not accepted. */
function isUnreal({ action_type, action_status, run_id, step_id }: AttemptRow, accepted: ReadonlySet<string>): boolean {
  return action_type === 'Webhook' && action_status === 'Success' && !accepted.has(effectKey(`${run_id}/${step_id}`))
}

import type { SimulatedStatement, View } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { simulated } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { LEASE_SECONDS, TOKENS_PER_LIFE } from '../../../runs/run-statements.ts'

/** A row of `workflow_run`; moments that only statements compare are in milliseconds. */
export type RunRow = {
  id: string
  order_id: string
  shipment_id: null
  return_id: null
  status: string
  state: string
  started: Date
  started_by: string | null
  plan: string
  fencing_token: number
  transition_count: number
  next: string
  waiting: string | null
  lease_until: number | null
  next_attempt: number | null
}

/** A row of `workflow_step_attempt`. */
export type AttemptRow = {
  run_id: string
  step_id: string
  attempt: number
  order_id: string
  action_type: string
  action_status: string | null
  error_reason: string | null
  message: string | null
  reason_class: string | null
  input: string | null
  started: Date
  finished: Date | null
  is_retried: boolean
  open_for: string | null
}

export type OrderRow = {
  id: string
  document: string
  published_allocations: string | null
  version_number: number
  version_id: string
  event_sequence: number
  is_indexed: boolean
}

export type Rows = { run: RunRow; attempt: AttemptRow; order: OrderRow }

export const allOf = <Name extends keyof Rows>(view: View, name: Name) => view.all(name) as Rows[Name][]
export const runOf = (view: View, id: string) => view.get('run', id) as RunRow | undefined
export const orderKey = (id: string) => `order ${id}`
export const runKey = (id: string) => `run ${id}`
export const setRun = (view: View, row: RunRow) => view.set('run', row.id, row)
export const setAttempt = (view: View, row: AttemptRow) => view.set('attempt', `${row.run_id} ${row.step_id} ${row.attempt}`, row)
export const attemptsOf = (view: View, runId: string) => allOf(view, 'attempt').filter(({ run_id }) => run_id === runId)
export const leaseFrom = (view: View) => view.now() + LEASE_SECONDS * 1_000
export const tokenOfNextLife = (token: number) => (Math.floor(token / TOKENS_PER_LIFE) + 1) * TOKENS_PER_LIFE + 1

/** The run, if the process that knows this token holds it; the guard of `run-store.ts`. */
export type Holding = (row: RunRow | undefined, token: number) => boolean
export const holdsByToken: Holding = (row, token) => row?.state === 'Running' && row.fencing_token === token

/** Notes what must never be; judged once it is committed. */
export function noteFault(view: View, text: string): void {
  view.set('fault', 'first', view.get('fault', 'first') ?? { text })
}

export function nextAttempt(view: View, runId: string, stepId: string): number {
  return 1 + attemptsOf(view, runId).filter(({ step_id }) => step_id === stepId).length
}

/** Attempts that are finished when they are written, from their JSON. */
export function addAttempts(view: View, rows: readonly AttemptRow[]): void {
  for (const row of rows)
    setAttempt(view, {
      ...row,
      attempt: nextAttempt(view, row.run_id, row.step_id),
      input: null,
      started: new Date(row.started),
      finished: new Date(row.finished as Date),
      open_for: null,
    })
}

type BegunRun = Omit<RunRow, 'plan' | 'next' | 'waiting' | 'started'> & { plan: object; next: object; started: string }

/** Runs that begin, with their finished attempts, from the parameter of `runsParameter`. */
export function beginRuns(view: View, parameter: string): void {
  const { runs, attempts } = JSON.parse(parameter) as { runs: BegunRun[]; attempts: AttemptRow[] }
  for (const run of runs)
    setRun(view, {
      ...run,
      started: new Date(run.started),
      plan: JSON.stringify(run.plan),
      next: JSON.stringify(run.next),
      ...{ waiting: null, next_attempt: null },
      lease_until: run.state === 'Running' ? leaseFrom(view) : null,
    })
  addAttempts(view, attempts)
}

const isUnderWay = ({ state }: RunRow) => state === 'Running' || state === 'Waiting'
const none: SimulatedStatement = { run: () => [] }

/** What only reads, and what a simulation does without. */
export const readingStatements: Readonly<Record<string, SimulatedStatement>> = {
  'run-attempts': simulated<[string[]]>({
    run: (view, [ids]) =>
      allOf(view, 'attempt')
        .filter(({ run_id }) => ids.includes(run_id))
        .sort((a, b) => a.started.getTime() - b.started.getTime() || a.attempt - b.attempt),
  }),
  'runs-under-way': simulated<[string]>({
    run: (view, [orderId]) => allOf(view, 'run').filter((row) => row.order_id === orderId && isUnderWay(row)),
  }),
  'runs-under-way-of-many': simulated<[string[]]>({
    run: (view, [ids]) => allOf(view, 'run').filter((row) => ids.includes(row.order_id) && isUnderWay(row)),
  }),
  'run-other-calls': simulated<[string, string | null]>({
    run: (view, [orderId, runId]) =>
      allOf(view, 'attempt').filter(({ open_for, run_id }) => open_for === orderId && run_id !== runId),
  }),
  'run-there': simulated<[string]>({ run: (view, [id]) => (runOf(view, id) === undefined ? [] : [{}]) }),
  'run-steps-of-shipments': none,
  'kit-audit-insert': none,
  'staff-notification-insert': none,
}

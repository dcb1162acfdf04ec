import { type SimulatedStatement, simulated, type View } from '@open-oms/service-kit/testing/simulation/simulated-database'
import { TOKENS_PER_LIFE } from '../../../runs/run-statements.ts'
import {
  type AttemptRow,
  addAttempts,
  allOf,
  attemptsOf,
  type Holding,
  leaseFrom,
  nextAttempt,
  noteFault,
  type OrderRow,
  orderKey,
  type RunRow,
  runKey,
  runOf,
  setAttempt,
  setRun,
  tokenOfNextLife,
} from './run-rows-simulated.ts'

/** What the database looks at; a planted fault leaves some of it out. */
export type Guards = {
  holds: Holding
  /** Whether an order may have one open call only. */
  isCallUnique: boolean
  /** Whether a call is opened only on the version that it was decided on. */
  isVersionCompared: boolean
}

type Wanted = {
  run_id: string
  fencing_token: number
  step_id: string
  action_type: string
  input: unknown
  order_id: string
  version_number: number
}

const taken = () => Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'workflow_step_attempt_open_for_key' })

function openCall(view: View, wanted: Wanted, guards: Guards): { run_id: string }[] {
  const { run_id, step_id, order_id, action_type, input, version_number } = wanted
  const order = view.get('order', order_id) as OrderRow | undefined
  const isDecided = order?.version_number === version_number || !guards.isVersionCompared
  const run = runOf(view, run_id)
  if (order === undefined || view.isLocked(orderKey(order_id)) || !isDecided) return []
  if (run === undefined || !guards.holds(run, wanted.fencing_token)) return []
  const isOpen = allOf(view, 'attempt').some(({ open_for }) => open_for === order_id)
  if (isOpen && guards.isCallUnique) throw taken()
  if (isOpen) noteFault(view, `two calls of order ${order_id} are open`)
  if (order.version_number !== version_number) noteFault(view, `${step_id} is called for a version that is no more`)
  noteDisorder(view, run, step_id)
  setRun(view, { ...run, lease_until: leaseFrom(view) })
  const attempt = nextAttempt(view, run_id, step_id)
  setAttempt(view, {
    ...{ run_id, step_id, attempt, order_id, action_type, input: JSON.stringify(input), started: new Date(view.now()) },
    ...{ action_status: null, error_reason: null, message: null, reason_class: null, finished: null, is_retried: false },
    open_for: order_id,
  })
  return [{ run_id }]
}

/** A step is carried out when those before it have ended, and once. */
function noteDisorder(view: View, run: RunRow, stepId: string): void {
  const ended = new Set(
    attemptsOf(view, run.id)
      .filter(({ action_status, is_retried }) => action_status !== null && !is_retried)
      .map(({ step_id }) => step_id),
  )
  const steps = (JSON.parse(run.plan) as { id: string }[]).map(({ id }) => id)
  const before = steps.slice(0, steps.indexOf(stepId))
  if (ended.has(stepId) || before.some((id) => !ended.has(id))) noteFault(view, `${stepId} of ${run.id} is out of order`)
}

type Progress = Pick<RunRow, 'id' | 'fencing_token' | 'state'> & {
  next: object
  waiting: object | null
  next_attempt: string | null
  plan: object | null
}

function setProgress(view: View, { id, state, next, waiting, next_attempt, plan }: Progress): void {
  const row = runOf(view, id) as RunRow
  setRun(view, {
    ...row,
    ...{ state, next: JSON.stringify(next), waiting: waiting === null ? null : JSON.stringify(waiting) },
    plan: plan === null ? row.plan : JSON.stringify(plan),
    lease_until: state === 'Running' ? leaseFrom(view) : null,
    next_attempt: state === 'Waiting' && next_attempt !== null ? Date.parse(next_attempt) : null,
  })
}

function saveProgress(view: View, values: readonly [string, string, string], { holds }: Guards): { id: string }[] {
  const [runs, closed, added] = values.map((value) => JSON.parse(value)) as [Progress[], AttemptRow[], AttemptRow[]]
  const held = runs.filter(({ id, fencing_token }) => holds(runOf(view, id), fencing_token))
  for (const progress of held) setProgress(view, progress)
  const isHeld = ({ run_id }: AttemptRow) => held.some(({ id }) => id === run_id)
  for (const result of closed.filter(isHeld)) {
    const { action_status, error_reason, message, reason_class } = result
    const finished = new Date(result.finished as Date)
    for (const open of attemptsOf(view, result.run_id))
      if (open.step_id === result.step_id && open.finished === null)
        setAttempt(view, { ...open, action_status, error_reason, message, reason_class, finished, open_for: null })
  }
  addAttempts(view, added.filter(isHeld))
  return held.map(({ id }) => ({ id }))
}

type Found = Record<string, unknown>[]
type Retry = readonly [string, number, string, string, string]

function retryAttempt(view: View, [id, token, stepId, reason, reasonClass]: Retry, { holds }: Guards): Found {
  const run = runOf(view, id)
  if (run === undefined || !holds(run, token)) return []
  setRun(view, { ...run, lease_until: leaseFrom(view) })
  const open = attemptsOf(view, id).find(({ step_id, finished }) => step_id === stepId && finished === null)
  if (open === undefined) return []
  const now = new Date(view.now())
  const failed = { action_status: 'Error', error_reason: reason, reason_class: reasonClass, is_retried: true }
  setAttempt(view, { ...open, ...failed, finished: now, open_for: null })
  setAttempt(view, { ...open, attempt: open.attempt + 1, started: now })
  return [{ run_id: id }]
}

const isSilent = ({ state, lease_until }: RunRow, view: View) =>
  state === 'Running' && lease_until !== null && lease_until < view.now()
const TAKE_OVERS_MAX = 10
const isHopeless = (row: RunRow, view: View) => isSilent(row, view) && row.fencing_token % TOKENS_PER_LIFE > TAKE_OVERS_MAX

function couldGoOn(view: View, row: RunRow): boolean {
  const open = allOf(view, 'attempt').find(({ open_for }) => open_for === row.order_id)
  if (open !== undefined) return open.run_id === row.id
  const isFirst = (other: RunRow) => {
    const [one, own] = [other.lease_until as number, row.lease_until as number]
    return one < view.now() ? one < own || (one === own && other.id < row.id) : other.fencing_token % TOKENS_PER_LIFE > 1
  }
  return !allOf(view, 'run').some(
    (other) => other.order_id === row.order_id && other.id !== row.id && other.state === 'Running' && isFirst(other),
  )
}

const byTime = (name: 'lease_until' | 'next_attempt') => (a: RunRow, b: RunRow) => (a[name] as number) - (b[name] as number)

function takeOver(view: View, countMax: number): Found {
  return allOf(view, 'run')
    .filter((row) => isSilent(row, view) && couldGoOn(view, row) && !view.isLocked(runKey(row.id)))
    .sort(byTime('lease_until'))
    .slice(0, countMax)
    .map((row) => {
      const next = { ...row, fencing_token: row.fencing_token + 1, lease_until: leaseFrom(view) }
      setRun(view, next)
      return { ...next, was_released: (row.lease_until as number) <= row.started.getTime() }
    })
}

function wake(view: View, countMax: number): Found {
  const runs = allOf(view, 'run')
  const isDue = ({ state, next_attempt }: RunRow) => state === 'Waiting' && next_attempt !== null && next_attempt <= view.now()
  const isBehind = (row: RunRow) =>
    runs.some(
      (other) =>
        other.order_id === row.order_id &&
        other.id !== row.id &&
        (other.state === 'Running' ||
          (other.state === 'Waiting' && [other.next_attempt, other.id].join() < [row.next_attempt, row.id].join())),
    )
  const isFree = (row: RunRow) => !view.isLocked(orderKey(row.order_id)) && !view.isLocked(runKey(row.id))
  const due = runs
    .filter((row) => isDue(row) && isFree(row) && !isBehind(row))
    .sort(byTime('next_attempt'))
    .slice(0, countMax)
  return due.map((row) => {
    const token = tokenOfNextLife(row.fencing_token)
    const woken = { ...row, state: 'Running', lease_until: leaseFrom(view), next_attempt: null, fencing_token: token }
    setRun(view, woken)
    const waiting = JSON.parse(row.waiting ?? '[]') as { stepId: string; nextAttempt: string }[]
    const tried = waiting.filter(({ nextAttempt: at }) => Date.parse(at) <= view.now()).map(({ stepId }) => stepId)
    for (const attempt of attemptsOf(view, row.id))
      if (tried.includes(attempt.step_id) && attempt.finished !== null) setAttempt(view, { ...attempt, is_retried: true })
    return woken
  })
}

function interrupt(view: View, id: string): Found {
  const row = runOf(view, id)
  if (row === undefined || !isHopeless(row, view)) return []
  setRun(view, { ...row, state: 'Interrupted', lease_until: null })
  for (const attempt of attemptsOf(view, id)) if (attempt.open_for !== null) setAttempt(view, { ...attempt, open_for: null })
  return [{ id }]
}

type Ended = { id: string; state: string; next: object }

/** The statements of runs (runs/run-store.ts, runs/run-take-over.ts, runs/run-wake.ts). */
export const runStatements = (guards: Guards): Readonly<Record<string, SimulatedStatement>> => ({
  'run-open-attempts': simulated<[string]>({
    run: (view, [wanted]) => (JSON.parse(wanted) as Wanted[]).flatMap((one) => openCall(view, one, guards)),
  }),
  'run-save-progress': simulated<[string, string, string]>({
    locks: ([runs]) => (JSON.parse(runs) as Progress[]).map(({ id }) => runKey(id)),
    run: (view, values) => saveProgress(view, values, guards),
  }),
  'run-renew-leases': simulated<[string[], number[]]>({
    locks: ([ids]) => ids.map(runKey),
    run: (view, [ids, tokens]) => {
      const rows = ids.map((id) => runOf(view, id))
      const held = rows.filter((row, index) => row !== undefined && guards.holds(row, tokens[index] as number)) as RunRow[]
      for (const row of held) setRun(view, { ...row, lease_until: leaseFrom(view) })
      return held.map(({ id }) => ({ id }))
    },
  }),
  'run-retry-attempt': simulated<Retry>({
    locks: ([id]) => [runKey(id)],
    run: (view, values) => retryAttempt(view, values, guards),
  }),
  'run-take-over': simulated<[number]>({ run: (view, [countMax]) => takeOver(view, countMax) }),
  'run-wake': simulated<[number]>({ run: (view, [countMax]) => wake(view, countMax) }),
  'run-exhausted': simulated<[number]>({
    run: (view, [countMax]) =>
      allOf(view, 'run')
        .filter((row) => isHopeless(row, view))
        .slice(0, countMax),
  }),
  'run-interrupt': simulated<[string]>({
    locks: ([id]) => [runKey(id)],
    run: (view, [id]) => interrupt(view, id),
  }),
  'run-end-waiting': simulated<[string]>({
    locks: ([ended]) => (JSON.parse(ended) as Ended[]).map(({ id }) => runKey(id)),
    run: (view, [ended]) =>
      (JSON.parse(ended) as Ended[]).flatMap(({ id, state, next }) => {
        const row = runOf(view, id)
        if (row?.state !== 'Waiting') return []
        setRun(view, { ...row, state, next: JSON.stringify(next), waiting: null, next_attempt: null })
        return [{ id }]
      }),
  }),
})

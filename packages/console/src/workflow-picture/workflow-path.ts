import type { TimelineEntry, Transition, WorkflowRun } from '@open-oms/client/types'

export type RunStep = WorkflowRun['steps'][number]

/** A status in the picture: where the order is, where it was, and where it may go or not. */
export type PathStatus = {
  name: string
  state: 'current' | 'past' | 'next' | 'refused'
  /** Whether the order may enter it now, also once more. */
  isAllowed: boolean
  reasons: readonly string[]
  /** Its runs for the order or for a shipment, the oldest first. */
  runs: readonly WorkflowRun[]
  /** How many of the steps of its runs succeeded, failed, or have no outcome yet. */
  outcomes: { done: number; failed: number; open: number }
}

/**
 * A way from one status to another that the order has taken, with when and by whom it was taken
 * last, and how often.
 */
export type PathMove = { from: string; to: string; time: string; actor: string | null; count: number }

export type WorkflowPath = {
  statuses: PathStatus[]
  moves: PathMove[]
  began: { status: string; time: string } | null
  /** The first statuses behind that of the order, in the order of its type, that it may enter. */
  ahead: readonly string[]
}

/** So many statuses that may come next are drawn; the lists below the picture have all of them. */
const AHEAD_MAX = 4

type Known = {
  status: string
  transitions: readonly Transition[]
  entries: readonly TimelineEntry[]
  runs: readonly WorkflowRun[]
}

/**
 * The way of an order through the statuses of its type: those that it had in the order in which it
 * entered them first, then where it may go, then where it may not. Runs of return forms are not
 * part of it: they have statuses of another type.
 */
export function workflowPath({ status, transitions, entries, runs }: Known): WorkflowPath {
  const changes = entries.flatMap((entry) => statusChanges(entry))
  const visited = new Set([...changes.flatMap(({ from, to }) => (from === null ? [to] : [from, to])), status])
  const ofOrder = runs.filter(({ returnId }) => returnId === null).toSorted((a, b) => a.started.localeCompare(b.started))
  const byName = new Map(transitions.map((transition) => [transition.status, transition]))
  const others = transitions.filter((transition) => !visited.has(transition.status))
  const names = [...visited, ...statusNamesWhere(others, true), ...statusNamesWhere(others, false)]
  const first = changes.find(({ from }) => from === null)
  return {
    statuses: names.map((name) => {
      const { allowed = false, reasons = [] } = byName.get(name) ?? {}
      const own = ofOrder.filter((run) => run.status === name)
      const state = name === status ? 'current' : visited.has(name) ? 'past' : allowed ? 'next' : 'refused'
      return { name, state, isAllowed: allowed && name !== status, reasons, runs: own, outcomes: countOutcomes(own) }
    }),
    moves: toPathMoves(changes),
    ahead: statusesAhead(status, transitions, visited),
    began: first === undefined ? null : { status: first.to, time: first.time },
  }
}

function statusesAhead(status: string, transitions: readonly Transition[], visited: ReadonlySet<string>): string[] {
  const place = transitions.findIndex((one) => one.status === status)
  const ahead = transitions.slice(place + 1).filter((one) => one.allowed && !visited.has(one.status))
  return ahead.slice(0, AHEAD_MAX).map((one) => one.status)
}

/** The last try of each step of a run, in the order in which they began. */
export function lastTries({ steps }: WorkflowRun): RunStep[] {
  const last = new Map<string, RunStep>()
  for (const step of steps) if (step.attempt >= (last.get(step.stepId)?.attempt ?? 0)) last.set(step.stepId, step)
  return [...last.values()]
}

/** How long a try took, in milliseconds; null while it is under way. */
export function tookMs({ started, finished }: Pick<RunStep, 'started' | 'finished'>): number | null {
  return finished === null ? null : Math.max(0, Date.parse(finished) - Date.parse(started))
}

type Change = { from: string | null; to: string; time: string; actor: string | null }

function statusChanges({ kind, data, time, actor }: TimelineEntry): Change[] {
  const { status, previousStatus } = data
  if (kind !== 'statusChanged' || typeof status !== 'string') return []
  return [{ from: typeof previousStatus === 'string' ? previousStatus : null, to: status, time, actor }]
}

function toPathMoves(changes: readonly Change[]): PathMove[] {
  const moves = new Map<string, PathMove>()
  for (const { from, to, time, actor } of changes) {
    if (from === null) continue
    const key = JSON.stringify([from, to])
    moves.set(key, { from, to, time, actor, count: (moves.get(key)?.count ?? 0) + 1 })
  }
  return [...moves.values()]
}

function statusNamesWhere(transitions: readonly Transition[], isAllowed: boolean): string[] {
  return transitions.filter(({ allowed }) => allowed === isAllowed).map(({ status }) => status)
}

function countOutcomes(runs: readonly WorkflowRun[]): PathStatus['outcomes'] {
  const outcomes = { done: 0, failed: 0, open: 0 }
  for (const { actionStatus } of runs.flatMap(lastTries)) {
    outcomes[actionStatus === null ? 'open' : actionStatus === 'Error' ? 'failed' : 'done'] += 1
  }
  return outcomes
}

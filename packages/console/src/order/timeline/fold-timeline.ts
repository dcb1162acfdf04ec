import type { TimelineEntry } from '@open-oms/client/types'

/** Something that people see in a timeline, with what belongs to it. */
export type TimelineEvent = {
  entry: TimelineEntry
  /** The version that came of it, whose changes can be looked at; null: none. */
  versionId: string | null
  /** What steps did because of it, the last attempt of each; shown when they are asked for. */
  steps: readonly TimelineEntry[]
  /** What steps failed at it or have not finished: shown at once. */
  openSteps: readonly TimelineEntry[]
}

/** A run and the status that it is of begin in one write; clocks of processes may differ. */
const TOGETHER_MS = 10_000

/**
 * What happened to an order as people think of it, newest first: the steps of a status are part of
 * the change to it, a write that has an entry of its own kind is not said twice, and events that
 * were delivered to other systems are left out. That the order was placed is the oldest, although
 * its steps ran before it was stored.
 */
export function foldTimeline(entries: readonly TimelineEntry[]): TimelineEvent[] {
  const steps = Map.groupBy(
    entries.filter(({ kind }) => kind === 'workflowStep'),
    ({ data }) => data.runId,
  )
  const runs = entries.filter(({ kind }) => kind === 'workflowRun')
  const changes = entries.filter(({ kind }) => kind === 'statusChanged')
  const runOf = new Map(pairs(changes, runs))
  const paired = new Set(runOf.values())
  const changedBy = new Set(changes.map(({ versionId }) => versionId))
  const events = entries.flatMap((entry): TimelineEvent[] => {
    if (!isShown(entry, { paired, changedBy })) return []
    const run = entry.kind === 'workflowRun' ? entry : runOf.get(entry)
    const own = run === undefined ? [] : lastAttempts(steps.get(run.data.runId) ?? [])
    const isOver = run?.data.state === 'Finished'
    const openSteps = isOver ? [] : own.filter(({ data }) => data.actionStatus === 'Error' || data.actionStatus === null)
    return [{ entry, versionId: entry.versionId, steps: own, openSteps }]
  })
  const isBegin = ({ entry }: TimelineEvent) => entry.kind === 'statusChanged' && entry.data.previousStatus === null
  return [...events.filter((event) => !isBegin(event)).toReversed(), ...events.filter(isBegin)]
}

/** Each change of the order's status with the run of its steps. */
function pairs(changes: readonly TimelineEntry[], runs: readonly TimelineEntry[]): [TimelineEntry, TimelineEntry][] {
  const left = new Set(runs.filter(({ data }) => data.shipmentId === null && data.returnId === null))
  return changes.flatMap((change): [TimelineEntry, TimelineEntry][] => {
    const distance = (run: TimelineEntry) => Math.abs(Date.parse(run.time) - Date.parse(change.time))
    const [run] = [...left]
      .filter((one) => one.data.status === change.data.status && distance(one) <= TOGETHER_MS)
      .toSorted((a, b) => distance(a) - distance(b))
    if (run === undefined) return []
    left.delete(run)
    return [[change, run]]
  })
}

/** Writes of which another entry says more. */
const saidElsewhere: ReadonlySet<unknown> = new Set([
  'AddComment',
  'AddPayments',
  'HoldOrder',
  'ReleaseHold',
  'ResendMessage',
  'Workflow',
])

type Known = { paired: ReadonlySet<TimelineEntry>; changedBy: ReadonlySet<string | null> }

function isShown(entry: TimelineEntry, { paired, changedBy }: Known): boolean {
  switch (entry.kind) {
    case 'workflowStep':
      return false
    case 'workflowRun':
      return !paired.has(entry)
    case 'version':
      return !changedBy.has(entry.versionId) && !saidElsewhere.has(entry.data.operation)
    case 'webhook':
      return entry.data.state === 'GivenUp'
    default:
      return true
  }
}

function lastAttempts(steps: readonly TimelineEntry[]): TimelineEntry[] {
  const last = new Map<unknown, TimelineEntry>()
  for (const step of steps)
    if (Number(step.data.attempt) >= Number(last.get(step.data.stepId)?.data.attempt ?? 0)) last.set(step.data.stepId, step)
  return [...last.values()]
}

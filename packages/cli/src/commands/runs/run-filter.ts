import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { reasonClasses } from '@open-oms/contracts/orders/workflow/reason-class'
import { runStates, type WorkflowRunSearchRequest } from '@open-oms/contracts/orders/workflow/run-search'
import { momentAgo } from '../../moment.ts'

/** What the options of a filter were given as; none is absent without a reason. */
type FilterValues = {
  state?: string[]
  step?: string[]
  reason?: string[]
  connector?: string[]
  status?: string[]
  type?: string[]
  store?: string[]
  order?: string
  since?: string
  until?: string
  startedSince?: string
  startedUntil?: string
  superseded?: true
}

export type RunFilter = Omit<WorkflowRunSearchRequest, 'take' | 'after' | 'sortOrder'>

const options = [
  new Option('--state <state...>', 'in these states; Aborted, Interrupted and Waiting without it').choices(runStates),
  new Option('--step <name...>', 'whose step of this name failed, waits or is next'),
  new Option('--reason <class...>', 'whose step failed for a reason of this class').choices(reasonClasses),
  new Option('--connector <name...>', 'whose step uses this connector'),
  new Option('--status <name...>', 'that carry out the steps of this status'),
  new Option('--type <name...>', 'of orders of this type'),
  new Option('--store <id...>', 'of orders of this store'),
  new Option('--order <id>', 'of this order'),
  new Option('--since <time>', 'that failed, began to wait or ended since then: 2026-01-31T08:00Z, or 2d for two days ago'),
  new Option('--until <time>', 'that did so before then'),
  new Option('--started-since <time>', 'that began since then'),
  new Option('--started-until <time>', 'that began before then'),
  new Option('--superseded', 'also failed ones that a later run of the same status has followed'),
]

/** Adds the options that say which runs are meant (workflow.md#run-search). */
export function addRunFilter(command: CommandUnknownOpts): void {
  for (const option of options) command.addOption(option)
}

/**
 * The filter of a search; null when no option of it was given. Raises `CommandFailure` for a time
 * that is none.
 */
export function readRunFilter(command: CommandUnknownOpts): RunFilter | null {
  const values = command.opts() as FilterValues
  const time = (option: string, text: string | undefined) => (text === undefined ? undefined : momentAgo(option, text))
  const filter = {
    states: values.state,
    steps: values.step,
    reasonClasses: values.reason,
    connectors: values.connector,
    statuses: values.status,
    orderTypes: values.type,
    storeIds: values.store,
    orderId: values.order,
    sinceFrom: time('--since', values.since),
    // A search for finished runs needs both ends of its time.
    sinceTo: time(
      '--until',
      values.until ?? (values.since !== undefined && values.state?.includes('Finished') ? '0s' : undefined),
    ),
    startedFrom: time('--started-since', values.startedSince),
    startedTo: time('--started-until', values.startedUntil),
    includeSuperseded: values.superseded,
  }
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return given.length === 0 ? null : (Object.fromEntries(given) as RunFilter)
}

import type { RunSearch } from '@open-oms/client/types'
import { textIn, textsIn } from '../address-search.ts'

/** The states that someone must know of, and those that can be looked at beside them. */
export const runStates = ['Aborted', 'Waiting', 'Interrupted', 'Held', 'Running'] as const
export type RunState = (typeof runStates)[number]

/** The kinds of failures, as the API names them. */
export type ReasonClass = NonNullable<RunSearch['reasonClasses']>[number]
export const reasonClasses = [
  'Unreachable',
  'TimedOut',
  'BreakerOpen',
  'TooManyRequests',
  'ServerError',
  'NoOutcome',
  'Refused',
  'NotReady',
  'Rule',
] as const satisfies readonly ReasonClass[]

/** What the page of work shows, as its address says. */
export type RunView = {
  state?: RunState[]
  step?: string[]
  reason?: ReasonClass[]
  connector?: string[]
  store?: string[]
  type?: string[]
  /** A job, whose progress and results are shown. */
  job?: string
}

export type RunFilter = {
  states?: RunState[]
  steps?: string[]
  reasonClasses?: ReasonClass[]
  connectors?: string[]
  storeIds?: string[]
  orderTypes?: string[]
}
export type RunViewChange = { [Name in keyof RunView]?: RunView[Name] | undefined }

/**
 * The state of the page in an address. What it does not understand is left out: the address may be
 * old, or typed by a person.
 */
export function readRunView(raw: Readonly<Record<string, unknown>>): RunView {
  const job = textIn(raw.job)
  const view: RunView = {
    state: known(runStates, raw.state),
    step: textsIn(raw.step),
    reason: known(reasonClasses, raw.reason),
    connector: textsIn(raw.connector),
    store: textsIn(raw.store),
    type: textsIn(raw.type),
    ...(job === undefined ? {} : { job }),
  }
  return changedRunView(view, {})
}

/** A view with changes; what is empty is not in its address. */
export function changedRunView(view: RunView, changes: RunViewChange): RunView {
  const all = Object.entries({ ...view, ...changes })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value.length > 0)) as RunView
}

/** The filter of the API for a view; `{}` is the queue of work. */
export function toRunFilter({ state, step, reason, connector, store, type }: RunView): RunFilter {
  return {
    ...(state === undefined ? {} : { states: state }),
    ...(step === undefined ? {} : { steps: step }),
    ...(reason === undefined ? {} : { reasonClasses: reason }),
    ...(connector === undefined ? {} : { connectors: connector }),
    ...(store === undefined ? {} : { storeIds: store }),
    ...(type === undefined ? {} : { orderTypes: type }),
  }
}

/** Whether the view narrows the queue, so that "nothing found" may be its fault. */
export function isNarrowedQueue(view: RunView): boolean {
  return Object.keys(toRunFilter(view)).length > 0
}

function known<Value extends string>(values: readonly Value[], raw: unknown): Value[] {
  const texts = textsIn(raw)
  return values.filter((value) => texts.includes(value))
}

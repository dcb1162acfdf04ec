import { anySignal, sleep } from './abort.ts'
import type { CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { isApiError } from './errors.ts'
import { readRows } from './files.ts'
import type { Order, OrderChange, OrderChangeFilter, OrderPatch, OrderScroll, SparseOrder, WorkflowRun } from './types.ts'

type Stoppable = Pick<CallOptions, 'signal'>
/** Orders without the fields that are empty. */
type Sparsely = Stoppable & { omitEmpty: true }
type Wholly = Stoppable & { omitEmpty?: false }

/**
 * Every order that a search finds, as it was when the iteration began (search.md#scroll). The
 * scroll is freed at the end, also when the loop is left early.
 */
export function scrollOrders(client: Client, search: OrderScroll, options: Sparsely): AsyncGenerator<SparseOrder, void, undefined>
export function scrollOrders(client: Client, search: OrderScroll, options?: Wholly): AsyncGenerator<Order, void, undefined>
export async function* scrollOrders(
  client: Client,
  search: OrderScroll,
  options: Sparsely | Wholly = {},
): AsyncGenerator<SparseOrder, void, undefined> {
  let { body: batch } = await client.call<Batch>({ method: 'POST', path: '/api/Orders/Scroll', body: search, ...options })
  try {
    while (batch.result.length > 0) {
      yield* batch.result
      const next = { method: 'GET', path: '/api/Orders/Scroll/{scrollId}', params: { scrollId: batch.scrollId } }
      batch = (await client.call<Batch>({ ...next, ...options })).body
    }
  } finally {
    await client.delete('/api/Orders/Scroll/{scrollId}', { params: { scrollId: batch.scrollId } }).catch(ignoreNotFound)
  }
}

type Batch = { result: SparseOrder[]; scrollId: string }

/** A scroll that has expired is free. */
function ignoreNotFound(error: unknown): void {
  if (!isApiError(error, 'NotFound')) throw error
}

/**
 * Orders that a search finds, row by row as the response arrives; orders that change meanwhile
 * appear once (orders.md#export-file).
 */
export function exportOrders(client: Client, search: OrderScroll, options: Sparsely): AsyncGenerator<SparseOrder, void, undefined>
export function exportOrders(client: Client, search: OrderScroll, options?: Wholly): AsyncGenerator<Order, void, undefined>
export async function* exportOrders(
  client: Client,
  search: OrderScroll,
  options: Sparsely | Wholly = {},
): AsyncGenerator<SparseOrder, void, undefined> {
  const body = { ...search, format: 'ndjson' }
  yield* readRows<SparseOrder>(await client.open({ method: 'POST', path: '/api/Orders/ExportOrders', body, ...options }))
}

export type ChangeOptions = OrderChangeFilter &
  Stoppable & {
    /** The cursor behind which to begin; the beginning of the feed by default. */
    after?: string
    /**
     * Milliseconds between two looks at the end of the feed. Without it the iteration ends there.
     */
    followEveryMs?: number
  }

/** A change and the cursor to store once it is handled: `after` of the next iteration. */
export type ChangeAndCursor = OrderChange & {
  /** The cursor behind this change's page, on the last change of the page; null on the others. */
  cursor: string | null
}

/** The changes of orders in their order (search.md#change-feed). */
export async function* orderChanges(
  client: Client,
  options: ChangeOptions = {},
): AsyncGenerator<ChangeAndCursor, void, undefined> {
  const { followEveryMs, signal, after: first, ...filter } = options
  const stoppable = signal === undefined ? {} : { signal }
  let after = first
  for (;;) {
    const query = { ...filter, take: 1_000, ...(after === undefined ? {} : { after }) }
    const { result, next } = await client.get('/api/Orders/Changes', { query, ...stoppable })
    for (const [index, change] of result.entries()) yield { ...change, cursor: index === result.length - 1 ? next : null }
    after = next
    if (result.length > 0) continue
    if (followEveryMs === undefined) return
    await sleep(followEveryMs, signal ?? null)
  }
}

/** What to change of an order; null for nothing. */
export type OrderEdit = (order: Order) => OrderPatch | null

const EDITS_MAX = 5

/**
 * Reads an order, asks `edit` what to change, and changes that version; an order that changed
 * meanwhile is read and edited again, up to five times. Returns the order, unchanged where `edit`
 * returns null. Raises `VersionConflict` when others were always faster.
 */
export async function editOrder(
  client: Client,
  { orderId, ...options }: Stoppable & { orderId: string },
  edit: OrderEdit,
): Promise<Order> {
  for (let edits = 1; ; edits++) {
    const { body: order, version } = await client.request('get', '/api/Orders/{orderId}', { params: { orderId }, ...options })
    const patch = edit(order)
    if (patch === null) return order
    const ifMatch = version === null ? {} : { ifMatch: version }
    try {
      await client.patch('/api/Orders/{orderId}/PatchOrder', { params: { orderId }, body: patch, ...ifMatch, ...options })
      return await client.get('/api/Orders/{orderId}', { params: { orderId }, ...options })
    } catch (error) {
      if (!isApiError(error, 'VersionConflict') || edits === EDITS_MAX) throw error
    }
  }
}

export type RunOptions = Stoppable & {
  /** Which run; the newest of the order by default. */
  runId?: string
  /** Milliseconds between two looks, 1,000 by default. */
  everyMs?: number
  /** Milliseconds after which the wait is given up by a `TimeoutError`; ten minutes by default. */
  timeoutMs?: number
}

const endStates: readonly string[] = ['Finished', 'Aborted', 'Interrupted', 'Held']

/**
 * Waits until a workflow run of an order needs nothing more than a person: it is `Finished`,
 * `Aborted`, `Interrupted` or `Held` (workflow.md#workflow-runs). Returns the run; null when the
 * order has none.
 */
export async function waitForRun(client: Client, orderId: string, options: RunOptions = {}): Promise<WorkflowRun | null> {
  const { runId, everyMs = 1_000, timeoutMs = 600_000 } = options
  const signal = anySignal([options.signal, AbortSignal.timeout(timeoutMs)])
  for (;;) {
    const { result } = await client.get('/api/Orders/{orderId}/WorkflowRuns', {
      params: { orderId },
      ...(signal === null ? {} : { signal }),
    })
    const run = runId === undefined ? result[0] : result.find((one) => one.runId === runId)
    if (run === undefined || endStates.includes(run.state)) return run ?? null
    await sleep(everyMs, signal)
  }
}

import { onNewRows } from '@open-oms/service-kit/events/outbox'
import { createWake } from '@open-oms/service-kit/events/wake'
import { pause } from '@open-oms/service-kit/waiting/pause'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { type ChangeRow, type ChangesDeps, readChangeRows } from './order-changes.ts'

/** How often changes of other processes are looked for. */
const POLL_MS = 500
/** Changes are read together with those that are committed in this time. */
const GATHER_MS = 25
const BATCH = 1_000
/** What is kept for streams that are a little behind; those further back read from the database. */
const KEPT_MAX = 2_000

export type RecentListener = {
  /** Something new was read. */
  onNew(): void
  /** The changes cannot be read; nothing more will come. */
  onFailure(): void
}

/** The newest changes, which one reader of the process reads for all of its streams. */
export type RecentChanges = {
  /**
   * Reads from now on, with the first listener, until the last one has called the returned
   * function.
   */
  listen(listener: RecentListener): () => void
  /**
   * Reads what was committed before the call, and returns the position of the last change. For
   * listeners.
   */
  catchUp(): Promise<number>
  /**
   * The changes behind a position, and the position up to which these are all; null when not all of
   * them are kept.
   */
  after(position: number): { rows: readonly ChangeRow[]; end: number } | null
}

/** Rows behind `start`, without a gap up to `end`. */
type Window = { start: number; end: number; rows: readonly ChangeRow[] }

export function createRecentChanges(deps: ChangesDeps & Pick<OrderDeps, 'log'>): RecentChanges {
  const listeners = new Set<RecentListener>()
  let window: Window | null = null
  let reader: AbortController | null = null

  const read = oneAfterAnother(async () => {
    for (let isFull = true; isFull && listeners.size > 0; ) {
      const next = await readOn(deps, window)
      isFull = next.isFull
      take(next.window)
    }
  })

  function take(next: Window): void {
    if (listeners.size === 0) return
    window = next
    if (next.rows.length > 0) for (const { onNew } of listeners) onNew()
  }

  async function run(own: AbortController): Promise<void> {
    const wake = createWake()
    const stopListening = onNewRows(wake.wake)
    try {
      while (!own.signal.aborted) {
        await wake.wait(POLL_MS, own.signal)
        await pause(GATHER_MS, own.signal)
        if (!own.signal.aborted) await read()
      }
    } catch (err) {
      deps.log.warn({ err }, 'the changes of orders cannot be read: their streams end')
      stop()
      for (const { onFailure } of listeners) onFailure()
    } finally {
      stopListening()
    }
  }

  function stop(): void {
    reader?.abort()
    reader = null
    window = null
  }

  return {
    listen(listener) {
      listeners.add(listener)
      if (reader === null) {
        reader = new AbortController()
        void run(reader)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    async catchUp() {
      await read()
      return window?.end ?? 0
    },
    after(position) {
      if (window === null || position < window.start) return null
      const { rows, end } = window
      return { rows: rows.slice(rows.findLastIndex((row) => row.position <= position) + 1), end }
    },
  }
}

/**
 * The window with the next changes, and whether there may be more; the first window begins at the
 * end of the feed.
 */
async function readOn(deps: ChangesDeps, window: Window | null): Promise<{ window: Window; isFull: boolean }> {
  const after = window?.end ?? Number.MAX_SAFE_INTEGER
  const { rows, last } = await readChangeRows(deps, { storeIds: null, orderTypes: null, take: BATCH, after })
  if (window === null) return { window: { start: last, end: last, rows: [] }, isFull: false }
  const newest = rows.at(-1)
  if (newest === undefined) return { window, isFull: false }
  const all = [...window.rows, ...rows]
  const dropped = all.at(-KEPT_MAX - 1)
  const start = dropped?.position ?? window.start
  return { window: { start, end: newest.position, rows: all.slice(-KEPT_MAX) }, isFull: rows.length === BATCH }
}

/** Runs the work for each call after the call, once for all calls that wait for the same run. */
function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = () => {
    next = null
    current = work().finally(() => {
      current = null
    })
    return current
  }
  return () => {
    if (current === null) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}

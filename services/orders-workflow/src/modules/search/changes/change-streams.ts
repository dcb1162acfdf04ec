import type { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import { STREAMS_PER_CLIENT_MAX } from '@open-oms/contracts/orders/search/routes/read-changes'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { createWake } from '@open-oms/service-kit/events/wake'
import { pushedStream, type WritePiece } from '@open-oms/service-kit/http/pushed-stream'
import { jittered } from '@open-oms/service-kit/waiting/pause'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { changeCursor } from './change-cursor.ts'
import { type ChangeRow, type ChangesDeps, type ChangesFilter, readChangeRows, toOrderChange } from './order-changes.ts'
import { createRecentChanges, type RecentChanges } from './recent-changes.ts'

export type StreamRequest = ChangesFilter & {
  caller: Pick<Caller, 'clientId' | 'expiresAt'>
  /** The cursor behind which to begin; absent or empty for now. */
  since?: string | undefined
}

/** The streams of changes of one process. */
export type ChangeStreams = {
  /**
   * A stream of server-sent events (search.md#stream-of-changes). Raises `ValidationFailed` for a
   * cursor that was never handed out, `RateLimited` and `Unavailable`.
   */
  open(request: StreamRequest): Promise<Readable>
  /** How many are open. */
  count(): number
  /** Ends all, and refuses new ones. */
  stop(): void
}

export type StreamLimits = {
  /** Longest time without a sign that the stream is still there. */
  heartbeatMs: number
  /** A client that takes nothing for so long is cut off. */
  stalledMs: number
  /**
   * Longest life of a stream: as long as a verified token is remembered, so that a withdrawn key
   * counts then.
   */
  lifeMs: number
}

const DEFAULTS: StreamLimits = { heartbeatMs: 20_000, stalledMs: 30_000, lifeMs: 5 * 60_000 }
/**
 * Clients wait for up to so long before they connect again: after a restart not all in the same
 * moment.
 */
const RETRY_MS = 3_000
const BATCH = 1_000

type OpenStream = { clientId: string; ended: AbortController }

export function createChangeStreams(
  deps: ChangesDeps & Pick<OrderDeps, 'log'>,
  limits: Partial<StreamLimits> = {},
): ChangeStreams {
  const { heartbeatMs, stalledMs, lifeMs } = { ...DEFAULTS, ...limits }
  const recent = createRecentChanges(deps)
  const streams = new Set<OpenStream>()
  let isStopped = false

  function enter(clientId: string): OpenStream {
    if (isStopped) throw new DomainError('Unavailable', 'The service stops. Connect again.', { retryAfterSeconds: 1 })
    const count = [...streams].filter((stream) => stream.clientId === clientId).length
    if (count >= STREAMS_PER_CLIENT_MAX) {
      const message = `More than ${STREAMS_PER_CLIENT_MAX} streams. Close one, or share one.`
      throw new DomainError('RateLimited', message, { retryAfterSeconds: 30 })
    }
    const stream: OpenStream = { clientId, ended: new AbortController() }
    streams.add(stream)
    return stream
  }

  return {
    async open({ caller, since, ...filter }) {
      const asked = since ? changeCursor.parse(since, 'since') : null
      const own = enter(caller.clientId)
      const wake = createWake()
      const end = () => own.ended.abort()
      const stopListening = recent.listen({ onNew: wake.wake, onFailure: end })
      const timer = setTimeout(end, Math.min(lifeMs, (caller.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()))
      const leave = () => {
        end()
        clearTimeout(timer)
        stopListening()
        streams.delete(own)
      }
      try {
        const last = await recent.catchUp()
        if (asked !== null && asked > last) throw changeCursor.refusal('since')
        const following: StreamState = {
          deps,
          recent,
          filter,
          wake,
          heartbeatMs,
          position: asked ?? last,
          signal: own.ended.signal,
        }
        const body = pushedStream((write) => follow(following, write), { stalledMs, until: own.ended.signal })
        return body.once('close', leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    count: () => streams.size,
    stop() {
      isStopped = true
      for (const { ended } of streams) ended.abort()
    },
  }
}

type StreamState = {
  deps: ChangesDeps
  recent: RecentChanges
  filter: ChangesFilter
  wake: ReturnType<typeof createWake>
  heartbeatMs: number
  position: number
  signal: AbortSignal
}

/** Writes the changes behind a position, and those to come, until the signal. */
async function follow(following: StreamState, write: WritePiece): Promise<void> {
  const { wake, heartbeatMs, signal } = following
  let { position } = following
  await write(positionEvent(position, jittered(RETRY_MS)))
  let writtenAt = performance.now()
  while (!signal.aborted) {
    const next = await changesBehind(following, position)
    position = next.position
    const isLate = performance.now() - writtenAt >= heartbeatMs
    if (next.rows.length > 0 || isLate) {
      await write(next.rows.length > 0 ? next.rows.map(changeEvent).join('') : heartbeat(position))
      writtenAt = performance.now()
    }
    if (next.isAll) await wake.wait(Math.max(0, writtenAt + heartbeatMs - performance.now()), signal)
  }
}

/**
 * The next changes behind a position: of those that all streams share, or from the database for one
 * that is further back.
 */
async function changesBehind({ deps, recent, filter }: StreamState, position: number) {
  const kept = recent.after(position)
  if (kept !== null) {
    const rows = kept.rows.filter((row) => isWanted(row, filter))
    return { rows, position: Math.max(position, kept.end), isAll: true }
  }
  const { rows, last } = await readChangeRows(deps, { ...filter, after: position, take: BATCH })
  return { rows, position: rows.length < BATCH ? last : (rows.at(-1) as ChangeRow).position, isAll: false }
}

function isWanted({ store_id, order_type }: ChangeRow, { storeIds, orderTypes }: ChangesFilter): boolean {
  return (storeIds?.includes(store_id) ?? true) && (orderTypes?.includes(order_type) ?? true)
}

/**
 * The first event of a stream: where it begins, and how long the client is to wait before it
 * connects again.
 */
function positionEvent(position: number, retryMs: number): string {
  const cursor = changeCursor.format(position)
  return `retry: ${Math.round(retryMs)}\nevent: position\nid: ${cursor}\ndata: ${JSON.stringify({ next: cursor })}\n\n`
}

function changeEvent(row: ChangeRow): string {
  return `event: change\nid: ${changeCursor.format(row.position)}\ndata: ${JSON.stringify(toOrderChange(row))}\n\n`
}

/**
 * Shows that the stream is still there, and moves the client's last id on past what was not for it;
 * no event to the client.
 */
function heartbeat(position: number): string {
  return `id: ${changeCursor.format(position)}\n\n`
}

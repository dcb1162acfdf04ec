import { isApiError } from '@open-oms/client/errors'
import { type FollowState, followOrders } from '@open-oms/client/follow-orders'
import type { OrderChange } from '@open-oms/client/types'
import { gateway } from '../session/gateway.ts'
import { liveState, onLiveEnd } from '../session/live-state.ts'

export type LiveListener = {
  /** Orders have changed, the oldest first. */
  onChanges(changes: readonly OrderChange[]): void
  /**
   * What happened until now is not known: look again; with `isLost` not even since when: the feed
   * has another past than this page.
   */
  onGap(gap: { isLost: boolean }): void
}

/**
 * A window that is hidden for longer gives its connection up: browsers have six for a host, over
 * all windows.
 */
const HIDDEN_MS = 10_000
/** Between two pages nobody listens for a moment. */
const LINGER_MS = 5_000
/** Every few minutes the connection is made again, which nobody needs to know. */
const AWAY_MS = 3_000
/** Changes that come together are shown together. */
const GATHER_MS = 200

const listeners = new Set<LiveListener>()
let connection: AbortController | null = null
let cursor: string | undefined
let hiddenTimer: ReturnType<typeof setTimeout> | undefined
let awayTimer: ReturnType<typeof setTimeout> | undefined
let isHidden = document.visibilityState === 'hidden'

/**
 * Listens to the changes of orders until the returned function is called. All listeners of a window
 * share one connection. What has changed since the page of a listener was loaded is a gap: it has
 * passed where the connection is there already, for another page.
 */
export function listenToOrders(listener: LiveListener): () => void {
  listeners.add(listener)
  connectOrNot()
  if (cursor !== undefined) queueMicrotask(() => listeners.has(listener) && listener.onGap({ isLost: false }))
  return () => {
    listeners.delete(listener)
    setTimeout(connectOrNot, LINGER_MS)
  }
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(hiddenTimer)
  const isNowHidden = document.visibilityState === 'hidden'
  const take = () => {
    isHidden = isNowHidden
    connectOrNot()
  }
  if (isNowHidden) hiddenTimer = setTimeout(take, HIDDEN_MS)
  else take()
})

// A machine that wakes up learns of its network again before it notices that the connection is
// dead.
globalThis.addEventListener('online', () => {
  disconnect()
  connectOrNot()
})

onLiveEnd(() => {
  disconnect()
  cursor = undefined
})

function connectOrNot(): void {
  if (listeners.size === 0) cursor = undefined
  if (listeners.size === 0 || isHidden) disconnect()
  else if (connection === null) {
    connection = new AbortController()
    void run(connection)
  }
}

function disconnect(): void {
  connection?.abort()
  connection = null
  clearTimeout(awayTimer)
  liveState.set('off')
}

async function run(own: AbortController): Promise<void> {
  while (!own.signal.aborted) {
    try {
      await follow(own.signal)
    } catch (error) {
      if (own.signal.aborted) return
      if (!isUnknownCursor(error)) return disconnect()
      cursor = undefined
      for (const listener of listeners) listener.onGap({ isLost: true })
    }
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  const begin = cursor === undefined ? {} : { after: cursor }
  for await (const change of followOrders(gateway, { ...begin, signal, onState })) {
    cursor = change.cursor
    collect(change)
  }
}

/** A cursor of a feed that was since restored from a backup. */
function isUnknownCursor(error: unknown): boolean {
  return cursor !== undefined && isApiError(error, 'ValidationFailed')
}

function onState({ isConnected, cursor: position }: FollowState): void {
  clearTimeout(awayTimer)
  if (!isConnected) {
    awayTimer = setTimeout(() => liveState.set('away'), liveState.get() === 'away' ? 0 : AWAY_MS)
    return
  }
  liveState.set('connected')
  const isFirst = cursor === undefined
  cursor = position
  if (isFirst) for (const listener of listeners) listener.onGap({ isLost: false })
}

let collected: OrderChange[] = []

function collect(change: OrderChange): void {
  collected.push(change)
  if (collected.length > 1) return
  setTimeout(() => {
    const changes = collected
    collected = []
    for (const listener of listeners) listener.onChanges(changes)
  }, GATHER_MS)
}

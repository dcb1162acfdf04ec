import { createWake } from '@open-oms/service-kit/events/wake'
import type { Log } from '@open-oms/service-kit/observability/log'
import { jittered, pause } from '@open-oms/service-kit/waiting/pause'

export type WaitingWork = {
  /**
   * Claims due work up to the free capacity, and starts its tries with `begin`. Returns whether
   * more may be due than it had room for.
   */
  claim(begin: (underWay: TriesUnderWay, tryOne: (interrupted: AbortSignal) => Promise<void>) => void): Promise<boolean>
  /** Whether work may wait for the end of a try, such as for the room that it takes. */
  isWaitingForTries(): boolean
  /** Registers a listener for new work of this process, until the returned function is called. */
  onNew(wake: () => void): () => void
  log: Log
  /** The log message when work cannot be claimed. */
  failure: string
  /** The polling interval for work of other processes and for retries; a second when absent. */
  pollMs?: number | undefined
  /** How long tries under way may continue when the sender is stopped; 10 s when absent. */
  stopMs?: number | undefined
}

/** The lane of a try: tries of one lane share its capacity, such as those of one receiver. */
export type TriesUnderWay = Set<Promise<void>>

export type WaitingSender = {
  /** Stops claiming, lets tries under way end, and interrupts those that take too long. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const STOP_MS = 10_000
/** New work is claimed together with what comes in this time, with one statement. */
const GATHER_MS = 25

/**
 * Processes waiting work of a table in the background until it is stopped; new work of this process
 * within 25 ms.
 */
export function startSending({ pollMs = POLL_MS, stopMs = STOP_MS, ...work }: WaitingWork): WaitingSender {
  const [wake, stopped, interrupted] = [createWake(), new AbortController(), new AbortController()]
  const all: TriesUnderWay = new Set()
  const begin = (underWay: TriesUnderWay, tryOne: (interrupted: AbortSignal) => Promise<void>) => {
    const done = tryOne(interrupted.signal).finally(() => {
      const isNeeded = work.isWaitingForTries()
      underWay.delete(done)
      all.delete(done)
      if (isNeeded) wake.wake()
    })
    underWay.add(done)
    all.add(done)
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      const hasMore = await work.claim(begin).catch((error: unknown) => {
        work.log.warn({ err: error }, work.failure)
        return false
      })
      if (hasMore) continue
      await wake.wait(jittered(pollMs), stopped.signal)
      await pause(GATHER_MS, stopped.signal)
    }
  }
  const stopListening = work.onNew(wake.wake)
  const running = run()
  return {
    stop: async () => {
      stopListening()
      stopped.abort()
      const timer = setTimeout(() => interrupted.abort(), stopMs)
      await running
      await Promise.all(all)
      clearTimeout(timer)
    },
  }
}

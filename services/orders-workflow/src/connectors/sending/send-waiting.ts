import type { Log } from '@oms/service-kit/database/database'
import { jittered } from '@oms/service-kit/database/hold-lock'
import { createWake } from '@oms/service-kit/events/wake'

export type WaitingWork = {
  /** Claims what is due as far as there is room, and begins its tries with `begin`. Answers how many. */
  claim(begin: (underWay: TriesUnderWay, tryOne: (interrupted: AbortSignal) => Promise<void>) => void): Promise<number>
  /** Calls back when this process has written new work, until the returned function is called. */
  onNew(wake: () => void): () => void
  log: Log
  /** What the log says when work cannot be looked for. */
  failure: string
  /** How often work of other processes and that which waits for its next try is looked for; a second when absent. */
  pollMs?: number | undefined
  /** How long tries under way may go on when the sender is stopped; 10 s when absent. */
  stopMs?: number | undefined
}

/** Tries that share one room, such as those of one receiver. */
export type TriesUnderWay = Set<Promise<void>>

export type WaitingSender = {
  /** Claims nothing more, lets tries under way come to their end, and interrupts those that take too long. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const STOP_MS = 10_000

/** Works off what waits in a table, in the background and until it is stopped; what this process writes anew at once. */
export function startSending({ claim, onNew, log, failure, pollMs = POLL_MS, stopMs = STOP_MS }: WaitingWork): WaitingSender {
  const [wake, stopped, interrupted] = [createWake(), new AbortController(), new AbortController()]
  const all: TriesUnderWay = new Set()
  const begin = (underWay: TriesUnderWay, tryOne: (interrupted: AbortSignal) => Promise<void>) => {
    const done = tryOne(interrupted.signal).finally(() => {
      underWay.delete(done)
      all.delete(done)
      wake.wake()
    })
    underWay.add(done)
    all.add(done)
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      const count = await claim(begin).catch((error: unknown) => {
        log.warn({ err: error }, failure)
        return 0
      })
      if (count === 0) await wake.wait(jittered(pollMs), stopped.signal)
    }
  }
  const stopListening = onNew(wake.wake)
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Nats } from './connect-nats.ts'
import type { Consumer } from './consumer.ts'

export type WaitOptions = {
  /** Longest wait; 60 s when absent. */
  timeoutMs?: number
}

const TIMEOUT_MS = 60_000
const POLL_MS = 50

/**
 * Waits until a consumer has handled every event that is in its stream at this moment; what comes
 * in meanwhile is not waited for. Throws an error that says how many are left when the time runs
 * out, which they stay if no process runs the consumer.
 */
export async function waitUntilHandled(
  { manager }: Pick<Nats, 'manager'>,
  { name, stream }: Pick<Consumer, 'name' | 'stream'>,
  options: WaitOptions = {},
): Promise<void> {
  const end = performance.now() + (options.timeoutMs ?? TIMEOUT_MS)
  const { state } = await manager.streams.info(stream)
  if (state.messages === 0) return
  for (;;) {
    // A consumer that has never run has handled nothing yet.
    const info = await manager.consumers.info(stream, name).catch(() => undefined)
    const isIdle = info !== undefined && info.num_pending + info.num_ack_pending === 0
    if (isIdle || (info !== undefined && info.ack_floor.stream_seq >= state.last_seq)) return
    if (performance.now() > end) {
      const left = info === undefined ? state.messages : state.last_seq - info.ack_floor.stream_seq
      throw new Error(`${left} events of the stream ${stream} are not handled yet by ${name}: is its service running?`)
    }
    await sleep(POLL_MS)
  }
}

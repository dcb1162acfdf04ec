import { createWake } from '@oms/service-kit/events/wake'
import type { Log } from '@oms/service-kit/observability/log'
import { jittered } from '@oms/service-kit/waiting/pause'
import { onPurge } from '../messages/message-removal.ts'
import type { MessageFolder } from './message-folder.ts'

const POLL_MS = 5_000

/**
 * Removes messages and files of purged orders until it is stopped: immediately after a purge of
 * this process, within seconds after others, messages that were being sent and remains of a crash.
 * Returns how to stop, which waits for the removal under way.
 */
export function startRemovingPurged(folder: Pick<MessageFolder, 'removePurged'>, log: Log): () => Promise<void> {
  const [wake, stopped] = [createWake(), new AbortController()]
  let isFailing = false
  const run = async () => {
    while (!stopped.signal.aborted) {
      try {
        await folder.removePurged()
        isFailing = false
      } catch (err) {
        if (!isFailing) log.warn({ err }, 'messages of purged orders could not be removed; tried again until they are')
        isFailing = true
      }
      await wake.wait(jittered(POLL_MS), stopped.signal)
    }
  }
  const stopListening = onPurge(wake.wake)
  const running = run()
  return async () => {
    stopListening()
    stopped.abort()
    await running
  }
}

import { type EventHandler, handleEvent } from '@open-oms/extend/event-handler'
import { reasonFrom } from '../../connectors/http/call-failure.ts'
import { noFilters, type Subscriber, TRY_MS } from './subscriber.ts'

/** The extensions of this process that get events, by name. */
const handlers = new Map<string, EventHandler>()

/** Whether an extension of that name gets events already. */
export function hasEventHandler(extension: string): boolean {
  return handlers.has(extension)
}

/** Lets an extension get events from now on (extensions.md#event-handlers). */
export function addEventHandler(extension: string, handler: EventHandler): void {
  handlers.set(extension, handler)
}

/**
 * The extensions that get events, as subscribers beside those of webhooks: with the same attempts,
 * order, log and replay, and a call in the process in place of a request.
 */
export function extensionSubscribers(): Subscriber[] {
  return [...handlers].map(([extension, handler]) => ({
    ...noFilters,
    id: `extension:${extension}`,
    receiver: `extension:${extension}`,
    eventTypes: [...handler.types],
    async send({ body, eventId, attempts }, signal) {
      const call = { idempotencyKey: eventId, failures: attempts, timeoutMs: TRY_MS, signal }
      const failure = await handleEvent(handler, body, call)
      if (failure === null) return { taken: true, status: null }
      return { taken: false, status: null, reason: reasonFrom(failure.failed), waitMs: null, hasResponded: !failure.isLate }
    },
  }))
}

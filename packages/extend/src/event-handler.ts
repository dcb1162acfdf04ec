import type { EventEnvelope, ForeignEventEnvelope } from '@open-oms/contracts/event'
import { streamsOfPattern } from '@open-oms/contracts/events/event-patterns'
import { withinTime } from './within-time.ts'

/** An event as a subscriber of webhooks gets it; those that others publish may lack a `time`. */
export type ExtensionEvent = EventEnvelope | (ForeignEventEnvelope & { subject: string })

/** What goes with an event. */
export type EventCall = {
  /** The id of the event: an event that comes again has the same one. */
  idempotencyKey: string
  /** How often the event was handed over before and failed. */
  failures: number
  /** Longest time of one attempt. */
  timeoutMs: number
  /** Aborted when the time is over, or when the process ends. */
  signal: AbortSignal
}

/** What an extension does with events of the system (extensions.md#event-handlers). */
export type EventHandler = {
  /** Patterns of types, such as `orders.order.>`. */
  types: readonly string[]
  /**
   * Called after the change is committed, at least once for each event, in order for each subject.
   * What it throws may pass: the event comes again.
   */
  handle(event: ExtensionEvent, call: EventCall): Promise<void> | void
}

/** What an event handler lacks, as the end of a sentence; null when it is whole. */
export function findEventHandlerFault(handler: EventHandler): string | null {
  if (typeof handler !== 'object' || handler === null) return 'is none'
  const { types, handle } = handler
  if (typeof handle !== 'function') return 'has no function handle'
  if (!Array.isArray(types) || types.length === 0) return 'names no types of events'
  const unknown = types.find((pattern) => typeof pattern !== 'string' || streamsOfPattern(pattern).length === 0)
  return unknown === undefined ? null : `names a type "${unknown}", which no event has`
}

/**
 * Hands an event over as the system and the kit for tests do: a copy, within its time. Null when it
 * was handled, else why not. Never throws.
 */
export async function handleEvent(
  handler: EventHandler,
  envelope: string,
  call: EventCall,
): Promise<{ failed: string; isLate: boolean } | null> {
  try {
    const ending = await withinTime(call, 'the extension', async (signal) => {
      await handler.handle(JSON.parse(envelope), { ...call, signal })
    })
    return 'result' in ending ? null : { failed: ending.reason, isLate: true }
  } catch (error) {
    return { failed: `The extension failed: ${error instanceof Error ? error.message : String(error)}`, isLate: false }
  }
}

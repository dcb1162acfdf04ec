import { type EventCall, type EventHandler, type ExtensionEvent, findEventHandlerFault, handleEvent } from './event-handler.ts'

const TIMEOUT_MS = 10_000

/**
 * Hands an event to a handler as the system does, as JSON and within its time. Null when it was
 * handled, else why not, in a sentence; a handler that the system would not load raises an error.
 */
export async function sendEvent(
  onEvent: EventHandler | undefined,
  event: ExtensionEvent,
  call: Partial<EventCall> = {},
): Promise<string | null> {
  if (onEvent === undefined) throw new Error('The extension has no onEvent.')
  const fault = findEventHandlerFault(onEvent)
  if (fault !== null) throw new Error(`The onEvent ${fault}.`)
  const { signal } = new AbortController()
  const usual = { idempotencyKey: event.id, failures: 0, timeoutMs: TIMEOUT_MS, signal }
  const failure = await handleEvent(onEvent, JSON.stringify(event), { ...usual, ...call })
  return failure?.failed ?? null
}

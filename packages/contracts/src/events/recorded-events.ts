import type { EventEnvelope, ForeignEventEnvelope } from '../event.ts'
import events from '../examples/events.json' with { type: 'json' }

/** An event that a test saw, with stable ids and times. */
export type RecordedEvent = EventEnvelope | ForeignEventEnvelope

/**
 * One event of each type, which e2e/examples.long.test.ts records and compares with what the system
 * publishes.
 */
export const recordedEvents = events as unknown as readonly RecordedEvent[]

import { erpEvents } from '../accounting/erp-events.ts'
import { accountingEvents } from '../accounting/events.ts'
import { catalogEvents } from '../catalog/events.ts'
import type { EventContract, StreamName } from '../event.ts'
import { orderEvents } from '../orders/events.ts'

/** Every event that there is, those that others publish included. */
export const allEvents: readonly EventContract[] = [...orderEvents, ...catalogEvents, ...accountingEvents, ...erpEvents]

/**
 * Whether a pattern has a type of event, as at NATS: `*` is any one part between two full stops,
 * and `>` at the end all that follow (webhooks.md#patterns).
 */
export function matchesEventType(pattern: string, type: string): boolean {
  const [wanted, given] = [pattern.split('.'), type.split('.')]
  const isOpen = wanted.at(-1) === '>'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (isOpen ? given.length <= fixed.length : given.length !== fixed.length) return false
  return fixed.every((part, index) => part === '*' || part === given[index])
}

/** The streams whose events a pattern has; none for one that no event has. */
export function streamsOfPattern(pattern: string): StreamName[] {
  return [...new Set(allEvents.filter(({ type }) => matchesEventType(pattern, type)).map(({ stream }) => stream))]
}

import { randomUUIDv7 } from 'node:crypto'
import type { EventContract, EventEnvelope } from '@open-oms/contracts/event'
import { productVersion } from '@open-oms/contracts/version'
import type { Static } from '@sinclair/typebox'

/**
 * An event as a command makes it; `appendToOutbox` turns it into the envelope on the wire
 * (events.md#envelope).
 */
export type NewEvent<C extends EventContract = EventContract> = {
  id: string
  type: C['type']
  /**
   * `/<service>/<aggregate>`: what counts the sequence. Ids of two kinds of aggregate may be equal.
   */
  source: string
  /** The id of the aggregate. */
  subject: string
  /**
   * Per aggregate, from 1, without gaps: drawn by the statement that writes the aggregate's row.
   * Absent only for ERP events.
   */
  sequence?: number
  time: Date
  data: Static<C['data']>
  /** Who caused it, as the audit trail names them. */
  actor?: string
  correlationId?: string
  causationId?: string
  /** The trace of what made it; that of the running code when absent. */
  traceparent?: string | undefined
}

export type NewEventFields<C extends EventContract> = Omit<NewEvent<C>, 'id' | 'type' | 'source'> & { id?: string }

/** Makes an event of a contract, with the data that the contract names. */
export function newEvent<C extends EventContract>(contract: C, fields: NewEventFields<C>): NewEvent<C> {
  return { ...fields, id: fields.id ?? randomUUIDv7(), type: contract.type, source: eventSource(contract) }
}

/**
 * The envelope of an event, CloudEvents 1.0 in JSON (events.md#envelope). Absent extensions are
 * left out.
 */
export function toEnvelope(event: NewEvent, current: string | undefined): EventEnvelope {
  const traceparent = event.traceparent ?? current
  return {
    specversion: '1.0',
    id: event.id,
    source: event.source,
    type: event.type,
    subject: event.subject,
    time: event.time.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `urn:oms:event:${event.type}`,
    ...(event.sequence === undefined ? {} : { sequence: event.sequence }),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(event.correlationId === undefined ? {} : { correlationid: event.correlationId }),
    ...(event.causationId === undefined ? {} : { causationid: event.causationId }),
    ...(event.actor === undefined ? {} : { actor: event.actor }),
    producerversion: productVersion,
    data: event.data,
  }
}

function eventSource(contract: EventContract): string {
  const [service, aggregate] = contract.type.split('.')
  return `/${service}/${contract.aggregate ?? aggregate}`
}

import { type EventContract, EventEnvelope, ForeignEventEnvelope, type StreamName, streams } from '@oms/contracts/event'
import { schemaCollector } from '@oms/service-kit/openapi/openapi-schemas'

/** Who publishes events; those of somebody else (an ERP connector) are received by this system. */
export type Publisher = { service: string; events: readonly EventContract[]; isOther?: boolean }

function channelOf(event: EventContract, service: string) {
  return {
    address: event.type,
    title: event.summary,
    description: `Stream ${event.stream} (\`${streams[event.stream as StreamName]}\`), published by ${service}.`,
    messages: { event: { $ref: `#/components/messages/${event.type}` } },
  }
}

/** The AsyncAPI 3.0 document of all events: a channel per type, the CloudEvents envelope with the data of the type (events.md#events). */
export function eventCatalogue(publishers: readonly Publisher[]): object {
  const schemas = schemaCollector()
  const own = schemas.toDocument(EventEnvelope)
  const foreign = schemas.toDocument(ForeignEventEnvelope)
  const all = publishers.flatMap(({ service, events, isOther = false }) => events.map((event) => ({ service, event, isOther })))
  const messages = all.map(({ event, isOther }) => [
    event.type,
    {
      name: event.type,
      summary: event.summary,
      contentType: 'application/cloudevents+json',
      payload: {
        allOf: [
          isOther ? foreign : own,
          { type: 'object', properties: { type: { const: event.type }, data: schemas.toDocument(event.data) } },
        ],
      },
    },
  ])
  const operations = all.map(({ service, event, isOther }) => [
    event.type.replaceAll('.', '-'),
    { action: isOther ? 'receive' : 'send', channel: { $ref: `#/channels/${event.type}` }, tags: [{ name: service }] },
  ])
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Order management events',
      version: '1',
      description:
        'Delivered at least once, in order per aggregate (`source` and `subject`), numbered by `sequence` from 1 without gaps. `id` is the ' +
        'de-duplication key. Additive changes keep the version in the type; others get a new one. Events that an ERP connector publishes ' +
        'need only `specversion`, `id`, `source`, `type` and `data`.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: Object.fromEntries(all.map(({ service, event }) => [event.type, channelOf(event, service)])),
    operations: Object.fromEntries(operations),
    components: { messages: Object.fromEntries(messages), schemas: schemas.components() },
  }
}

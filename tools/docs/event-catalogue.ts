import {
  type EventContract,
  EventEnvelope,
  ForeignEventEnvelope,
  foreignStream,
  type StreamName,
  streams,
} from '@open-oms/contracts/event'
import { recordedEvents } from '@open-oms/contracts/events/recorded-events'
import { productVersion } from '@open-oms/contracts/version'
import { schemaCollector } from '@open-oms/service-kit/openapi/openapi-schemas'

/** Who publishes events; those of someone else (an ERP connector) are received by this system. */
export type Publisher = { service: string; events: readonly EventContract[]; isExternal?: boolean }

type PublishedEvent = { service: string; event: EventContract; isExternal: boolean }

const servers = {
  nats: {
    host: 'nats.example.com:4222',
    protocol: 'nats',
    description: 'The NATS server of the installation, with JetStream. With TLS where it is not on a network of its own.',
    security: [{ $ref: '#/components/securitySchemes/natsUser' }],
    tags: [{ name: 'JetStream' }],
  },
  webhooks: {
    host: 'shop.example.com',
    pathname: '/oms-events',
    protocol: 'https',
    description:
      'An address of a subscriber: events of orders are posted to it, by the webhook subscriptions of the configuration.',
    security: [{ $ref: '#/components/securitySchemes/webhookSignature' }],
    tags: [{ name: 'Webhooks' }],
  },
}

const securitySchemes = {
  natsUser: {
    type: 'userPassword',
    description: 'A user of the NATS server, who may read the streams that it needs and write no subject of others.',
  },
  webhookSignature: {
    type: 'httpApiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      'The HMAC of the body by the secret of the subscription. Check it, or `webhook-signature` of Standard Webhooks, before you trust the event.',
  },
}

/** Events of orders are also delivered by webhook (webhooks.md#webhook-subscriptions). */
function eventServers({ stream }: EventContract): { $ref: string }[] {
  const names: (keyof typeof servers)[] = stream === 'ORDERS' ? ['nats', 'webhooks'] : ['nats']
  return names.map((name) => ({ $ref: `#/servers/${name}` }))
}

function toChannel({ event, service }: PublishedEvent) {
  return {
    address: event.type,
    title: event.summary,
    description: `Stream ${event.stream} (\`${streams[event.stream as StreamName]}\`), published by ${service}.`,
    servers: eventServers(event),
    messages: { event: { $ref: `#/components/messages/${event.type}` } },
  }
}

function toOperation({ event, service, isExternal }: PublishedEvent) {
  return {
    action: isExternal ? 'receive' : 'send',
    title: event.type,
    summary: event.summary,
    description: isExternal
      ? `Publish this on the subject \`${event.type}\` of stream ${event.stream}; accounting takes it over.`
      : `Read this with a durable consumer of stream ${event.stream} that filters by \`${event.type}\`.`,
    channel: { $ref: `#/channels/${event.type}` },
    tags: [{ name: service }],
  }
}

function orderingText({ stream, aggregate, type }: EventContract): string {
  if (stream === foreignStream) return 'Counted by `sequence` per `source` and `subject` only where the publisher sends both.'
  return `Counted by \`sequence\` with all events of the same ${aggregate ?? type.split('.')[1]}, whose id is \`subject\`.`
}

/**
 * The AsyncAPI 3.0 document of all events: a channel per type, the CloudEvents envelope with the
 * data of the type (events.md#events).
 */
export function eventCatalogue(publishers: readonly Publisher[]): object {
  const schemas = schemaCollector()
  const own = schemas.toDocument(EventEnvelope)
  const foreign = schemas.toDocument(ForeignEventEnvelope)
  const all = publishers.flatMap(({ service, events, isExternal = false }) =>
    events.map((event) => ({ service, event, isExternal })),
  )
  const toMessage = ({ event, isExternal }: PublishedEvent) => ({
    name: event.type,
    title: event.type,
    summary: event.summary,
    description: `${event.summary} ${orderingText(event)}`,
    contentType: 'application/cloudevents+json',
    payload: {
      allOf: [
        isExternal ? foreign : own,
        { type: 'object', properties: { type: { const: event.type }, data: schemas.toDocument(event.data) } },
      ],
    },
    examples: recordedEvents
      .filter(({ type }) => type === event.type)
      .map((payload) => ({ name: 'recorded', summary: event.summary, payload })),
  })
  const byType = (describe: (published: PublishedEvent) => object) =>
    Object.fromEntries(all.map((published) => [published.event.type, describe(published)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Order management events',
      version: productVersion,
      description:
        'Delivered at least once, in order per aggregate (`source` and `subject`), numbered by `sequence` from 1 without gaps. `id` is the ' +
        'de-duplication key. Additive changes keep the version in the type; others get a new one. Events that an ERP connector publishes ' +
        'need only `specversion`, `id`, `source`, `type` and `data`.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/cloudevents+json',
    servers,
    channels: byType(toChannel),
    operations: Object.fromEntries(all.map((published) => [published.event.type.replaceAll('.', '-'), toOperation(published)])),
    components: { messages: byType(toMessage), schemas: schemas.components(), securitySchemes },
  }
}

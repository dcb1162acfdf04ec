import { type EventContract, EventEnvelope } from '@open-oms/contracts/event'
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts'

const text = { type: 'string' }
const headers = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'The id of the event. The same event may come more than once, always with the same id.',
    schema: text,
  },
  {
    name: 'X-Signature',
    in: 'header',
    required: false,
    description:
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` with the secret of the subscription, signed again for each attempt. A ' +
      'second `v1` is of the previous secret while it is replaced. Absent where the subscription has no secret.',
    schema: text,
  },
  ...[
    ['webhook-id', 'The id of the event'],
    ['webhook-timestamp', 'The time of the attempt, in Unix seconds'],
    ['webhook-signature', '`v1,` and the Base64 HMAC-SHA256 of "id.timestamp.body", for each secret, separated by blanks'],
  ].map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description: `${description}: the same signature in the form of Standard Webhooks. Absent without a secret.`,
    schema: text,
  })),
]

const responses = {
  '2XX': { description: 'The event was taken. Respond within ten seconds, before the work that it causes.' },
  default: { description: 'The event was not taken: it is sent again for 24 hours, later ones of the same order after it.' },
}

function buildWebhook(event: EventContract, schemas: SchemaCollector): JsonSchema {
  const envelope = schemas.toDocument({ ...EventEnvelope, $id: 'EventEnvelope' })
  const own = { type: 'object', properties: { type: { const: event.type }, data: schemas.toDocument(event.data) } }
  return {
    operationId: `receive ${event.type}`.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: event.summary,
    description:
      'Posted to the address of every subscription whose filters the event passes, at least once, in order for each order.',
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/cloudevents+json': { schema: { allOf: [envelope, own] } } } },
    responses,
  }
}

/** What subscribers receive, by type of event (webhooks.md#webhook-request). */
export function buildWebhooks(events: readonly EventContract[], schemas: SchemaCollector): Record<string, JsonSchema> {
  return Object.fromEntries(events.map((event) => [event.type, { post: buildWebhook(event, schemas) }]))
}

import { SmsRequest } from '@open-oms/contracts/connectors/message-protocol'
import { paymentAnswers, paymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import { shippingAnswers, shippingRequests } from '@open-oms/contracts/connectors/shipping-protocol'
import { productVersion } from '@open-oms/contracts/version'
import { type SchemaCollector, schemaCollector } from '@open-oms/service-kit/openapi/openapi-schemas'

type Model = Parameters<SchemaCollector['toDocument']>[0]

/** What is posted to a kind of connector, and what it answers; of none any 2xx will do. */
type Protocol = { name: string; summary: string; page: string; requests: Model[]; answers: Model[] }

const connectors = 'docs/reference/behaviour/connectors.md'
const protocols: readonly Protocol[] = [
  {
    name: 'payment',
    summary: 'Move money, or make a link by which a customer pays',
    page: `${connectors}#payment-protocol`,
    requests: Object.values(paymentRequests),
    answers: Object.values(paymentAnswers).flatMap(({ anyOf }): Model[] => anyOf),
  },
  {
    name: 'shipping',
    summary: 'Book the transport of a shipment',
    page: `${connectors}#shipping-protocol`,
    requests: Object.values(shippingRequests),
    answers: shippingAnswers.book.anyOf,
  },
  {
    name: 'sms',
    summary: 'Send an SMS',
    page: `${connectors}#sms-protocol`,
    requests: [SmsRequest],
    answers: [],
  },
]

const parameters = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Equal keys are one effect: a repeated request has the first response.',
    schema: { type: 'string', maxLength: 255 },
  },
]

const noOutcome = 'No outcome: the same request comes again.'

/**
 * The OpenAPI 3.1 document of what the system posts to connectors, from which the server of a
 * connector is generated (connectors.md#connector-request). The paths are names of the kinds: a
 * connector has any address.
 */
export function connectorDocument(): object {
  const schemas = schemaCollector()
  const anyOf = (models: readonly Model[]) => {
    const distinct = new Map(models.map((model) => [JSON.stringify(schemas.toDocument(model)), schemas.toDocument(model)]))
    return { anyOf: [...distinct.values()] }
  }
  const json = (schema: object) => ({ 'application/json': { schema } })
  const toPath = ({ name, summary, page, requests, answers }: Protocol) => ({
    post: {
      operationId: name,
      summary,
      externalDocs: { url: page },
      parameters,
      requestBody: { required: true, content: json(anyOf(requests)) },
      responses: {
        200:
          answers.length === 0 ? { description: 'It is taken.' } : { description: 'The outcome.', content: json(anyOf(answers)) },
        400: { description: 'Refused permanently, as by any other 4xx.' },
        401: { description: `The signature is wrong. ${noOutcome}` },
        409: { description: `The key is at work. ${noOutcome}` },
        429: { description: `${noOutcome} Retry-After is heeded.` },
        503: { description: noOutcome },
      },
    },
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Connectors', version: productVersion, license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
    servers: [{ url: 'https://connector.example.com' }],
    security: [{ signature: [] }],
    paths: Object.fromEntries(protocols.map((protocol) => [`/${protocol.name}`, toPath(protocol)])),
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description: '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the secret of the connector over `<t>.<body>`.',
        },
      },
      schemas: schemas.components(),
    },
  }
}

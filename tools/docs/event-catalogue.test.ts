import specification from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' }
import { recordedEvents } from '@open-oms/contracts/events/recorded-events'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { eventCatalogue } from './event-catalogue.ts'
import { publishers } from './interface-documents.ts'

t.test('given the event catalogue, when it is validated, then it is an AsyncAPI 3.0 document', async (t) => {
  // The specification brings the meta schema of JSON Schema along; a second one would be ambiguous.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false })
  addFormats.default(ajv)
  const isValid = ajv.compile(specification)
  t.ok(isValid(eventCatalogue(publishers)), JSON.stringify(isValid.errors?.slice(0, 5)))
  t.notOk(isValid({ asyncapi: '3.0.0' }), 'the check can fail')
})

t.test('given the event catalogue, when its events are read, then each has a channel, the envelope and its data', async (t) => {
  const document = eventCatalogue(publishers) as {
    channels: Record<string, { address: string }>
    components: { messages: Record<string, { payload: { allOf: { properties: Record<string, unknown> }[] } }> }
  }
  for (const { type } of publishers.flatMap(({ events }) => [...events])) {
    t.equal(document.channels[type]?.address, type)
    const [envelope, own] = document.components.messages[type]?.payload.allOf ?? []
    t.ok(envelope?.properties.sequence)
    t.same(own?.properties.type, { const: type })
    t.ok(own?.properties.data)
  }
})

t.test(
  'given an event of an ERP connector, when it is described, then only what CloudEvents requires is required of it',
  async (t) => {
    const { components } = eventCatalogue(publishers) as {
      components: { messages: Record<string, { payload: { allOf: { required: string[] }[] } }> }
    }
    const requiredFields = (type: string) => components.messages[type]?.payload.allOf[0]?.required.toSorted()
    const required = ['data', 'id', 'source', 'specversion', 'type']
    t.same(requiredFields('erp.posting.exported.v1'), required)
    t.same(
      requiredFields('accounting.posting.exported.v1'),
      [...required, 'datacontenttype', 'dataschema', 'subject', 'time'].toSorted(),
    )
  },
)

t.test('given the event catalogue, when operations are read, then events of an ERP connector are received', async (t) => {
  const { operations } = eventCatalogue(publishers) as { operations: Record<string, { action: string }> }
  t.equal(operations['erp-posting-exported-v1']?.action, 'receive')
  t.equal(operations['accounting-posting-exported-v1']?.action, 'send')
})

t.test(
  'given the event catalogue, when it is read, then servers, channels, operations and messages say what they are',
  async (t) => {
    type DescribedItem = { description?: string; security?: { $ref: string }[]; servers?: { $ref: string }[] }
    type Document = {
      servers: Record<string, DescribedItem>
      channels: Record<string, DescribedItem>
      operations: Record<string, DescribedItem>
      components: { messages: Record<string, DescribedItem>; securitySchemes: Record<string, DescribedItem> }
    }
    const { servers, channels, operations, components } = eventCatalogue(publishers) as Document
    const { messages, securitySchemes } = components
    for (const part of [servers, channels, operations, messages, securitySchemes])
      for (const [name, { description }] of Object.entries(part)) t.match(description, /\S/, name)
    for (const { security } of Object.values(servers))
      for (const { $ref } of security ?? []) t.ok(securitySchemes[$ref.replace('#/components/securitySchemes/', '')], $ref)
    t.same(channels['orders.order.created.v1']?.servers, [{ $ref: '#/servers/nats' }, { $ref: '#/servers/webhooks' }])
    t.same(channels['catalog.product.created.v1']?.servers, [{ $ref: '#/servers/nats' }])
  },
)

t.test(
  'given the event catalogue, when the schemas of envelopes and data are read, then every property says what it means',
  async (t) => {
    type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema; description?: string }
    type Document = {
      components: { messages: Record<string, { payload: { allOf: Schema[] } }>; schemas: Record<string, Schema> }
    }
    const { messages, schemas } = (eventCatalogue(publishers) as Document).components
    const missing: string[] = []
    const visit = ({ properties = {}, items }: Schema, path: string): void => {
      if (items !== undefined) visit(items, `${path}[]`)
      for (const [name, property] of Object.entries(properties)) {
        if (property.description === undefined) missing.push(`${path}.${name}`)
        visit(property, `${path}.${name}`)
      }
    }
    for (const [name, schema] of Object.entries(schemas)) visit(schema, name)
    for (const [type, { payload }] of Object.entries(messages)) visit(payload.allOf[0] as Schema, type)
    t.same(missing, [])
    t.ok(Object.keys(schemas).length >= 14)
  },
)

t.test('given every event type, when its examples are read, then it has one that a test saw and its schema allows', async (t) => {
  type Message = { payload: object; examples: { payload: unknown }[] }
  const document = eventCatalogue(publishers) as { components: { messages: Record<string, Message> } }
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const { messages } = document.components
  for (const [type, { payload, examples }] of Object.entries(messages)) {
    t.equal(examples.length, 1, `${type} has an example`)
    const isValid = ajv.compile(JSON.parse(JSON.stringify(payload).replaceAll('"$ref":"#/', '"$ref":"document#/')))
    for (const example of examples) t.ok(isValid(example.payload), `${type}: ${ajv.errorsText(isValid.errors)}`)
    t.notOk(isValid({ ...(examples[0]?.payload as object), type: 'another' }), `${type}: the check can fail`)
  }
  for (const { type } of recordedEvents) t.ok(messages[type], `${type} is in the catalogue`)
})

import { orderCreated, paymentRecorded } from '@open-oms/contracts/orders/events'
import { Order } from '@open-oms/contracts/orders/order'
import {
  AmountFromZero,
  asSent,
  DateTimeUpTo,
  described,
  describedFields,
  InputModel,
  List,
  Model,
  Nullable,
  Text,
  Word,
  WordOrNothing,
} from '@open-oms/contracts/primitives'
import { defineRoute, ErrorBody } from '@open-oms/contracts/route'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { coverageLine, documentCoverage } from './document-coverage.ts'
import { openApiDocument } from './openapi-document.ts'

const Part = Model('Part', { name: Nullable(Text), side: Nullable(Word(['Left', 'Right'], { byNumber: true })) })
const Thing = Model('Thing', {
  id: Text,
  part: Nullable(Part),
  parts: List(Part),
  dimensions: Type.Record(Type.String(), Type.String()),
})
const getThing = defineRoute({
  method: 'GET',
  url: '/api/Things/:thingId',
  operationId: 'getThing',
  summary: 'Read a thing.',
  tags: ['Products'],
  access: ['OrderRead', 'ProductRead'],
  params: Type.Object({ thingId: Text }),
  query: Type.Object({ upTo: Type.Optional(DateTimeUpTo), storeIds: List(Text) }),
  responses: { 200: Thing },
  carriesVersion: true,
})
const putThing = defineRoute({
  ...getThing,
  method: 'PUT',
  operationId: 'putThing',
  access: ['OrderAdmin'],
  query: undefined as never,
  body: InputModel(Thing, ['id']),
  responses: { 200: Thing, 201: Thing },
  allowsMinimal: true,
})
const postThing = defineRoute({
  method: 'POST',
  url: '/api/Things',
  operationId: 'postThing',
  summary: 'Make things.',
  tags: ['Products'],
  access: 'public',
  body: List(InputModel(Thing, [], 'NewThing')),
  responses: { 204: null },
})

// biome-ignore lint/suspicious/noExplicitAny: the tests look into documents of any shape.
type Loose = any
const document: Loose = openApiDocument({ title: 'Test', version: '1', contracts: [getThing, putThing, postThing] })

t.test('given contracts, when the document is made, then paths, parameters, roles and bodies come from them', async (t) => {
  t.equal(document.openapi, '3.1.0')
  t.same(Object.keys(document.paths), ['/api/Things/{thingId}', '/api/Things'])
  const { get, put } = document.paths['/api/Things/{thingId}']
  t.same(get.parameters, [
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'upTo', in: 'query', required: false, schema: { format: 'date-time', type: 'string' } },
    { name: 'storeIds', in: 'query', required: true, schema: { maxItems: 250, type: 'array', items: { type: 'string' } } },
  ])
  t.same(get.security, [{ token: ['OrderRead'] }, { token: ['ProductRead'] }])
  t.same(document.paths['/api/Things'].post.security, [])
  t.same(put.requestBody, {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingInput' } } },
  })
  const references = put.parameters.map((parameter: { $ref?: string }) => parameter.$ref).filter(Boolean)
  t.same(references, [
    '#/components/parameters/IdempotencyKey',
    '#/components/parameters/IfMatch',
    '#/components/parameters/Prefer',
  ])
})

t.test('given a route that only creates, when it is described, then it has no If-Match', async (t) => {
  const createThing = defineRoute({ ...putThing, method: 'POST', operationId: 'createThing', responses: { 201: Thing } })
  const { paths }: Loose = openApiDocument({ title: 'Test', version: '1', contracts: [createThing] })
  const { parameters, responses } = paths['/api/Things/{thingId}'].post
  const references = parameters.map((parameter: { $ref?: string }) => parameter.$ref).filter(Boolean)
  t.same(references, ['#/components/parameters/IdempotencyKey', '#/components/parameters/Prefer'])
  t.equal(responses['412'], undefined)
  t.ok(responses['204'], 'Prefer works all the same')
})

t.test('given a response that is more than the resource, then it has a version and no minimal form', async (t) => {
  const { allowsMinimal: _, ...rest } = putThing
  const { paths }: Loose = openApiDocument({ title: 'Test', version: '1', contracts: [rest] })
  const { parameters, responses } = paths['/api/Things/{thingId}'].put
  t.notMatch(JSON.stringify(parameters), /Prefer/)
  t.equal(responses['204'], undefined)
  t.ok(responses['200'].headers.ETag)
})

t.test('given named models, when they are described, then they are components, nullable ones as in OpenAPI 3.1', async (t) => {
  const { Thing: thing, Part: part } = document.components.schemas
  t.same(thing.properties.part, { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] })
  t.same(thing.properties.parts.items, { $ref: '#/components/schemas/Part' })
  t.match(thing.properties.dimensions, { type: 'object', additionalProperties: { type: 'string' } })
  t.same(part.properties, {
    name: { type: ['string', 'null'] },
    side: { type: ['string', 'null'], enum: ['Left', 'Right', null] },
  })
})

t.test(
  'given request forms, when they are shown, then what may be left out may be null, and words say how they are read',
  async (t) => {
    const { PartInput, ThingInput, NewThing } = document.components.schemas
    t.same(ThingInput.required, ['id'])
    t.equal(NewThing.required, undefined)
    t.equal(ThingInput.properties.id.type, 'string')
    t.same(ThingInput.properties.part, { anyOf: [{ $ref: '#/components/schemas/PartInput' }, { type: 'null' }] })
    t.same(ThingInput.properties.parts.type, ['array', 'null'])
    t.same(PartInput.properties.side, {
      type: ['string', 'null'],
      enum: ['Left', 'Right', null],
      description: 'Any letter case, or the position in this list, counted from 0.',
    })
    const Choice = Type.Object({
      sort: Type.Optional(WordOrNothing(['Up', 'Down'])),
      ids: List(Text),
      names: Type.Array(Text, { minItems: 1 }),
    })
    const contract = { ...postThing, body: Choice }
    const { paths }: Loose = openApiDocument({ title: 'Test', version: '1', contracts: [contract] })
    const { properties, required } = paths['/api/Things'].post.requestBody.content['application/json'].schema
    t.same(properties.sort, { type: ['string', 'null'], enum: ['Up', 'Down', null], description: 'Any letter case.' })
    t.same(required, ['ids', 'names'])
    t.same(properties.ids.type, ['array', 'null'], 'null is a list without items')
    t.equal(properties.names.type, 'array', 'a list that needs items cannot be null')
  },
)

t.test('given what a client sent in a response, when it is shown, then it is the same schema as in the request', async (t) => {
  const Kept = Model('Kept', { thing: asSent(InputModel(Thing)) })
  const contract = { ...postThing, body: InputModel(Thing), responses: { 200: Kept } }
  const { schemas } = (openApiDocument({ title: 'Test', version: '1', contracts: [contract] }) as Loose).components
  t.same(schemas.Kept.properties.thing, { $ref: '#/components/schemas/ThingInput' })
})

t.test('given two different schemas with one name, when the document is made, then it is refused', async (t) => {
  const contracts = [putThing, { ...postThing, body: InputModel(Thing) }]
  t.throws(() => openApiDocument({ title: 'T', version: '1', contracts }), /two different schemas are named ThingInput/)
})

t.test('given described properties, when they are shown, then the meaning comes before what values are taken', async (t) => {
  const Side = Model('Side', describedFields({ length: Text }, { length: 'How long it is.' }), 'One side of a thing.')
  const Body = Model('Body', {
    front: described(Nullable(Side), 'The side that is seen.'),
    price: described(Nullable(AmountFromZero), 'What it costs.'),
    sides: described(List(Side), 'All sides.'),
  })
  const contract = { ...postThing, body: InputModel(Body, ['price']), responses: { 200: Body } }
  const { schemas } = (openApiDocument({ title: 'Test', version: '1', contracts: [contract] }) as Loose).components
  t.equal(schemas.Side.description, 'One side of a thing.')
  for (const [body, side] of [
    ['Body', 'Side'],
    ['BodyInput', 'SideInput'],
  ] as const) {
    const { front, price, sides } = schemas[body].properties
    t.equal(front.description, 'The side that is seen.')
    t.match(JSON.stringify(front), `"$ref":"#/components/schemas/${side}"`)
    t.equal(price.description, 'What it costs. Not negative; at most 12 integer digits and 4 decimals.')
    t.equal(sides.description, 'All sides.')
  }
  t.equal(schemas.SideInput.description, 'One side of a thing.')
  t.equal(schemas.SideInput.properties.length.description, 'How long it is.')
})

t.test('given a route, then every failure that can happen is referenced, and every code is listed with its status', async (t) => {
  const { get, put } = document.paths['/api/Things/{thingId}']
  const usual = ['400', '401', '403', '408', '431', '500', '503']
  t.same(Object.keys(get.responses), ['200', ...usual, '404', '414', '429'].sort())
  const ofWrites = ['201', '204', '409', '412', '413', '422']
  t.same(Object.keys(put.responses), [...Object.keys(get.responses), ...ofWrites].sort())
  t.match(document.components.responses.Error412, {
    description: /VersionConflict/,
    content: { 'application/json': { schema: { $ref: /Error$/ } } },
  })
  t.match(document.components.schemas.Error.required, ['message', 'error', 'errors', 'traceId'])
  t.match(document.info.description, /\| 400 \| .*QuantityNotAvailable.* \|/)
  t.ok(get.responses['200'].headers.ETag)
})

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value)) {
    if (name === '$ref') yield field as string
    else yield* referencesIn(field)
  }
}

t.test('given a route that takes a file, when it is described, then both ways to send it are shown', async (t) => {
  const { body: _body, ...bare } = postThing
  const sendFile = defineRoute({ ...bare, operationId: 'sendFile', takesFile: true })
  const operation = (openApiDocument({ title: 'T', version: '1', contracts: [sendFile] }) as Loose).paths['/api/Things'].post
  t.equal(operation.requestBody.required, true)
  t.same(Object.keys(operation.requestBody.content), ['application/octet-stream', 'multipart/form-data'])
  t.match(operation.requestBody.content['multipart/form-data'].schema, {
    required: ['file'],
    properties: { file: { format: 'binary' } },
  })
  t.ok('413' in operation.responses && '415' in operation.responses)
})

t.test('given a large document with recursive models, when its references are followed, then each has a target', async (t) => {
  const Node = Type.Recursive((This) => Type.Object({ name: Text, nodes: Type.Array(This) }), { $id: 'Node' })
  const contracts = [
    { ...getThing, responses: { 200: Order } },
    { ...postThing, body: InputModel(Order, ['storeId']), responses: { 200: Node } },
  ]
  const large: Loose = openApiDocument({ title: 'Large', version: '1', contracts })
  const missing = [...referencesIn(large)].filter((reference) => {
    return (
      reference
        .split('/')
        .slice(1)
        .reduce((part: Loose, name) => part?.[name], large) === undefined
    )
  })
  t.same(missing, [])
  t.ok(large.components.schemas.OrderLine)
  t.same(large.components.schemas.Node.properties.nodes.items, { $ref: '#/components/schemas/Node' })
})

t.test('given the document, when it is validated, then it is valid OpenAPI 3.1', async (t) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  t.same({ valid, errors }, { valid: true, errors: undefined })
})

t.test(
  'given a call that clients are to give up, when it is described, then it is deprecated and names what replaces it',
  async (t) => {
    const deprecated = { since: '2026-01-31', sunset: '2027-01-31', successor: 'GET /api/Parts/{id}' }
    const old = openApiDocument({ title: 'Test', version: '1', contracts: [{ ...getThing, deprecated }] }) as Loose
    const { get } = old.paths['/api/Things/{thingId}']
    t.match(get, {
      deprecated: true,
      'x-sunset': '2027-01-31',
      description: /since 2026-01-31.*until 2027-01-31.*`GET \/api\/Parts\/\{id\}`/,
    })
    t.notOk('deprecated' in document.paths['/api/Things/{thingId}'].get)
  },
)

t.test('given an operation id that is used twice, when the document is made, then it is refused', async (t) => {
  t.throws(() => openApiDocument({ title: 'T', version: '1', contracts: [getThing, getThing] }), /getThing/)
})

t.test(
  'given paths that differ by the names of their parameters only, when the document is made, then it is refused',
  async (t) => {
    const deleteThing = defineRoute({ ...getThing, method: 'DELETE', url: '/api/Things/:id', operationId: 'deleteThing' })
    t.throws(() => openApiDocument({ title: 'T', version: '1', contracts: [getThing, deleteThing] }), /same names/)
  },
)

t.test(
  'given the tags of routes, when the document is made, then each has its description, in the order of the table',
  async (t) => {
    const contracts = [getThing, { ...postThing, tags: ['Tokens'] }]
    t.match((openApiDocument({ title: 'T', version: '1', contracts }) as Loose).tags, [
      { name: 'Tokens', description: /\w/ },
      { name: 'Products', description: /\w/ },
    ])
    t.throws(() => openApiDocument({ title: 'T', version: '1', contracts: [{ ...postThing, tags: ['Other'] }] }), /tag Other/)
  },
)

t.test(
  'given what contracts say of headers and types, when the document is made, then responses refer to header components',
  async (t) => {
    const exportThings = defineRoute({
      ...getThing,
      operationId: 'exportThings',
      url: '/api/Things/Export',
      query: undefined as never,
      params: undefined as never,
      responses: { 200: List(Thing), 404: ErrorBody, 206: Type.String({ contentMediaType: '*/*' }) },
      otherTypes: ['text/csv'],
      headers: ['Content-Disposition'],
      requestHeaders: ['Range'],
    })
    const { paths, components }: Loose = openApiDocument({ title: 'T', version: '1', contracts: [exportThings, postThing] })
    const { parameters, responses } = paths['/api/Things/Export'].get
    t.strictSame(parameters, [{ $ref: '#/components/parameters/Range' }])
    t.strictSame(responses['404'], { $ref: '#/components/responses/Error404' })
    t.strictSame(Object.keys(responses['200'].content), ['application/json', 'text/csv'])
    t.match(responses['206'].content['*/*'], { schema: { type: 'string', format: 'binary', description: /bytes/ } })
    const own = [
      'ETag',
      'Content-Disposition',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Cache-Control',
      'X-Request-Id',
      'X-Trace-Id',
    ]
    t.strictSame(Object.keys(responses['200'].headers), own)
    t.strictSame(responses['206'].headers['Content-Range'], { $ref: '#/components/headers/Content-Range' })
    t.strictSame(components.responses.Error429.headers['Retry-After'], { $ref: '#/components/headers/Retry-After' })
  },
)

t.test('given operations, when their notes are read, then they say roles, idempotency, limits and events', async (t) => {
  const scroll = defineRoute({ ...postThing, operationId: 'addPayments', access: ['OrderAdmin'], rateLimit: 'scroll' })
  const guest = defineRoute({ ...getThing, operationId: 'guest', access: 'public', rateLimit: 'secret-key' })
  const health = defineRoute({ ...getThing, url: '/health', operationId: 'health', access: 'public', rateLimit: 'uncounted' })
  const { paths }: Loose = openApiDocument({ title: 'T', version: '1', contracts: [scroll, guest, health] })
  t.match(paths['/api/Things'].post, {
    'x-roles': ['OrderAdmin'],
    'x-idempotency': 'key',
    'x-rate-limits': [
      { name: 'scroll', per: 'client', requests: 10, seconds: 1, cost: 1 },
      { name: 'all', per: 'client', cost: 1 },
    ],
    'x-events': ['orders.order.updated.v1', 'orders.payment.recorded.v1', 'orders.hold.placed.v1', 'orders.hold.released.v1'],
  })
  const { get } = paths['/api/Things/{thingId}']
  t.match(get, { 'x-roles': { length: 0 }, 'x-idempotency': 'safe', 'x-rate-limits': [{ name: 'secret-key', per: 'address' }] })
  t.notOk('x-events' in get)
  t.strictSame(paths['/health'].get['x-rate-limits'], [])
  t.notOk('429' in paths['/health'].get.responses)
})

t.test('given events, when they are webhooks of the document, then each has envelope, headers and responses', async (t) => {
  const webhooks = [orderCreated, paymentRecorded]
  const made: Loose = openApiDocument({ title: 'T', version: '1', contracts: [postThing], webhooks })
  t.strictSame(Object.keys(made.webhooks), ['orders.order.created.v1', 'orders.payment.recorded.v1'])
  const { post } = made.webhooks['orders.order.created.v1']
  t.equal(post.operationId, 'receiveOrdersOrderCreatedV1')
  t.strictSame(
    post.parameters.map(({ name }: { name: string }) => name),
    ['Idempotency-Key', 'X-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
  )
  t.match(post.requestBody.content['application/cloudevents+json'].schema.allOf, [
    { $ref: '#/components/schemas/EventEnvelope' },
    { properties: { type: { const: 'orders.order.created.v1' }, data: { $ref: '#/components/schemas/OrderEventData' } } },
  ])
  t.ok(made.tags.some(({ name }: { name: string }) => name === 'Webhooks'))
  const { valid, errors } = await new Validator().validate(structuredClone(made))
  t.same({ valid, errors }, { valid: true, errors: undefined })
})

t.test('given a document, when its coverage is counted, then what lacks a description or an example is named', async (t) => {
  const coverage = documentCoverage(openApiDocument({ title: 'T', version: '1', contracts: [putThing] }))
  t.strictSame(coverage.operations, { all: 1, missing: ['putThing'] })
  t.strictSame(coverage['request examples'], { all: 1, missing: ['putThing application/json'] })
  t.ok(coverage.parameters.missing.includes('putThing path.thingId'))
  t.ok(coverage.properties.missing.includes('Part.side'))
  t.match(
    coverageLine(coverage),
    /^operations 0 of 1, request examples 0 of 1, response examples 0 of 18, .*tags 1 of 1, headers (\d+) of \1$/,
  )
})

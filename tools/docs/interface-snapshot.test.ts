import t from 'tap'
import { eventDocument, openApiDocuments } from './interface-documents.ts'
import { interfaceSnapshot, typeText } from './interface-snapshot.ts'

const documents = openApiDocuments()
const configuration = new Map([
  ['settings.json', { type: 'object', properties: { orderLock: { type: 'boolean', default: false } } }],
])
const snapshot = interfaceSnapshot(documents, eventDocument(), configuration)

/** The snapshot after a change of a copy of the OpenAPI document of orders-workflow. */
function snapshotAfter(change: (document: never) => void): string {
  const changed = new Map(structuredClone([...documents]))
  change(changed.get('orders-workflow') as never)
  return interfaceSnapshot(changed, eventDocument(), configuration)
}

t.test('given the interface snapshot, when its lines are read, then every operation, model and event has one', async (t) => {
  const lines = new Set(snapshot.split('\n'))
  for (const { paths, components } of documents.values()) {
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) t.ok(lines.has(`${method.toUpperCase()} ${path}`), `${method} ${path}`)
    for (const model of Object.keys((components as { schemas: object }).schemas)) t.ok(lines.has(model), model)
  }
  t.ok(lines.has('orders.payment.recorded.v1'))
  t.ok(lines.has('  { orderLock?: boolean=false }'))
})

t.test('given another text of an operation or field, when the snapshot is made again, then it is the same', async (t) => {
  const same = snapshotAfter((document: { paths: Record<string, Record<string, { summary: string }>>; components: never }) => {
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods)) operation.summary = 'Other words.'
  })
  t.equal(same, snapshot)
})

type Changeable = {
  paths: Record<string, Record<string, { security: { token: string[] }[]; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, { required: string[]; properties: Record<string, Record<string, unknown>> }> }
}
const changes: [string, (document: Changeable) => void][] = [
  ['a field was removed', ({ components }) => delete components.schemas.Payment?.properties.comment],
  ['a field is no longer required', ({ components }) => components.schemas.Payment?.required.pop()],
  [
    'a field has another type',
    ({ components }) => Object.assign(components.schemas.Payment?.properties.comment ?? {}, { type: 'integer' }),
  ],
  [
    'a list takes more items',
    ({ components }) => Object.assign(components.schemas.Order?.properties.tags ?? {}, { maxItems: 251 }),
  ],
  [
    'an operation needs another role',
    ({ paths }) => paths['/api/Orders/{orderId}']?.get?.security.splice(0, 1, { token: ['OrderAdmin'] }),
  ],
  ['a status was removed', ({ paths }) => delete paths['/api/Orders/{orderId}']?.get?.responses['404']],
  ['an operation was removed', ({ paths }) => delete paths['/api/Orders/{orderId}']],
]
for (const [name, change] of changes) {
  t.test(`given that ${name}, when the snapshot is made again, then it differs`, async (t) => {
    t.not(snapshotAfter(change as (document: never) => void), snapshot)
  })
}

t.test('given a schema, when its type is written, then it has limits, words, default and null', async (t) => {
  const cases: [object, string][] = [
    [{ type: ['string', 'null'], format: 'date-time' }, 'string(date-time)|null'],
    [{ type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'integer(1..100)=20'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a"|"b"'],
    [{ type: 'array', maxItems: 250, items: { $ref: '#/components/schemas/Asset' } }, 'Asset[≤250]'],
    [{ anyOf: [{ $ref: '#/components/schemas/Claim' }, { type: 'null' }] }, 'Claim|null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, '(string|number)[]'],
    [
      { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: {} }, additionalProperties: true },
      '{ a: 1, b?: any, *: any }',
    ],
  ]
  for (const [schema, text] of cases) t.equal(typeText(schema as never), text)
})

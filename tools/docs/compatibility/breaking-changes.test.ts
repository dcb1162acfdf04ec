import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import t from 'tap'
import { wholeOpenApiDocument } from '../interface-documents.ts'
import { acceptedChanges, breakingChanges, withoutAccepted } from './breaking-changes.ts'
import { releasedInterface, withoutProse } from './released-interface.ts'

t.test('given the interface of the last release, when ours is compared, then each break is a decided one', async (t) => {
  const { open, stale } = withoutAccepted(await breakingChanges(releasedInterface(), wholeOpenApiDocument()), acceptedChanges)
  t.strictSame(open.slice(0, 20), [], 'not listed in breaking-changes.ts')
  t.strictSame(stale, [], 'listed, and no break any more')
})

type Json = Record<string, unknown>
const parameter = (name: string, more: Json = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })
const sent = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, side: { enum: ['Left', 'Right'] } } }
const read = { type: 'object', required: ['id', 'count'], properties: { id: { type: 'string' }, count: { type: 'integer' } } }

type Sample = { parameters?: Json[]; body?: Json; result?: Json; statuses?: string[]; also?: Json }

/** A document with one call, `PUT /things`. */
function sample({ parameters = [parameter('depth')], body = sent, result = read, statuses = ['200'], also = {} }: Sample = {}) {
  const content = (schema: Json) => ({ content: { 'application/json': { schema } } })
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'It.', ...content(result) }]))
  const put = { operationId: 'putThing', parameters, requestBody: { required: true, ...content(body) }, responses }
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/things': { put, ...also } },
  } as never as OpenApiDocument
}

const get = { operationId: 'getThing', responses: { 200: { description: 'It.' } } }
const withProperties = (model: typeof sent | typeof read, properties: Json, required = model.required) => ({
  ...model,
  required,
  properties: { ...model.properties, ...properties },
})
const { count: _, ...withoutCount } = read.properties

const breaks: [what: string, older: Sample, newer: Sample, id: RegExp][] = [
  ['a removed call', { also: { get } }, {}, /^api-removed/],
  ['a parameter that must be sent', {}, { parameters: [parameter('depth', { required: true })] }, /parameter-became-required/],
  [
    'a new parameter that must be sent',
    {},
    { parameters: [parameter('depth'), parameter('name', { required: true })] },
    /new-required/,
  ],
  ['a field that must be sent', {}, { body: withProperties(sent, {}, ['id', 'side']) }, /property-became-required/],
  [
    'a new field that must be sent',
    {},
    { body: withProperties(sent, { name: { type: 'string' } }, ['id', 'name']) },
    /new-required/,
  ],
  ['a word that is refused', {}, { body: withProperties(sent, { side: { enum: ['Left'] } }) }, /enum-value-removed/],
  ['another type of what is sent', {}, { body: withProperties(sent, { id: { type: 'integer' } }) }, /type-changed/],
  ['a limit of what is sent', {}, { body: withProperties(sent, { id: { type: 'string', maxLength: 5 } }) }, /max-length-set/],
  [
    'a field that is not read any more',
    {},
    { result: { ...read, required: ['id'], properties: withoutCount } },
    /property-removed/,
  ],
  ['another type of what is read', {}, { result: withProperties(read, { count: { type: 'string' } }) }, /type-changed/],
  ['a removed status', { statuses: ['200', '202'] }, {}, /success-status-removed/],
]

t.test('given two interfaces, when they are compared, then what breaks clients is found', async (t) => {
  for (const [what, older, newer, id] of breaks) {
    const found = await breakingChanges(sample(older), sample(newer))
    t.ok(
      found.some((change) => id.test(change.id)),
      `${what}: ${found.map((change) => change.id)}`,
    )
  }
})

t.test('given additions and other words, when interfaces are compared, then nothing breaks', async (t) => {
  const newer: Sample = {
    parameters: [parameter('depth', { description: 'How deep.' }), parameter('width')],
    body: withProperties(sent, { name: { type: 'string' }, side: { enum: ['Left', 'Right', 'Both'], description: 'Which.' } }),
    result: withProperties(read, { name: { type: 'string' } }),
    statuses: ['200', '202'],
    also: { get },
  }
  t.strictSame(await breakingChanges(sample(), sample(newer)), [])
})

t.test('given a list of accepted breaks, when changes are looked up in it, then only fitting rows count', async (t) => {
  const change = { id: 'type-changed', call: 'PUT /things', text: 'the `id` type changed' }
  const row = { id: 'type-changed', why: 'It never held text.', since: '2026-11-26' }
  t.strictSame(withoutAccepted([change], [{ ...row, call: 'PUT /things', text: '`id`' }]), { open: [], stale: [] })
  const other = { ...row, text: '`name`' }
  t.strictSame(withoutAccepted([change], [other]), { open: [change], stale: [other] })
})

t.test('given a document, when its prose is left out, then properties of the same names stay', async (t) => {
  const properties = { description: { type: 'string', description: 'What it is.' }, tags: { type: 'array' } }
  const bare = withoutProse({ info: { description: 'x' }, components: { schemas: { A: { properties } } } } as never)
  t.strictSame(bare, {
    info: {},
    components: { schemas: { A: { properties: { description: { type: 'string' }, tags: { type: 'array' } } } } },
  })
})

import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import t from 'tap'
import { openApiDocuments } from '../interface-documents.ts'
import {
  compareModel,
  compareOperation,
  modelDifferences,
  namedModels,
  operationDifferences,
  operationsByCall,
  ourNames,
} from './compare-interface.ts'
import { existingModels } from './compatibility-page.ts'
import { existingOperations } from './operations.ts'

const documents = [...openApiDocuments()].map(([, document]) => document)
const calls = Object.values(existingOperations).flat()

t.test(
  'given the interface of existing clients, when ours is compared, then nothing is missing that is not listed',
  async (t) => {
    const operations = operationsByCall(documents)
    const models = namedModels(documents)
    t.strictSame(
      calls.flatMap((one) => compareOperation(one, operations).missing),
      [],
    )
    t.strictSame(
      Object.entries(existingModels).flatMap(([name, fields]) => compareModel(name, fields, models).missing),
      [],
    )
  },
)

t.test('given the list of differences, when it is looked through, then each of its rows has its call or field', async (t) => {
  for (const call of Object.keys(operationDifferences))
    t.ok(
      calls.some((one) => one.call === call),
      call,
    )
  for (const name of [...Object.keys(modelDifferences), ...Object.keys(ourNames)]) {
    const [model = '', field] = name.split('.')
    t.ok(existingModels[model], name)
    if (field !== undefined) t.ok(existingModels[model]?.[field], name)
  }
  const models = namedModels(documents)
  const compared = Object.entries(existingModels).flatMap(([name, fields]) =>
    compareModel(name, fields, models).differences.map(({ of }) => (of === name ? name : `${name}.${of}`)),
  )
  t.strictSame(compared.sort(), Object.keys(modelDifferences).sort(), 'what is there by now is no difference')
})

t.test('given removed or changed calls and fields, when they are compared, then each is reported', async (t) => {
  const properties = {
    id: { type: 'string' },
    count: { type: 'integer' },
    made: { type: ['string', 'null'], format: 'date-time' },
  }
  const get = { parameters: [{ name: 'verbose', in: 'query' }], responses: { 200: {}, 404: {} } }
  const document = {
    openapi: '3.1.0',
    paths: { '/api/Things/{thingId}': { get } },
    components: { schemas: { Thing: { type: 'object', properties } } },
  } as OpenApiDocument
  const operations = operationsByCall([document])
  t.match(compareOperation({ call: 'GET /api/things/{id}', statuses: [200, 404] }, operations), {
    verdict: 'superset',
    more: ['?verbose'],
    missing: { length: 0 },
  })
  const call = 'GET /api/Things/{id}'
  t.strictSame(compareOperation({ call, statuses: [200, 410], query: ['Verbose', 'deep'] }, operations).missing, [
    `${call} 410`,
    `${call} ?deep`,
  ])
  t.strictSame(compareOperation({ call: 'PUT /api/Things', statuses: [200] }, operations).missing, ['PUT /api/Things'])
  const models = namedModels([document])
  t.match(compareModel('Thing', { id: 'string', count: 'decimal' }, models), {
    verdict: 'superset',
    more: ['made'],
    missing: { length: 0 },
  })
  t.match(compareModel('Thing', { id: 'string?', count: 'int', made: 'datetime' }, models), {
    verdict: 'same',
    missing: { length: 0 },
  })
  t.strictSame(compareModel('Thing', { id: 'int', made: 'string', names: 'string[]?' }, models).missing, [
    'Thing.id: int',
    'Thing.made: string',
    'Thing.names: string[]?',
  ])
  t.strictSame(compareModel('Other', { id: 'string' }, models).missing, ['Other'])
})

import { DomainError } from '@open-oms/contracts/errors'
import { List, Text } from '@open-oms/contracts/primitives'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { register } from '../server/register-route.ts'
import { accessSuite } from './access-suite.ts'
import { testServer } from './test-server.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const common = { summary: 'test', tags: ['Test'], params: Type.Object({ id: Text }), responses: { 200: Text } } as const
const read = defineRoute({ ...common, method: 'GET', url: '/api/Things/:id', operationId: 'read', access: ['OrderRead'] })
const probe = defineRoute({
  ...common,
  method: 'HEAD',
  url: '/api/Things/:id/Exists',
  operationId: 'probe',
  access: ['OrderRead'],
  responses: { 200: null },
})
const write = defineRoute({
  ...common,
  method: 'POST',
  url: '/api/Things/:id',
  operationId: 'write',
  access: ['OrderAdmin'],
  body: List(Text),
})
const open = defineRoute({
  ...common,
  method: 'PUT',
  url: '/api/Things/:id',
  operationId: 'open',
  access: 'public',
  body: Type.Object({}),
})

t.test('given routes that keep the rules of access, when the suite runs, then it passes', async (t) => {
  const client = await testServer(t)
  for (const contract of [read, probe, write, open]) {
    register(client.app, deps, contract, async (_deps, { params }) => {
      if (params.id === 'none') throw new DomainError('NotFound', 'There is no such thing.')
      return contract === probe ? {} : { body: 'x' }
    })
  }
  await accessSuite(t, {
    client,
    contracts: [read, probe, write, open],
    samples: { read: { unknown: { id: 'none' } }, probe: { unknown: { id: 'none' } }, open: { invalidBody: [] } },
  })
})

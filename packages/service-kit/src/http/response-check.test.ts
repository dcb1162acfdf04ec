import { defineRoute } from '@oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { responseChecker } from './response-check.ts'

const contract = defineRoute({
  method: 'DELETE',
  url: '/api/Things/:id',
  operationId: 'deleteThing',
  summary: 'test',
  tags: ['Test'],
  access: ['OrderAdmin'],
  responses: { 200: Type.Optional(Type.Object({ id: Type.String() })), 201: Type.Object({ id: Type.String() }), 204: null },
})
const check = responseChecker(contract)
const text = (body: string) => ({ body, isJson: true })
const nothing = { body: null, isJson: true }

t.test('given a response with a status of the contract, then its body is checked against that schema', async (t) => {
  t.doesNotThrow(() => check({ status: 201, ...text('{"id":"a"}') }))
  t.throws(() => check({ status: 201, ...text('{"id":7}') }), /against its contract: \/id/)
  t.throws(() => check({ status: 202, ...nothing }), /does not name/)
})

t.test('given a contract, when a response has a body without need or lacks one, then the check fails', async (t) => {
  t.throws(() => check({ status: 201, ...nothing }), /without a body/)
  t.throws(() => check({ status: 204, ...text('{}') }), /with a body/)
  t.doesNotThrow(() => check({ status: 204, ...nothing }))
})

t.test('given an optional body, when it is left out, then the check passes, and a given one is checked', async (t) => {
  t.doesNotThrow(() => check({ status: 200, ...nothing }))
  t.doesNotThrow(() => check({ status: 200, ...text('{"id":"a"}') }))
  t.throws(() => check({ status: 200, ...text('{}') }), /against its contract/)
})

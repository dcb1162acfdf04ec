import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@open-oms/contracts/errors'
import { Text } from '@open-oms/contracts/primitives'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { type Caller, isInScope, requireInScope } from '../authentication/caller.ts'
import { register } from '../server/register-route.ts'
import { idsIn, type ScopeCase, scopeSuite } from './scope-suite.ts'
import { testServer } from './test-server.ts'

type Key = 'id' | 'storeId'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const common = { summary: 'test', tags: ['Test'], access: ['OrderRead'] } as const
const read = defineRoute({
  ...common,
  method: 'GET',
  url: '/api/Things/:id',
  operationId: 'read',
  params: Type.Object({ id: Text }),
  responses: { 200: Text },
})
const search = defineRoute({
  ...common,
  method: 'POST',
  url: '/api/Things/Search',
  operationId: 'search',
  responses: { 200: Type.Array(Text) },
})

const things = [
  { id: 'thing-of-bergen', storeId: 'Bergen-01' },
  { id: 'thing-of-oslo', storeId: 'Oslo-01' },
] as const
const cases: Record<string, ScopeCase<Key>> = {
  read: ({ id }) => [{ url: `/api/Things/${id}` }],
  search: () => [{ method: 'POST', url: '/api/Things/Search' }],
}

type Rules = {
  require?: (caller: Caller, storeId: string) => void
  found?: (caller: Caller) => readonly string[]
  cases?: Record<string, ScopeCase<Key>>
}

const requireSeen = (caller: Caller, storeId: string) => {
  if (!isInScope(caller, storeId)) throw noSuchThing()
}
const seenBy = (caller: Caller) => things.filter(({ storeId }) => isInScope(caller, storeId)).map(({ id }) => id)
const noSuchThing = () => new DomainError('NotFound', 'There is no such thing.')

/** The names of the tests that fail on routes with such rules. */
async function failedTests({ require = requireSeen, found = seenBy, cases: given = cases }: Rules): Promise<string[]> {
  const client = await testServer(t)
  register(client.app, deps, read, async (_deps, { params, caller }) => {
    const thing = things.find(({ id }) => id === params.id)
    if (thing === undefined) throw noSuchThing()
    require(caller, thing.storeId)
    return { body: thing.id }
  })
  register(client.app, deps, search, async (_deps, { caller }) => ({ body: [...found(caller)] }))
  const failures: string[] = []
  const recorder = {
    same: (one: unknown, other: unknown, name: string) => isDeepStrictEqual(one, other) || failures.push(name),
    ok: (value: unknown, name: string) => Boolean(value) || failures.push(name),
    test: (_name: string, work: (t: unknown) => Promise<void>) => work(recorder),
  }
  const [own, foreign] = things
  const unknown = { id: 'thing-of-nobody', storeId: 'nowhere' }
  const contracts = [read, search]
  const suite = { send: client.send, contracts, cases: given, storeId: 'Bergen-01', own, foreign, unknown }
  await scopeSuite<Key>(recorder as unknown as Test, { ...suite, secrets: ['thing-of-oslo', 'Oslo-01'] })
  return failures
}

t.test('given routes that keep to the stores of the client, when the suite runs, then it passes', async (t) => {
  t.same(await failedTests({}), [])
})

t.test('given a route that finds or reveals data of another store, when the suite runs, then it fails', async (t) => {
  t.match((await failedTests({ found: () => things.map(({ id }) => id) }))[0], /Search leaks nothing/)
  t.same(await failedTests({ require: requireInScope }), ['GET /api/Things/thing-of-oslo says no more than of what nobody has'])
})

t.test('given a reading route without a case or a case that finds nothing, when the suite runs, then it fails', async (t) => {
  const { read: ofRead } = cases as Required<typeof cases>
  t.same(await failedTests({ cases: { read: ofRead as ScopeCase<Key> } }), ['each route that reads has a case'])
  const failures = await failedTests({ found: () => [] })
  t.same(failures, ['an id of the own data is in a response', 'without the limit the data of the other store is found'])
})

t.test('given a response, when ids are collected, then they are the id properties and all UUIDs', (t) => {
  const uuid = '01a204b5-f8a3-7796-821d-97b845e81983'
  const value = { orderId: 'order-1-of-oslo', orderIds: ['order-2-of-oslo'], name: 'Kari Nordmann', note: uuid, lineItemId: '1' }
  t.same([...idsIn([value])], ['order-1-of-oslo', 'order-2-of-oslo', uuid])
  t.end()
})

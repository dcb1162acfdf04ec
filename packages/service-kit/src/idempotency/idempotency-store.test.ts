import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { testDatabase } from '../testing/test-database.ts'
import { release } from './claim-releases.ts'
import {
  type Claim,
  type ClaimToken,
  claim as claimAll,
  findResponses,
  type KeyedRequest,
  keepResponses,
  type StoredResponse,
} from './idempotency-store.ts'

async function claim(queries: Pick<Database, 'query'>, request: KeyedRequest, clock: { now?: Date } = {}): Promise<Claim> {
  const [made] = await claimAll(queries, [{ request, id: randomUUID() }], clock)
  return made as Claim
}
const storeResponse = (tx: Transaction, token: ClaimToken, response: StoredResponse) =>
  keepResponses(tx, [{ token, response, isInterim: false }])
const storeInterim = (tx: Transaction, token: ClaimToken) => keepResponses(tx, [{ token, response, isInterim: true }])

const request = { client: 'shop', method: 'POST', path: '/api/Orders', key: 'k-1', requestHash: 'hash-a', storeIds: null }
const response = { status: 201, headers: { etag: '"v1"' }, body: '{"id":"o1"}' }
const start = Date.parse('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(start + seconds * 1000)

t.test('given concurrent claims of one key, when they are made, then one is claimed and the others are in flight', async (t) => {
  const database = await testDatabase(t)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(database, request)))
  t.same(claims.map(({ kind }) => kind).sort(), ['claimed', ...Array(7).fill('in-flight')])
})

t.test('given a claimed key, when another client, method or path uses it, then it is another key', async (t) => {
  const database = await testDatabase(t)
  for (const other of [{}, { client: 'till' }, { method: 'PUT' }, { path: '/api/Orders/2' }, { key: 'k-2' }]) {
    t.equal((await claim(database, { ...request, ...other })).kind, 'claimed')
  }
})

t.test('given a claimed key, then its response is replayed and another request with the key is always refused', async (t) => {
  const database = await testDatabase(t)
  const first = await claim(database, request)
  if (first.kind !== 'claimed') throw new Error('not claimed')
  t.same(await claim(database, { ...request, requestHash: 'hash-b' }), { kind: 'key-reused' })
  await database.inTransaction((tx) => storeResponse(tx, first.token, response))
  t.same(await claim(database, request), { kind: 'replay', response })
  t.same(await claim(database, { ...request, requestHash: 'hash-b' }), { kind: 'key-reused' })
})

t.test('given a claimed key, when the transaction is rolled back, then its response is not stored either', async (t) => {
  const database = await testDatabase(t)
  const first = await claim(database, request)
  if (first.kind !== 'claimed') throw new Error('not claimed')
  const undone = database.inTransaction(async (tx) => {
    await storeResponse(tx, first.token, response)
    throw new Error('undo')
  })
  await t.rejects(undone, { message: 'undo' })
  t.same(await claim(database, request), { kind: 'in-flight' })
  await release(database, [first.token])
  t.equal((await claim(database, request)).kind, 'claimed', 'a released key may be claimed again')
})

t.test('given a claim without response, when 60 s pass, then another takes it over and the first cannot store', async (t) => {
  const database = await testDatabase(t)
  const first = await claim(database, request, { now: after(0) })
  if (first.kind !== 'claimed') throw new Error('not claimed')
  t.same(await claim(database, request, { now: after(59) }), { kind: 'in-flight' })
  const second = await claim(database, request, { now: after(60) })
  if (second.kind !== 'claimed') throw new Error('not taken over')
  await t.rejects(
    database.inTransaction((tx) => storeResponse(tx, first.token, response)),
    { code: 'IdempotencyInFlight', details: { retryAfterSeconds: 1 } },
  )
  await release(database, [first.token])
  t.same(await claim(database, request, { now: after(62) }), { kind: 'in-flight' }, 'the first owner cannot release it either')
  await database.inTransaction((tx) => storeResponse(tx, second.token, response))
  t.same(await claim(database, request, { now: after(63) }), { kind: 'replay', response })
})

t.test('given a stored response, when 48 hours pass, then its key may be claimed again', async (t) => {
  const database = await testDatabase(t)
  const first = await claim(database, request)
  if (first.kind !== 'claimed') throw new Error('not claimed')
  const empty = { status: 204, headers: {}, body: null }
  await database.inTransaction((tx) => storeResponse(tx, first.token, empty))
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  t.same(await claim(database, request, { now: inMinutes(48 * 60 - 1) }), { kind: 'replay', response: empty })
  t.equal((await claim(database, { ...request, requestHash: 'hash-b' }, { now: inMinutes(48 * 60 + 1) })).kind, 'claimed')
})

t.test('given an interim response, when its process dies, then it is in flight for 60 s and replayed afterwards', async (t) => {
  const database = await testDatabase(t)
  const first = await claim(database, request, { now: after(0) })
  if (first.kind !== 'claimed') throw new Error('not claimed')
  await database.inTransaction((tx) => storeInterim(tx, first.token))
  t.same(await claim(database, request, { now: after(59) }), { kind: 'in-flight' })
  t.same(await claim(database, request, { now: after(61) }), { kind: 'replay', response })
})

t.test(
  'given claims of several requests, when they are released together, then only those without a kept response are free',
  async (t) => {
    const database = await testDatabase(t)
    const claimed = async (key: string) => {
      const made = await claim(database, { ...request, key })
      if (made.kind !== 'claimed') throw new Error('not claimed')
      return made.token
    }
    const [open, kept, interim] = [await claimed('open'), await claimed('kept'), await claimed('interim')]
    await database.inTransaction((tx) => storeResponse(tx, kept, response))
    await database.inTransaction((tx) => storeInterim(tx, interim))
    const unknown = { ...open, key: 'unknown' }
    t.same((await release(database, [open, kept, interim, unknown])).sort(), [open.id, interim.id].sort())
    t.equal((await claim(database, { ...request, key: 'open' })).kind, 'claimed')
    t.same(await claim(database, { ...request, key: 'kept' }), { kind: 'replay', response })
    t.same(await claim(database, { ...request, key: 'interim' }), { kind: 'replay', response })
  },
)

t.test(
  'given a kept response, when a token covers the stores of the first one, then it is replayed, else it is out of scope',
  async (t) => {
    const database = await testDatabase(t)
    const scopes: [first: string[] | null, later: string[] | null, kind: string][] = [
      [['Bergen'], ['Bergen'], 'replay'],
      [['Bergen'], ['Oslo', 'Bergen'], 'replay'],
      [['Bergen'], null, 'replay'],
      [[], ['Oslo'], 'replay'],
      [null, null, 'replay'],
      [['Bergen', 'Oslo'], ['Oslo'], 'out-of-scope'],
      [['Bergen'], [], 'out-of-scope'],
      [null, ['Bergen'], 'out-of-scope'],
    ]
    for (const [index, [first, later, kind]] of scopes.entries()) {
      const keyed = { ...request, key: String(index) }
      const claimed = await claim(database, { ...keyed, storeIds: first })
      if (claimed.kind !== 'claimed') throw new Error('not claimed')
      await database.inTransaction((tx) => storeResponse(tx, claimed.token, response))
      t.equal((await claim(database, { ...keyed, storeIds: later })).kind, kind, `${first} then ${later}`)
    }
  },
)

t.test('given a response that an earlier version kept, when the key comes again, then it is replayed', async (t) => {
  const database = await testDatabase(t)
  const claimed = await claim(database, request)
  if (claimed.kind !== 'claimed') throw new Error('not claimed')
  await database.inTransaction((tx) => storeResponse(tx, claimed.token, response))
  await database.query({ text: 'update kit.idempotency_key set store_ids = null' })
  t.same(await claim(database, { ...request, storeIds: ['Oslo'] }), { kind: 'replay', response })
})

// Found in a review: while an upgrade runs, processes of both versions claim keys.
t.test(
  'given a claim that an earlier version took over, when the key comes again, then the scope before it does not count',
  async (t) => {
    const database = await testDatabase(t)
    const token = '0a0a0a0a-0000-4000-8000-000000000001'
    await claim(database, { ...request, storeIds: ['Bergen'] }, { now: after(0) })
    // That version knows no store_ids.
    await database.query({ text: 'update kit.idempotency_key set token = $1', values: [token] })
    const { client, method, path, key } = request
    await database.inTransaction((tx) => storeResponse(tx, { client, method, path, key, id: token }, response))
    t.same(await claim(database, { ...request, storeIds: ['Oslo'] }), { kind: 'replay', response })
  },
)

t.test('given an expired claim, when a token with another scope takes it over, then the new scope counts', async (t) => {
  const database = await testDatabase(t)
  await claim(database, request, { now: after(0) })
  const second = await claim(database, { ...request, storeIds: ['Oslo'] }, { now: after(60) })
  if (second.kind !== 'claimed') throw new Error('not taken over')
  await database.inTransaction((tx) => storeResponse(tx, second.token, response))
  t.same(await claim(database, { ...request, storeIds: ['Oslo'] }), { kind: 'replay', response })
})

t.test('given a claim of an open transaction, when others claim the key, then nobody waits, and it goes with it', async (t) => {
  const database = await testDatabase(t)
  const undone = database.inTransaction(async (tx) => {
    t.equal((await claim(tx, request)).kind, 'claimed')
    t.same(await claim(database, request), { kind: 'in-flight' })
    t.same(await findResponses(database, [request]), [null], 'it cannot be seen yet')
    throw new Error('undo')
  })
  await t.rejects(undone, { message: 'undo' })
  t.equal((await claim(database, request)).kind, 'claimed')
})

t.test('given many keys, when they are claimed together, then each is claimed, replayed or refused on its own', async (t) => {
  const database = await testDatabase(t)
  const of = (key: string, requestHash = 'hash-a') => ({ ...request, key, requestHash })
  const done = await claim(database, of('done'))
  if (done.kind !== 'claimed') throw new Error('not claimed')
  await database.inTransaction((tx) => storeResponse(tx, done.token, response))
  await claim(database, of('under way'))
  const requests = [of('done'), of('new'), of('under way'), of('done', 'hash-b'), of('newer')]
  const all = await claimAll(
    database,
    requests.map((request) => ({ request, id: randomUUID() })),
  )
  t.match(all, [
    { kind: 'replay', response },
    { kind: 'claimed' },
    { kind: 'in-flight' },
    { kind: 'key-reused' },
    { kind: 'claimed' },
  ])
  const found = await findResponses(database, [...requests, of('never seen')])
  t.match(found, [
    { kind: 'replay' },
    { kind: 'in-flight' },
    { kind: 'in-flight' },
    { kind: 'key-reused' },
    { kind: 'in-flight' },
    null,
  ])
  const stored = all.flatMap((made) => (made.kind === 'claimed' ? [made.token] : []))
  await database.inTransaction((tx) =>
    keepResponses(
      tx,
      stored.map((token, index) => ({ token, response: { ...response, body: index === 0 ? null : 'b' }, isInterim: false })),
    ),
  )
  t.match(await findResponses(database, [of('new'), of('newer')]), [
    { kind: 'replay', response: { body: null } },
    { kind: 'replay', response: { body: 'b' } },
  ])
})

import { defineRoute } from '@open-oms/contracts/route'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { Type } from '@sinclair/typebox'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import t from 'tap'
import { createEphemeralKeyRing } from './create-issuer.ts'
import { createServiceTokens } from './service-tokens.ts'

const read = defineRoute({
  method: 'GET',
  url: '/api/Orders/:id',
  operationId: 'read',
  summary: 'test',
  tags: ['Orders'],
  access: ['OrderRead'],
  responses: { 200: Type.Any() },
})
const caller: Caller = { clientId: 'shop', actor: 'till 7', roles: ['OrderAdmin'], storeIds: null, expiresAt: 5_000_999 }

async function setUp() {
  const state = { ring: await createEphemeralKeyRing(), now: 1_000_000 }
  const tokens = createServiceTokens({ keyRing: () => state.ring, now: () => state.now })
  return { state, tokens, tokenFor: tokens.forRoute('orders-workflow', read) }
}

t.test('given a caller, when requests follow, then half a minute has one token, which lives for a minute', async (t) => {
  const { state, tokens, tokenFor } = await setUp()
  const [first, concurrent] = await Promise.all([tokenFor(caller), tokenFor(caller)])
  t.equal(concurrent, first, 'concurrent requests share one signature')
  t.equal(tokenFor(caller), first, 'without a promise from then on')
  t.equal(
    tokens.forRoute('orders-workflow', { ...read, url: '/api/Orders/Others' })(caller),
    first,
    'a route that can use the same',
  )
  state.now += 29_000
  t.equal(tokenFor(caller), first)
  state.now += 1_000
  const next = await tokenFor(caller)
  t.not(next, first)
  t.match(decodeJwt(next), { client_id: 'shop', sub: 'till 7', iat: 1_030, exp: 1_090, oms_until: 5_000 })
})

t.test('given another caller, service or use of roles, when a request is sent on, then its token is another', async (t) => {
  const { tokens, tokenFor } = await setUp()
  const known = await tokenFor(caller)
  t.not(await tokenFor({ ...caller, clientId: 'other' }), known)
  t.not(await tokens.forRoute('accounting-read', read)(caller), known)
  const admin = await tokens.forRoute('orders-workflow', { ...read, access: ['OrderAdmin'] })(caller)
  t.same([decodeJwt(known).roles, decodeJwt(admin).roles], [['OrderRead'], ['OrderAdmin']])
})

t.test('given another signing key, when the next request is sent on, then the new key signs its token', async (t) => {
  const { state, tokenFor } = await setUp()
  const before = decodeProtectedHeader(await tokenFor(caller))
  state.ring = await createEphemeralKeyRing()
  const after = decodeProtectedHeader(await tokenFor(caller))
  t.same([after.kid, after.alg], [state.ring.signing.kid, 'EdDSA'])
  t.not(after.kid, before.kid)
})

t.test('given a session, when its token is signed, then what it begins ends within five minutes', async (t) => {
  const { tokenFor } = await setUp()
  const { expiresAt: _, ...person } = caller
  t.match(decodeJwt(await tokenFor({ ...person, storeIds: ['Oslo-01'], isPerson: true })), {
    person: true,
    storeIds: ['Oslo-01'],
    oms_until: 1_300,
  })
})

t.test('given a caller of no store, when its token is signed, then it is for no store', async (t) => {
  const { tokenFor } = await setUp()
  t.same(decodeJwt(await tokenFor({ ...caller, storeIds: [] })).storeIds, [])
})

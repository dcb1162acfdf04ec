import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DomainError } from '@oms/contracts/errors'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import t from 'tap'
import { testIssuer } from '../testing/test-issuer.ts'
import type { Authenticator } from './authentication.ts'
import { issuerKeys, keysFrom } from './issuer-keys.ts'
import { tokenAuthenticator } from './token-authenticator.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const rules = { issuer: 'http://issuer', audience: 'oms' }

async function codeOf(work: () => unknown): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

async function signer(alg: string, kid: string, options = {}) {
  const { privateKey, publicKey } = await generateKeyPair(alg, options)
  const mint = async (claims: JWTPayload = {}, seconds = START / 1000) => {
    const payload = { iss: rules.issuer, aud: rules.audience, exp: seconds + 3600, sub: 'c', ...claims }
    return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(privateKey)}`
  }
  return { mint, jwk: { ...(await exportJWK(publicKey)), kid } }
}

/** An issuer whose keys, reachability and clock the test sets. */
function issuer(keys: JSONWebKeySet['keys']) {
  const state = { keys, isDown: false, fetches: 0, time: START }
  const source = async () => {
    state.fetches++
    if (state.isDown) throw new Error('down')
    return { keys: state.keys }
  }
  const now = () => state.time
  const authenticate = tokenAuthenticator({ ...rules, keys: issuerKeys(source, now), now })
  return { state, authenticate }
}

t.test('EdDSA and ES256 tokens are accepted, other algorithms are not', async (t) => {
  const eddsa = await signer('EdDSA', 'ed')
  const es256 = await signer('ES256', 'es')
  const rs256 = await signer('RS256', 'rs')
  const { authenticate } = issuer([eddsa.jwk, es256.jwk, rs256.jwk])
  t.equal((await authenticate(await eddsa.mint())).clientId, 'c')
  t.equal((await authenticate(await es256.mint())).clientId, 'c')
  t.equal(await codeOf(async () => authenticate(await rs256.mint())), 'Unauthorized')
})

t.test('no token, another scheme and every bad token are Unauthorized', async (t) => {
  const { authenticator, badTokens, token } = await testIssuer()
  t.equal(await codeOf(() => authenticator(undefined)), 'Unauthorized')
  t.equal(await codeOf(() => authenticator('Basic YTpi')), 'Unauthorized')
  t.equal(await codeOf(() => authenticator('Bearer ')), 'Unauthorized')
  for (const [fault, bad] of Object.entries(await badTokens()))
    t.equal(await codeOf(() => authenticator(`Bearer ${bad}`)), 'Unauthorized', fault)
  const good = await token()
  t.equal(await codeOf(() => authenticator(`Bearer ${good.slice(0, -2)}xx`)), 'Unauthorized', 'changed signature')
  t.equal(await codeOf(() => authenticator(`bearer ${good}`)), null, 'the scheme in any letter case')
})

t.test('roles come from a list or from the scope, blanks in names do not count, unknown ones are dropped', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = issuer([jwk])
  t.same((await authenticate(await mint({ roles: ['Order Admin', 'Janitor', 'ProductRead'] }))).roles, [
    'OrderAdmin',
    'ProductRead',
  ])
  t.same((await authenticate(await mint({ scope: 'OrderRead  AccountingRead openid' }))).roles, ['OrderRead', 'AccountingRead'])
  t.same((await authenticate(await mint({ roles: ['OrderRead'], scope: 'OrderAdmin' }))).roles, ['OrderRead'], 'roles decide')
  t.same((await authenticate(await mint({ roles: ['orderadmin'] }))).roles, [])
})

t.test('client, actor and stores come from their claims', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = issuer([jwk])
  t.match(await authenticate(await mint({ client_id: 'shop', sub: 'kari', storeIds: ['Oslo-01'] })), {
    clientId: 'shop',
    actor: 'kari',
    storeIds: ['Oslo-01'],
  })
  t.match(await authenticate(await mint({ sub: 'shop' })), { clientId: 'shop', actor: 'shop', storeIds: null })
  t.same((await authenticate(await mint({ storeIds: [] }))).storeIds, [], 'no store at all')
  t.equal(await codeOf(async () => authenticate(await mint({ sub: '' }))), 'Unauthorized')
})

t.test('a good token is remembered, but not beyond its end', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { state, authenticate } = issuer([jwk])
  const token = await mint()
  await authenticate(token)
  t.notOk(authenticate(token) instanceof Promise, 'the second time it answers at once')
  state.time = START + 3_599_000
  t.equal(await codeOf(() => authenticate(token)), null)
  state.time = START + 3_600_000
  t.equal(await codeOf(() => authenticate(token)), 'Unauthorized')
})

t.test('a token is remembered once, however its header is spelled', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = issuer([jwk])
  const token = (await mint()).slice('Bearer '.length)
  await authenticate(`Bearer ${token}`)
  t.notOk(authenticate(`bearer   ${token}`) instanceof Promise)
})

t.test('a token without an end is refused', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  t.equal(await codeOf(async () => issuer([jwk]).authenticate(await mint({ exp: undefined as never }))), 'Unauthorized')
})

t.test('after a rotation the new key is fetched, and a withdrawn one ends', async (t) => {
  const old = await signer('EdDSA', 'old')
  const next = await signer('EdDSA', 'new')
  const { state, authenticate } = issuer([old.jwk])
  const token = await old.mint()
  await authenticate(token)
  state.keys = [next.jwk]
  state.time += 2_000
  t.equal(await codeOf(async () => authenticate(await next.mint())), null)
  state.time += 6 * 60_000
  t.equal(await codeOf(() => authenticate(token)), 'Unauthorized')
})

async function tryMany(authenticate: Authenticator, tokens: string[]): Promise<Set<string | null>> {
  return new Set(await Promise.all(tokens.map((token) => codeOf(() => authenticate(token)))))
}

t.test('many unknown key ids make one fetch', async (t) => {
  const known = await signer('EdDSA', 'known')
  const { state, authenticate } = issuer([known.jwk])
  await authenticate(await known.mint())
  state.time += 2_000
  const garbage = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => (await signer('EdDSA', `garbage-${i % 5}`)).mint()),
  )
  t.same([...(await tryMany(authenticate, garbage))], ['Unauthorized'])
  await tryMany(authenticate, garbage)
  t.equal(state.fetches, 2)
})

t.test('with the issuer down, known keys go on and others are Unavailable', async (t) => {
  const known = await signer('EdDSA', 'known')
  const other = await signer('EdDSA', 'other')
  const { state, authenticate } = issuer([known.jwk])
  await authenticate(await known.mint())
  state.isDown = true
  state.time += 10 * 60_000
  t.equal(await codeOf(async () => authenticate(await known.mint({ jti: 'fresh' }))), null)
  state.time += 2_000
  t.equal(await codeOf(async () => authenticate(await other.mint())), 'Unavailable')
  state.isDown = false
  state.keys = [known.jwk, other.jwk]
  state.time += 2_000
  t.equal(await codeOf(async () => authenticate(await other.mint())), null)
})

t.test('keys come over HTTP, and a failing address is Unavailable', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  let status = 500
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify({ keys: [jwk] }))).listen(
    0,
    '127.0.0.1',
  )
  t.teardown(() => server.close())
  await once(server, 'listening')
  const source = keysFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`)
  let time = START
  const now = () => time
  const authenticate = tokenAuthenticator({ ...rules, keys: issuerKeys(source, now), now })
  const token = await mint()
  t.equal(await codeOf(() => authenticate(token)), 'Unavailable')
  status = 200
  t.equal(await codeOf(() => authenticate(token)), 'Unavailable', 'it does not ask again at once')
  time += 1_000
  t.equal(await codeOf(() => authenticate(token)), null)
})

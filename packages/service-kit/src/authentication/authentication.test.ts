import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock } from 'node:test'
import { DomainError } from '@open-oms/contracts/errors'
import Fastify from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { testIssuer } from '../testing/test-issuer.ts'
import { authentication, type TokenRules } from './authentication.ts'
import type { Caller } from './caller.ts'
import { issuerKeys, type KeySource, keysFrom, type PublishedKey } from './issuer-keys.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const rules = { issuer: 'http://issuer', audience: 'oms' }

t.beforeEach(() => mock.timers.enable({ apis: ['Date'], now: START }))
t.afterEach(() => mock.timers.reset())

/** Sets the clock to a time after the start. */
function setClock(sinceStartMs: number): void {
  mock.timers.setTime(START + sinceStartMs)
}

type Outcome = { caller: Caller | null; code: string | null; message: string | null; isRemembered: boolean }

/** A server that returns its caller; the result is the outcome of an `Authorization` header. */
async function authenticator(t: Test, tokens: TokenRules) {
  const app = Fastify()
  await app.register(authentication, { tokens })
  app.get('/', async (request): Promise<Outcome> => {
    let isRemembered = false
    try {
      const found = app.authenticate(request)
      isRemembered = !(found instanceof Promise)
      return { caller: await found, code: null, message: null, isRemembered }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { caller: null, code: error.code, message: error.message, isRemembered }
    }
  })
  t.teardown(() => app.close())
  return async (authorization?: string): Promise<Outcome> => {
    const response = await app.inject({ url: '/', headers: authorization === undefined ? {} : { authorization } })
    return response.json()
  }
}

async function signer(alg: string, kid?: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const mint = async (claims: JWTPayload = {}, header: object = {}) => {
    const payload = { iss: rules.issuer, aud: rules.audience, exp: START / 1000 + 3600, sub: 'c', ...claims }
    const signed = new SignJWT(payload).setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }), ...header })
    return `Bearer ${await signed.sign(privateKey)}`
  }
  const jwk = { ...(await exportJWK(publicKey)), ...(kid === undefined ? {} : { kid }) } as PublishedKey
  return { mint, jwk }
}

/** An issuer whose keys and reachability the test sets. */
async function issuer(t: Test, keys: PublishedKey[]) {
  const state = { keys, isDown: false, fetches: 0 }
  const source: KeySource = async () => {
    state.fetches++
    if (state.isDown) throw new Error('down')
    return { keys: state.keys }
  }
  return { state, authenticate: await authenticator(t, { ...rules, publicKey: issuerKeys(source) }) }
}

t.test('given tokens of several algorithms, when they are verified, then only EdDSA and ES256 are accepted', async (t) => {
  const eddsa = await signer('EdDSA', 'ed')
  const es256 = await signer('ES256', 'es')
  const rs256 = await signer('RS256', 'rs')
  const { authenticate } = await issuer(t, [eddsa.jwk, es256.jwk, rs256.jwk])
  t.match(await authenticate(await eddsa.mint()), { caller: { clientId: 'c' } })
  t.match(await authenticate(await es256.mint()), { caller: { clientId: 'c' } })
  t.match(await authenticate(await rs256.mint()), { code: 'Unauthorized', message: 'The token is not valid.' })
})

t.test('given tokens of several types, when they are verified, then those of another purpose are refused', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  for (const typ of ['at+jwt', 'application/at+jwt', 'JWT', 'jwt'])
    t.match(await authenticate(await mint({ sub: typ }, { typ })), { caller: { clientId: typ } })
  for (const typ of ['logout+jwt', 'secevent+jwt', 'dpop+jwt'])
    t.match(await authenticate(await mint({}, { typ })), { code: 'Unauthorized', message: 'The token is of another type.' }, typ)
})

t.test('given no token, another scheme or a bad token, when a request is authenticated, then it is Unauthorized', async (t) => {
  const { rules: tokens, badTokens, token } = await testIssuer()
  const authenticate = await authenticator(t, tokens)
  t.match(await authenticate(), { code: 'Unauthorized', message: 'A bearer token is required.' })
  const notBearer = { code: 'Unauthorized', message: 'The Authorization header must be "Bearer" and a token.' }
  t.match(await authenticate('Basic YTpi'), notBearer)
  t.match(await authenticate('Bearer '), notBearer)
  const notValid = { code: 'Unauthorized', message: 'The token is not valid.' }
  const messages: Record<string, string> = {
    malformed: 'The token is not valid.',
    expired: 'The token has expired.',
    'signed with a foreign key': 'The token is not valid.',
    unsigned: 'The token is not valid.',
    'for another audience': 'The token\'s claim "aud" does not fit.',
    'of another issuer': 'The token\'s claim "iss" does not fit.',
    'not valid yet': 'The token\'s claim "nbf" does not fit.',
  }
  for (const [fault, bad] of Object.entries(await badTokens()))
    t.match(await authenticate(`Bearer ${bad}`), { code: 'Unauthorized', message: messages[fault] }, fault)
  const good = await token()
  t.match(await authenticate(`Bearer ${good.slice(0, -2)}xx`), notValid, 'changed signature')
  t.match(await authenticate(`bearer ${good}`), { code: null }, 'the scheme in any letter case')
})

t.test('given roles in a list or scope, when they are read, then blanks do not count and unknown ones are dropped', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  const authenticatedRoles = async (claims: JWTPayload) => (await authenticate(await mint(claims))).caller?.roles
  t.same(await authenticatedRoles({ roles: ['Order Admin', 'Janitor', 'ProductRead'] }), ['OrderAdmin', 'ProductRead'])
  t.same(await authenticatedRoles({ scope: 'OrderRead  AccountingRead openid' }), ['OrderRead', 'AccountingRead'])
  t.same(await authenticatedRoles({ roles: ['OrderRead'], scope: 'OrderAdmin' }), ['OrderRead'], 'roles decide')
  t.same(await authenticatedRoles({ roles: ['orderadmin'] }), [])
})

t.test('given a token, when its claims are read, then client, actor and stores are taken from them', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  const authenticatedCaller = async (claims: JWTPayload) => (await authenticate(await mint(claims))).caller
  t.match(await authenticatedCaller({ client_id: 'shop', sub: 'kari', storeIds: ['Oslo-01'] }), {
    clientId: 'shop',
    actor: 'kari',
    storeIds: ['Oslo-01'],
  })
  t.match(await authenticatedCaller({ sub: 'kari', person: true }), { clientId: 'kari', isPerson: true })
  t.match(await authenticatedCaller({ sub: 'kari', person: 'true' }), { isPerson: false })
  t.match(await authenticatedCaller({ sub: 'shop' }), { isPerson: false, clientId: 'shop', actor: 'shop', storeIds: null })
  t.same((await authenticatedCaller({ storeIds: [] }))?.storeIds, [], 'no store at all')
  t.match(await authenticate(await mint({ sub: '' })), { code: 'Unauthorized', message: 'The token names no client.' })
})

t.test('given a good token, when it is verified again, then it is remembered, but not beyond its end', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  const token = await mint()
  t.match(await authenticate(token), { code: null, isRemembered: false })
  t.match(await authenticate(token), { code: null, isRemembered: true }, 'the second time it is known')
  setClock(3_599_000)
  t.match(await authenticate(token), { code: null })
  setClock(3_600_000)
  t.match(await authenticate(token), { code: 'Unauthorized', message: 'The token has expired.' })
})

t.test('given a remembered token, when its header is spelled differently, then it is still remembered', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  const token = (await mint()).slice('Bearer '.length)
  await authenticate(`Bearer ${token}`)
  t.match(await authenticate(`bearer   ${token}`), { code: null, isRemembered: true })
})

t.test('given a token without an end, an issuer or an audience, when it is verified, then it is refused', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  for (const claim of ['exp', 'iss', 'aud'])
    t.match(await authenticate(await mint({ [claim]: undefined })), {
      code: 'Unauthorized',
      message: `The token's claim "${claim}" does not fit.`,
    })
})

t.test('given a token with several audiences, when one of them fits, then it is accepted', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [jwk])
  t.match(await authenticate(await mint({ aud: ['shop', 'oms'] })), { code: null })
  t.match(await authenticate(await mint({ aud: ['shop'] })), { code: 'Unauthorized' })
})

t.test('given a token without a key id, when it is verified, then it is accepted if exactly one key fits', async (t) => {
  const eddsa = await signer('EdDSA')
  const es256 = await signer('ES256')
  const { state, authenticate } = await issuer(t, [eddsa.jwk, es256.jwk])
  t.match(await authenticate(await eddsa.mint()), { code: null })
  t.match(await authenticate(await es256.mint()), { code: null })
  state.keys = [eddsa.jwk, (await signer('EdDSA')).jwk]
  setClock(2_000)
  await authenticate(await eddsa.mint({}, { kid: 'unknown' }))
  t.match(await authenticate(await eddsa.mint({ jti: 'fresh' })), { code: 'Unauthorized' })
})

t.test('given keys that cannot verify, when a token is verified, then they are passed over', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  const { authenticate } = await issuer(t, [
    { ...jwk, use: 'enc' },
    { ...jwk, alg: 'ES256' },
    { ...jwk, key_ops: ['sign'] },
    { kty: 'OKP', crv: 'Ed25519', kid: 'a', x: 'short' },
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
    jwk,
  ])
  t.match(await authenticate(await mint()), { code: null })
})

t.test('given a rotated key, when tokens are verified, then the new key is fetched and the withdrawn one ends', async (t) => {
  const old = await signer('EdDSA', 'old')
  const next = await signer('EdDSA', 'new')
  const { state, authenticate } = await issuer(t, [old.jwk])
  const token = await old.mint()
  await authenticate(token)
  state.keys = [next.jwk]
  setClock(2_000)
  t.match(await authenticate(await next.mint()), { code: null })
  setClock(6 * 60_000)
  t.match(await authenticate(token), { code: 'Unauthorized' })
})

t.test('given many tokens with unknown key ids, when they are verified, then the keys are fetched once', async (t) => {
  const known = await signer('EdDSA', 'known')
  const { state, authenticate } = await issuer(t, [known.jwk])
  await authenticate(await known.mint())
  setClock(2_000)
  const garbage = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => (await signer('EdDSA', `garbage-${i % 5}`)).mint()),
  )
  const codes = new Set((await Promise.all(garbage.map(authenticate))).map(({ code }) => code))
  t.same([...codes], ['Unauthorized'])
  await Promise.all(garbage.map(authenticate))
  t.equal(state.fetches, 2)
})

t.test('given a token of an algorithm that is not accepted, when it is verified, then no keys are fetched', async (t) => {
  const { mint, jwk } = await signer('RS256', 'rs')
  const { state, authenticate } = await issuer(t, [jwk])
  t.match(await authenticate(await mint()), { code: 'Unauthorized' })
  t.equal(state.fetches, 0)
})

t.test('given an issuer that is down, when tokens are verified, then known keys work and others are Unavailable', async (t) => {
  const known = await signer('EdDSA', 'known')
  const other = await signer('EdDSA', 'other')
  const { state, authenticate } = await issuer(t, [known.jwk])
  await authenticate(await known.mint())
  state.isDown = true
  setClock(600_000)
  t.match(await authenticate(await known.mint({ jti: 'fresh' })), { code: null })
  setClock(602_000)
  t.match(await authenticate(await other.mint()), { code: 'Unavailable' })
  state.isDown = false
  state.keys = [known.jwk, other.jwk]
  setClock(604_000)
  t.match(await authenticate(await other.mint()), { code: null })
})

t.test('given keys over HTTP, when their address fails, then tokens are Unavailable until it responds again', async (t) => {
  const { mint, jwk } = await signer('EdDSA', 'a')
  let status = 500
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify({ keys: [jwk] })))
  server.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const source = keysFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`)
  const authenticate = await authenticator(t, { ...rules, publicKey: issuerKeys(source) })
  const token = await mint()
  t.match(await authenticate(token), { code: 'Unavailable' })
  status = 200
  t.match(await authenticate(token), { code: 'Unavailable' }, 'it does not ask again immediately')
  setClock(1_000)
  t.match(await authenticate(token), { code: null })
})

t.test('given the server that issues tokens, when it signs one, then it uses its current key', async (t) => {
  for (const kind of ['ed25519', 'P-256'] as const) {
    const { privateKey, publicKey } =
      kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind })
    const app = Fastify()
    t.teardown(() => app.close())
    const published = { ...publicKey.export({ format: 'jwk' }), kid: kind }
    const publicKeys = issuerKeys(async () => ({ keys: [published] }))
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await app.register(authentication, { tokens: { ...rules, publicKey: publicKeys, privateKey: async () => pem } })
    const token = await app.jwt.sign({ sub: 'c' }, { kid: kind, iss: rules.issuer, aud: rules.audience, expiresIn: 60 })
    app.get('/', async (request) => app.authenticate(request))
    t.match((await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })).json(), { clientId: 'c' })
  }
})

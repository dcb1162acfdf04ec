import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { apiClient, fetchToken, ISSUER, SECRET, testGateway } from '../../testing/test-gateway.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const { privateKey, publicKey } = await generateKeyPair('EdDSA')
const publicKeys = [{ ...(await exportJWK(publicKey)) }]

type Claims = JWTPayload & { lifetime?: number }

/** An assertion of the client `till`, as RFC 7523 has it but for what is given. */
function assertion({ lifetime = 60, ...claims }: Claims = {}, key = privateKey): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  const usual = { iss: 'till', sub: 'till', aud: `${ISSUER}/oauth/token`, jti: randomUUID(), exp: now + lifetime }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'EdDSA' }).sign(key)
}

async function start(t: Test) {
  const till = apiClient('till', { secretHash: null, previousSecretHash: null, publicKeys })
  const gateway = await testGateway(t, { clients: [till, apiClient('shop'), apiClient('other')] })
  const form = (url: string, fields: Record<string, string>) =>
    gateway.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const ask = (client_assertion: string, more: Record<string, string> = {}) =>
    form('/oauth/token', { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion, ...more })
  const use = async (token: string) =>
    (await gateway.app.inject({ url: '/api/Colleagues', headers: { authorization: `Bearer ${token}` } })).statusCode
  return { ...gateway, form, ask, use }
}

t.test('given a client with a key, when it signs an assertion, then it gets a token, once', async (t) => {
  const { ask, use } = await start(t)
  const signed = await assertion()
  const response = await ask(signed, { client_id: 'till' })
  t.equal(response.statusCode, 200, response.body)
  t.equal(await use(response.json().access_token), 503, 'it is passed on; nothing listens there')
  t.match([(await ask(signed)).statusCode], [401], 'the same again')
  t.equal((await ask(await assertion({ aud: ISSUER }))).statusCode, 200)
})

t.test('given an assertion that is not as it must be, when it is sent, then there is no token', async (t) => {
  const { ask, form } = await start(t)
  const { privateKey: foreign } = await generateKeyPair('EdDSA')
  const bad: [string, string | Promise<string>][] = [
    ['of another key', assertion({}, foreign)],
    ['for someone else', assertion({ aud: 'https://other.example' })],
    ['of another issuer', assertion({ iss: 'shop' })],
    ['of a client without a key', assertion({ iss: 'shop', sub: 'shop' })],
    ['too long', assertion({ lifetime: 3_600 })],
    ['over', assertion({ lifetime: -60 })],
    ['without an id', assertion({ jti: '' })],
    ['no token at all', 'nonsense'],
  ]
  for (const [what, text] of bad) t.match((await ask(await text)).json(), { error: 'invalid_client' }, what)
  t.match((await ask(await assertion(), { client_id: 'shop' })).json(), { error: 'invalid_client' })
  t.match((await ask(await assertion(), { client_secret: SECRET })).json(), { error: 'invalid_request' })
  const bySecret = { grant_type: 'client_credentials', client_id: 'till', client_secret: SECRET }
  t.match((await form('/oauth/token', bySecret)).json(), { error: 'invalid_client' }, 'it has no secret')
})

t.test('given a token, when its client revokes it, then it counts no more; others end nothing of it', async (t) => {
  const gateway = await start(t)
  const { form, use } = gateway
  const token = await fetchToken(gateway)
  const revoke = (client_id: string, fields = {}) => form('/oauth/revoke', { client_id, client_secret: SECRET, token, ...fields })
  t.equal((await revoke('other')).statusCode, 204)
  t.equal((await revoke('shop', { client_secret: 'wrong' })).statusCode, 401)
  t.equal((await revoke('shop', { token: '' })).statusCode, 400)
  t.equal((await revoke('shop', { token: 'nonsense' })).statusCode, 204)
  t.equal((await revoke('shop')).statusCode, 204)
  t.equal(await use(token), 401)
  t.equal(await use(await fetchToken(gateway)), 503)
})

t.test('given a client whose time is over, when it asks or calls, then it is refused', async (t) => {
  const gateway = await start(t)
  const token = await fetchToken(gateway)
  gateway.registry.replace([apiClient('shop', { expiresAt: new Date(Date.now() - 1_000).toISOString() })])
  const asked = await gateway.app.inject({
    method: 'POST',
    url: '/api/Token',
    payload: { clientId: 'shop', clientSecret: SECRET },
  })
  t.equal(asked.statusCode, 401)
  t.equal(await gateway.use(token), 401)
  gateway.registry.replace([apiClient('shop', { expiresAt: new Date(Date.now() + 60_000).toISOString() })])
  t.equal(await gateway.use(token), 503)
})

t.test('given a client of a network, when it comes from elsewhere, then it gets and uses no token', async (t) => {
  const gateway = await testGateway(t, { clients: [apiClient('shop', { networks: ['10.0.0.0/8'] })], trustProxy: ['loopback'] })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const ask = (address: string) =>
    gateway.app.inject({
      method: 'POST',
      url: '/api/Token',
      payload: { clientId: 'shop', clientSecret: SECRET },
      headers: from(address),
    })
  t.match((await ask('192.0.2.7')).json(), { error: 'AddressNotAllowed' })
  const token = (await ask('10.1.2.3')).body
  const use = (address: string) =>
    gateway.app.inject({ url: '/api/Colleagues', headers: { authorization: `Bearer ${token}`, ...from(address) } })
  t.equal((await use('10.9.9.9')).statusCode, 503)
  t.match((await use('192.0.2.7')).json(), { error: 'AddressNotAllowed' })
})

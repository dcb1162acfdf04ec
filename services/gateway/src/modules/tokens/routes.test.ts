import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import t from 'tap'
import { AUDIENCE, apiClient, ISSUER, SECRET, type TestGateway, testGateway } from '../../testing/test-gateway.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function verifiedClaims({ app }: TestGateway, token: string) {
  const keys = (await app.inject('/.well-known/jwks.json')).json() as JSONWebKeySet
  return (await jwtVerify(token, createLocalJWKSet(keys), { issuer: ISSUER, audience: AUDIENCE })).payload
}

t.test(
  'given credentials in a body, a form or a header, when POST /api/Token is sent, then it returns the token as plain text',
  async (t) => {
    const gateway = await testGateway(t)
    const ways = [
      { url: `/api/Token?clientId=shop&clientSecret=${SECRET}` },
      { url: `/API/token/?CLIENTID=shop&clientsecret=${SECRET}` },
      { url: '/api/Token', payload: { clientId: 'shop', clientSecret: SECRET } },
      { url: '/api/Token', payload: `{"ClientID":"shop","ClientSecret":"${SECRET}"}` },
      { url: '/api/Token', payload: `clientId=shop&clientSecret=${SECRET}`, headers: form },
      { url: '/api/Token?clientId=shop', payload: { clientSecret: SECRET } },
    ]
    for (const way of ways) {
      const response = await gateway.app.inject({ method: 'POST', ...way })
      t.equal(response.statusCode, 200, response.body)
      t.match(response.headers, { 'content-type': /^text\/plain/, 'cache-control': 'no-store' })
      t.match(await verifiedClaims(gateway, response.body), { sub: 'shop', client_id: 'shop' })
    }
  },
)

t.test('given returnAsJson, when a token is requested, then the response is an object', async (t) => {
  const { app } = await testGateway(t)
  const credentials = { clientId: 'shop', clientSecret: SECRET }
  for (const request of [
    { url: `/api/Token?returnAsJson=TRUE`, payload: credentials },
    { url: `/api/Token`, payload: { ...credentials, returnAsJson: true } },
    { url: `/api/Token`, payload: `clientId=shop&clientSecret=${SECRET}&returnAsJson=true`, headers: form },
  ]) {
    const response = await app.inject({ method: 'POST', ...request })
    t.match(response.json(), { accessToken: /^ey/, tokenType: 'Bearer', expiresIn: 3600 })
  }
})

t.test('given returnAsJson with another value, when a token is requested, then it is 400', async (t) => {
  const { app } = await testGateway(t)
  const url = `/api/Token?returnAsJson=maybe`
  const response = await app.inject({ method: 'POST', url, payload: { clientId: 'shop', clientSecret: SECRET } })
  t.equal(response.statusCode, 400)
  t.match(response.json(), { error: 'ValidationFailed', errors: { returnAsJson: ['must be true or false'] } })
})

t.test('given a client, when it gets a token, then it names issuer, audience, roles and stores and lives one hour', async (t) => {
  const clients = [apiClient('shop'), apiClient('bergen', { roles: ['OrderRead'], storeIds: ['Bergen-01'] })]
  const gateway = await testGateway(t, { clients })
  const token = async (clientId: string) =>
    (await gateway.app.inject({ method: 'POST', url: '/api/Token', payload: { clientId, clientSecret: SECRET } })).body
  const limited = await verifiedClaims(gateway, await token('bergen'))
  t.match(limited, { iss: ISSUER, aud: AUDIENCE, sub: 'bergen', roles: ['OrderRead'], storeIds: ['Bergen-01'], jti: String })
  t.equal(Number(limited.exp) - Number(limited.iat), 3600)
  t.notOk('storeIds' in (await verifiedClaims(gateway, await token('shop'))), 'no claim means all stores')
  const header = decodeProtectedHeader(await token('shop'))
  t.match(header, { alg: 'EdDSA', typ: 'at+jwt', kid: gateway.keyRing.signing.kid })
})

t.test('given wrong or missing credentials, when a token is requested, then it is 401 or 400', async (t) => {
  const { app } = await testGateway(t)
  const send = (payload: object) => app.inject({ method: 'POST', url: '/api/Token', payload })
  for (const payload of [
    { clientId: 'shop', clientSecret: 'wrong' },
    { clientId: 'nobody', clientSecret: SECRET },
    { clientId: 'SHOP', clientSecret: SECRET },
  ]) {
    const response = await send(payload)
    t.equal(response.statusCode, 401)
    t.match(response.json(), { error: 'InvalidCredentials', errors: null, message: String, traceId: String })
  }
  const missing = await send({ clientId: 'shop' })
  t.equal(missing.statusCode, 400)
  t.strictSame(missing.json().errors, { clientSecret: ['is required'] })
  t.equal((await app.inject({ method: 'POST', url: '/api/Token' })).statusCode, 400)
  t.equal((await app.inject({ method: 'POST', url: '/api/Token', payload: '{' })).json().error, 'MalformedJson')
  t.equal((await app.inject('/api/Token')).statusCode, 405)
})

t.test('given client credentials in header or body, when POST /oauth/token is called, then it returns a token', async (t) => {
  const gateway = await testGateway(t)
  const basic = { authorization: `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}` }
  for (const request of [
    { headers: { ...form, ...basic }, payload: 'grant_type=client_credentials' },
    { headers: form, payload: `grant_type=client_credentials&client_id=shop&client_secret=${SECRET}` },
    { headers: {}, payload: { grant_type: 'client_credentials', client_id: 'shop', client_secret: SECRET } },
  ]) {
    const response = await gateway.app.inject({ method: 'POST', url: '/oauth/token', ...request })
    t.equal(response.statusCode, 200, response.body)
    t.match(response.headers, { 'cache-control': 'no-store', pragma: 'no-cache' })
    const body = response.json()
    t.match(body, {
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'OrderRead OrderAdmin ProductRead ProductAdmin AccountingRead',
    })
    t.match(await verifiedClaims(gateway, body.access_token), { sub: 'shop' })
  }
})

t.test('given a scope, when a token is requested, then its roles are narrowed, and others are invalid_scope', async (t) => {
  const gateway = await testGateway(t, { clients: [apiClient('shop', { roles: ['OrderAdmin', 'ProductRead'] })] })
  const send = (scope: string) =>
    gateway.app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'client_credentials', client_id: 'shop', client_secret: SECRET, scope },
    })
  const narrowed = (await send('ProductRead')).json()
  t.equal(narrowed.scope, 'ProductRead')
  t.strictSame((await verifiedClaims(gateway, narrowed.access_token)).roles, ['ProductRead'])
  t.equal((await send(' ')).json().scope, 'OrderAdmin ProductRead')
  const more = await send('ProductRead ProductAdmin')
  t.equal(more.statusCode, 400)
  t.match(more.json(), { error: 'invalid_scope', message: String, traceId: String })
})

t.test('given a wrong request, when POST /oauth/token is called, then the error is one of RFC 6749', async (t) => {
  const { app } = await testGateway(t)
  const good = `client_id=shop&client_secret=${SECRET}`
  const cases: [string, Record<string, string>, number, string][] = [
    [good, {}, 400, 'invalid_request'],
    [`${good}&grant_type=password`, {}, 400, 'unsupported_grant_type'],
    ['grant_type=client_credentials', {}, 401, 'invalid_client'],
    ['grant_type=client_credentials&client_id=shop&client_secret=wrong', {}, 401, 'invalid_client'],
    ['grant_type=client_credentials', { authorization: 'Bearer abc' }, 401, 'invalid_client'],
    [`grant_type=client_credentials&${good}`, { authorization: 'Basic c2hvcDp4' }, 400, 'invalid_request'],
    [`grant_type=client_credentials&grant_type=client_credentials&${good}`, {}, 400, 'invalid_request'],
  ]
  for (const [payload, headers, status, error] of cases) {
    const response = await app.inject({ method: 'POST', url: '/oauth/token', payload, headers: { ...form, ...headers } })
    t.equal(response.statusCode, status, `${payload} ${response.body}`)
    const body = response.json()
    t.match(body, { error, message: String, error_description: body.message, traceId: String })
    t.equal(response.headers['cache-control'], 'no-store')
    if (status === 401) t.match(response.headers['www-authenticate'], /^Basic/)
  }
  const broken = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: '{',
    headers: { 'content-type': 'application/json' },
  })
  t.match(broken.json(), { error: 'invalid_request' })
})

t.test('given secrets in requests, when they are made, then neither secrets nor tokens nor queries are logged', async (t) => {
  const gateway = await testGateway(t)
  const { app, log } = gateway
  const token = (await app.inject({ method: 'POST', url: `/api/Token?clientId=shop&clientSecret=${SECRET}` })).body
  await app.inject({ method: 'POST', url: '/api/Token?clientId=shop&clientSecret=another-wrong-one' })
  await app.inject({ method: 'POST', url: '/api/Token?clientSecret=left-alone' })
  await app.inject({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'x', client_secret: 'unusual-secret' } })
  await app.inject({ url: '/api/Orders/1', headers: { authorization: `Bearer ${token}x` } })
  t.not(log(), '', 'something was logged')
  for (const secret of [SECRET, 'another-wrong-one', 'left-alone', 'unusual-secret', token, 'clientSecret=']) {
    t.notOk(log().includes(secret), `${secret.slice(0, 20)} is not in the log`)
  }
})

t.test('given the gateway as issuer, when a verifier asks, then it finds keys and issuer', async (t) => {
  const { app, keyRing } = await testGateway(t)
  const keys = (await app.inject('/.well-known/jwks.json')).json().keys
  t.match(keys, [{ kid: keyRing.signing.kid, alg: 'EdDSA', use: 'sig', kty: 'OKP' }])
  t.notOk('d' in keys[0])
  t.match((await app.inject('/.well-known/openid-configuration')).json(), {
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/oauth/token`,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
  })
})

t.test('given another issuer, when token routes are called, then they are 404, and the keys of services remain', async (t) => {
  const { app } = await testGateway(t, { issuer: null })
  t.equal((await app.inject({ method: 'POST', url: '/api/Token' })).statusCode, 404)
  t.equal((await app.inject('/.well-known/openid-configuration')).statusCode, 404)
  t.equal((await app.inject('/.well-known/jwks.json')).statusCode, 200)
})

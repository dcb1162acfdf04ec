import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

t.test('given any response, when it is sent, then it has the security headers, errors too', async (t) => {
  const { app } = await testGateway(t)
  for (const url of ['/.well-known/jwks.json', '/api/Unknown', '/health/live']) {
    const { headers } = await app.inject(url)
    t.match(headers, {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': /max-age=31536000/,
      'cross-origin-resource-policy': 'same-origin',
    })
    t.notOk('x-powered-by' in headers)
  }
})

const preflight = (origin: string) => ({
  method: 'OPTIONS' as const,
  url: '/api/Token',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
})

t.test('given no configured origins, when a browser asks, then CORS is off', async (t) => {
  const { app } = await testGateway(t)
  const response = await app.inject({ url: '/.well-known/jwks.json', headers: { origin: 'https://shop.example' } })
  t.notOk('access-control-allow-origin' in response.headers)
  t.equal((await app.inject(preflight('https://shop.example'))).statusCode, 405)
})

t.test('given configured origins, when a browser asks, then they may call and others may not', async (t) => {
  const { app } = await testGateway(t, { corsOrigins: ['https://shop.example'] })
  const response = await app.inject({ url: '/.well-known/jwks.json', headers: { origin: 'https://shop.example' } })
  t.equal(response.headers['access-control-allow-origin'], 'https://shop.example')
  t.match(response.headers['access-control-expose-headers'], /ETag.*Overwrote-Versions.*Preference-Applied.*RateLimit-Remaining/)
  t.notOk('access-control-allow-credentials' in response.headers)
  const allowed = await app.inject(preflight('https://shop.example'))
  t.equal(allowed.statusCode, 204)
  t.match(allowed.headers['access-control-allow-methods'], /PATCH/)
  t.equal(allowed.headers['access-control-allow-headers'], 'content-type')
  t.notOk('access-control-allow-origin' in (await app.inject(preflight('https://evil.example'))).headers)
})

t.test('given CORS, when an unknown route or method is called, then it is still 404 or 405', async (t) => {
  const { app } = await testGateway(t, { corsOrigins: ['*'] })
  t.equal((await app.inject('/api/Unknown')).statusCode, 404)
  const other = await app.inject('/api/Token')
  t.equal(other.statusCode, 405)
  t.equal(other.headers.allow, 'POST')
  t.equal(
    (await app.inject({ url: '/.well-known/jwks.json', headers: { origin: 'https://any.example' } })).headers[
      'access-control-allow-origin'
    ],
    '*',
  )
})

import { setTimeout as wait } from 'node:timers/promises'
import { permissions } from '@open-oms/contracts/permissions'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import t, { type Test } from 'tap'
import { askToSignIn, PASSWORD, person, responseCookie, signedIn } from '../../testing/people.ts'
import { quickHash } from '../../testing/quick-hash.ts'
import { type TestGatewayOptions, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from './user-registry.ts'

const MINUTE_MS = 60_000
const START = Date.parse('2026-03-02T08:00:00Z')

/** A gateway with Kari and Ola, and a clock for sessions that the test sets. */
async function start(t: Test, options: TestGatewayOptions = {}) {
  const clock = { now: START }
  const users = createUserRegistry([person('kari@example.com', { displayName: 'Kari' }), person('ola@example.com')])
  const sessions = { users, now: () => clock.now }
  const gateway = await testGateway(t, { ...options, sessions: { ...sessions, ...options.sessions } })
  const who = (cookie: string) => gateway.app.inject({ url: '/session', headers: { cookie } })
  return { ...gateway, clock, users, who }
}

t.test(
  'given name and password, when they are right, then a session begins whose cookie no script and no other site has',
  async (t) => {
    const { app, who } = await start(t)
    const response = await askToSignIn(app, 'KARI@example.com')
    t.equal(response.statusCode, 200, response.body)
    t.same(response.json(), {
      user: {
        userName: 'kari@example.com',
        displayName: 'Kari',
        roles: ['OrderRead', 'OrderAdmin'],
        permissions,
        refundLimits: null,
        storeIds: [],
      },
      csrfToken: response.json().csrfToken,
      signedInAt: '2026-03-02T08:00:00.000Z',
      idleEndsAt: '2026-03-02T09:00:00.000Z',
      endsAt: '2026-03-02T20:00:00.000Z',
      duty: null,
      signOutUrl: null,
    })
    t.match(response.json().csrfToken, /^[\w-]{32}$/)
    t.match(response.headers['set-cookie'], [
      /^oms-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
      /^oms-device=[\w.-]+; Max-Age=15552000; Path=\/session; HttpOnly; SameSite=Strict$/,
    ])
    t.equal(response.headers['cache-control'], 'no-store')
    t.notMatch(Buffer.from(responseCookie(response), 'base64url').toString('latin1'), /kari/, 'the cookie is encrypted')
    const shown = await who(responseCookie(response))
    t.same(shown.json(), response.json())
  },
)

t.test('given an address of https, when a person signs in, then the cookie is for https and this host alone', async (t) => {
  const { app } = await start(t, { publicUrl: 'https://orders.example.com' })
  const response = await askToSignIn(app, 'kari@example.com')
  t.match(response.headers['set-cookie'], [
    /^__Host-oms-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    /^__Secure-oms-device=[\w.-]+; Max-Age=15552000; Path=\/session; HttpOnly; Secure; SameSite=Strict$/,
  ])
})

t.test('given a wrong password or an unknown name, when it is sent, then both are the same 401 without a cookie', async (t) => {
  const { app } = await start(t)
  const wrong = await askToSignIn(app, 'kari@example.com', { password: 'wrong horse battery' })
  const unknown = await askToSignIn(app, 'nobody@example.com')
  const tooLong = await askToSignIn(app, 'kari@example.com', { password: `${PASSWORD}${'x'.repeat(1_024)}` })
  for (const response of [wrong, unknown, tooLong]) {
    t.equal(response.statusCode, 401)
    t.match(response.json(), { error: 'InvalidCredentials', message: wrong.json().message })
    t.equal(response.headers['set-cookie'], undefined)
  }
})

t.test('given nobody, when the session is asked for, then it is 401, and a cookie of nobody is cleared', async (t) => {
  const { app, who } = await start(t)
  const bare = await app.inject('/session')
  t.equal(bare.statusCode, 401)
  t.equal(bare.json().error, 'Unauthorized')
  const bad = await who('oms-session=nonsense')
  t.equal(bad.json().error, 'SessionEnded')
  t.match(bad.headers['set-cookie'], /^oms-session=; Max-Age=0; Path=\//)
})

t.test('given a session, when its cookie is changed anywhere or sealed by another gateway, then it is no session', async (t) => {
  const { app, who } = await start(t)
  const { cookie } = await signedIn(app, 'kari@example.com')
  const [head, , iv, content, tag] = cookie.replace('oms-session=', '').split('.') as [string, string, string, string, string]
  const flipped = (text: string) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const changed = [
    [head, '', iv, flipped(content), tag],
    [head, '', flipped(iv), content, tag],
    [head, '', iv, content, flipped(tag)],
    [flipped(head), '', iv, content, tag],
    [none, content, ''],
  ]
  for (const parts of changed) t.equal((await who(`oms-session=${parts.join('.')}`)).json().error, 'SessionEnded')
  const other = await start(t)
  t.equal((await other.who(cookie)).json().error, 'SessionEnded', 'another key')
  t.equal((await who(cookie)).statusCode, 200, 'as it was, it is one')
})

t.test('given a session, when it is idle for an hour or continues for twelve, then it is over', async (t) => {
  const { app, clock, who } = await start(t)
  const { cookie } = await signedIn(app, 'kari@example.com')
  clock.now = START + 60 * MINUTE_MS - 1
  t.equal((await who(cookie)).statusCode, 200)
  clock.now += 1
  t.equal((await who(cookie)).json().error, 'SessionEnded', 'looking at it was no activity')

  const { cookie: busy } = await signedIn(app, 'kari@example.com')
  const begun = clock.now
  let latest = busy
  for (clock.now += 30 * MINUTE_MS; clock.now < begun + 12 * 60 * MINUTE_MS; clock.now += 30 * MINUTE_MS) {
    const response = await app.inject({ url: '/api/products/CUP', headers: { cookie: latest } })
    t.equal(response.statusCode, 403, 'she has no such role, and is there')
    t.match(response.headers['set-cookie'], /^oms-session=/)
    latest = responseCookie(response)
  }
  t.equal((await who(latest)).json().error, 'SessionEnded', 'twelve hours are over')
  clock.now -= MINUTE_MS
  t.equal((await who(latest)).statusCode, 200, 'a minute before they are not')
  t.match((await app.inject({ url: '/api/products/CUP', headers: { cookie: latest } })).headers['set-cookie'], /Max-Age=60;/)
})

t.test(
  'given a session, when the person signs in again with its cookie, then it has another id and the former is over',
  async (t) => {
    const { app, who } = await start(t)
    const first = await signedIn(app, 'kari@example.com')
    const second = await askToSignIn(app, 'kari@example.com', { headers: { cookie: first.cookie } })
    t.notSame(responseCookie(second), first.cookie)
    t.notSame(second.json().csrfToken, first.session.csrfToken)
    t.equal((await who(first.cookie)).json().error, 'SessionEnded')
    t.equal((await who(responseCookie(second))).statusCode, 200)
  },
)

t.test('given two sessions, when one signs out, then a copy of its cookie is worthless and the other continues', async (t) => {
  const { app, who } = await start(t)
  const [here, there] = [await signedIn(app, 'kari@example.com'), await signedIn(app, 'kari@example.com')]
  const response = await app.inject({ method: 'DELETE', url: '/session', headers: here.headers })
  t.equal(response.statusCode, 204)
  t.match(response.headers['set-cookie'], /^oms-session=; Max-Age=0/)
  t.equal((await who(here.cookie)).json().error, 'SessionEnded')
  t.equal((await who(there.cookie)).statusCode, 200)
  t.equal((await app.inject({ method: 'DELETE', url: '/session', headers: here.headers })).statusCode, 204, 'again')
})

t.test(
  'given sessions of two people, when one signs out everywhere, then all of hers are over until she signs in again',
  async (t) => {
    const { app, clock, who } = await start(t)
    const hers = [await signedIn(app, 'kari@example.com'), await signedIn(app, 'kari@example.com')] as const
    const his = await signedIn(app, 'ola@example.com')
    const response = await app.inject({ method: 'DELETE', url: '/session?everywhere=true', headers: hers[0].headers })
    t.equal(response.statusCode, 204)
    for (const { cookie } of hers) t.equal((await who(cookie)).json().error, 'SessionEnded')
    t.equal((await who(his.cookie)).statusCode, 200)
    clock.now += 1
    const { cookie } = await signedIn(app, 'kari@example.com')
    t.equal((await who(cookie)).statusCode, 200)
  },
)

t.test(
  'given a session, when its person is removed or has another password, then it is over; other roles count immediately',
  async (t) => {
    const { app, users, who } = await start(t)
    const { cookie } = await signedIn(app, 'kari@example.com')
    users.replace([person('kari@example.com', { roles: ['OrderRead'], storeIds: ['Oslo-01'] })])
    t.match((await who(cookie)).json(), { user: { roles: ['OrderRead'], storeIds: ['Oslo-01'] } })
    users.replace([person('kari@example.com', { passwordHash: quickHash('another password') })])
    t.equal((await who(cookie)).json().error, 'SessionEnded')
    users.replace([])
    t.equal((await who(cookie)).json().error, 'SessionEnded')
    users.replace([person('kari@example.com')])
    t.equal((await who(cookie)).statusCode, 200)
  },
)

t.test('given right passwords, when there are many, then they use up no limit of the address or the name', async (t) => {
  const { app } = await start(t)
  for (let attempt = 1; attempt <= 25; attempt++) t.equal((await askToSignIn(app, 'kari@example.com')).statusCode, 200)
})

t.test(
  'given ten failed attempts for a name, when more follow, then they are 429 for it alone, right password or not',
  async (t) => {
    const { app } = await start(t)
    for (let attempt = 1; attempt <= 10; attempt++) {
      const userName = attempt % 2 === 0 ? 'kari@example.com' : 'KARI@EXAMPLE.COM'
      t.equal((await askToSignIn(app, userName, { password: 'wrong' })).statusCode, 401)
    }
    const response = await askToSignIn(app, 'kari@example.com')
    t.equal(response.statusCode, 429)
    t.equal(response.json().error, 'RateLimited')
    t.ok(Number(response.headers['retry-after']) > 240, 'for five minutes')
    t.equal((await askToSignIn(app, 'ola@example.com')).statusCode, 200)
  },
)

t.test(
  'given guesses from elsewhere, when a person signs in by a browser of their own, then nobody keeps them out',
  async (t) => {
    const counted: unknown[] = []
    const metrics = { ...createMetrics('gateway'), count: (...given: unknown[]) => void counted.push(given) }
    const { app } = await start(t, { metrics })
    const first = await askToSignIn(app, 'Kari@example.com')
    const [, device = ''] = (first.headers['set-cookie'] as string[]).map((cookie) => cookie.split(';')[0] as string)
    const guess = (cookie?: string) =>
      askToSignIn(app, 'kari@example.com', { password: 'wrong', ...(cookie && { headers: { cookie } }) })
    for (let attempt = 1; attempt <= 10; attempt++) t.equal((await guess()).statusCode, 401)
    t.equal((await askToSignIn(app, 'kari@example.com')).statusCode, 429, 'a browser that is not known')
    const known = await askToSignIn(app, 'kari@example.com', { headers: { cookie: device } })
    t.equal(known.statusCode, 200)
    t.same(counted, [['oms_sign_in_lock_outs_total', { browser: 'unknown' }]])

    for (let attempt = 1; attempt <= 10; attempt++) t.match(await guess(device), { statusCode: /401|429/ })
    t.equal((await askToSignIn(app, 'kari@example.com', { headers: { cookie: device } })).statusCode, 429, 'it has a limit too')
    const other = await askToSignIn(app, 'ola@example.com', { headers: { cookie: device } })
    t.equal(other.statusCode, 200, 'which holds for this name alone')
  },
)

t.test('given twenty failed attempts of an address, when more fail, then they are 429, and right passwords pass', async (t) => {
  // The hash of people who are not known costs as much as that of others.
  const guessed = Array.from({ length: 21 }, (_, index) => person(`guess-${index}@example.com`))
  const users = createUserRegistry([...guessed, person('kari@example.com'), person('ola@example.com')])
  const { app } = await start(t, { sessions: { users } })
  for (let attempt = 1; attempt <= 20; attempt++) {
    t.equal((await askToSignIn(app, `guess-${attempt}@example.com`, { password: 'wrong' })).statusCode, 401)
  }
  const response = await askToSignIn(app, 'guess-0@example.com', { password: 'wrong' })
  t.equal(response.statusCode, 429)
  t.match(response.json(), { error: 'RateLimited', traceId: String })
  t.ok(Number(response.headers['retry-after']) >= 1)
  for (const name of ['kari@example.com', 'ola@example.com', 'kari@example.com'])
    t.equal((await askToSignIn(app, name)).statusCode, 200)
})

t.test('given a body without name or password, when it is sent, then it is 400 and says which', async (t) => {
  const { app } = await start(t)
  const response = await app.inject({ method: 'POST', url: '/session', payload: { userName: 'kari@example.com' } })
  t.equal(response.statusCode, 400)
  t.match(response.json(), { error: 'ValidationFailed', errors: { password: [/required/] } })
})

t.test('given sign-ins, when the log is read, then it has neither names nor passwords nor cookies', async (t) => {
  const { app, log } = await start(t)
  const { cookie } = await signedIn(app, 'kari@example.com')
  await askToSignIn(app, 'ola@example.com', { password: 'wrong horse battery' })
  await wait(20)
  t.not(log().length, 0)
  for (const secret of ['kari', 'ola@', PASSWORD, 'wrong horse', cookie.slice(-40)]) t.notMatch(log(), secret)
})

t.test('given another token issuer, when a person wants to sign in, then there is no such route', async (t) => {
  const { app } = await start(t, { issuer: null })
  t.equal((await askToSignIn(app, 'kari@example.com')).statusCode, 404)
})

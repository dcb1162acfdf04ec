import type { User } from '@open-oms/contracts/config/access/users'
import type { Account } from '@open-oms/contracts/gateway/account'
import { TOTP } from 'otpauth'
import t, { type Test } from 'tap'
import { createRowsInMemory } from '../../testing/credential-rows.ts'
import { askToSignIn, PASSWORD, person, responseCookie, type SignedIn, signedIn } from '../../testing/people.ts'
import { quickHash } from '../../testing/quick-hash.ts'
import { passwordsAlone, testGateway } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'

const KARI = 'kari@example.com'
const NEXT = 'purple lantern voyage moss'
const MINUTE_MS = 60_000

/** A gateway with Kari, and a clock that the test sets. */
async function start(t: Test, changes: Partial<User> = {}, rows = createRowsInMemory()) {
  const clock = { now: Date.parse('2026-03-02T08:00:00Z') }
  const users = createUserRegistry([person(KARI, changes), person('ola@example.com')])
  const isBreached = async (password: string) => password === 'breached lantern voyage moss'
  const sessions = { users, now: () => clock.now, isBreached }
  const gateway = await testGateway(t, { sessions, credentialRows: rows })
  const { app } = gateway
  // biome-ignore lint/complexity/useMaxParams: a request reads as one.
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: SignedIn, payload?: object) =>
    app.inject({ method, url: `/session/${path}`, headers: as.headers, ...(payload === undefined ? {} : { payload }) })
  const signInWith = (fields: object, headers = {}) =>
    app.inject({
      method: 'POST',
      url: '/session',
      payload: { userName: KARI, password: PASSWORD, ...fields },
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now })
  const account = async (as: SignedIn) => (await send('GET', 'account', as)).json() as Account
  /** Adds an authenticator app for who is signed in. */
  const addApp = async (as: SignedIn) => {
    const { secret, offer, uri } = (await send('POST', 'authenticator', as)).json()
    const added = await send('PUT', 'authenticator', as, { offer, code: codeOf(secret) })
    return { secret, offer, uri, recoveryCodes: added.json().recoveryCodes as string[], cookie: responseCookie(added) }
  }
  return { ...gateway, clock, users, rows, send, signInWith, codeOf, account, addApp }
}

t.test('given an authenticator app, when its person signs in, then a code is needed, and counts once', async (t) => {
  const { app, clock, signInWith, codeOf, addApp, account } = await start(t)
  const kari = await signedIn(app, KARI)
  const { secret, uri, recoveryCodes, offer } = await addApp(kari)
  t.match(uri, /^otpauth:\/\/totp\/.*kari%40example\.com\?.*secret=[A-Z2-7]{32}/)
  t.equal(recoveryCodes.length, 10)
  t.match(offer, /^\S+$/)
  t.match(await account(kari), { authenticatorAdded: '2026-03-02T08:00:00.000Z', recoveryCodesLeft: 10 })

  const asked = await signInWith({})
  t.match([asked.statusCode, asked.json(), asked.headers['set-cookie']], [202, { secondFactors: ['Code'] }, undefined])
  t.equal((await signInWith({ code: codeOf(secret) })).statusCode, 401, 'the code that the app was added by')
  clock.now += MINUTE_MS
  const code = codeOf(secret)
  const both = await Promise.all([signInWith({ code }), signInWith({ code })])
  t.same(both.map(({ statusCode }) => statusCode).sort(), [200, 401])
  clock.now += MINUTE_MS
  t.equal((await signInWith({ code })).statusCode, 401, 'too old')
  t.equal((await signInWith({ code: '000 000', password: 'wrong horse' })).statusCode, 401)
})

t.test('given recovery codes, when one is used, then it counts once; new ones replace all', async (t) => {
  const { app, send, signInWith, addApp, account } = await start(t)
  const kari = await signedIn(app, KARI)
  const { recoveryCodes, cookie } = await addApp(kari)
  const [first = '', second = ''] = recoveryCodes
  t.equal((await signInWith({ code: first.toUpperCase().replaceAll('-', ' ') })).statusCode, 200)
  t.equal((await signInWith({ code: first })).statusCode, 401)
  // The session has shown the factor since it was added.
  const owner = { ...kari, headers: { ...kari.headers, cookie } }
  t.equal((await account(owner)).recoveryCodesLeft, 9)
  t.match((await send('POST', 'recovery-codes', kari)).json(), { error: 'ConfirmationRequired' }, 'a session of before')
  const renewed = (await send('POST', 'recovery-codes', owner)).json().recoveryCodes
  t.equal((await signInWith({ code: second })).statusCode, 401)
  t.equal((await signInWith({ code: renewed[0] })).statusCode, 200)
  t.equal((await send('DELETE', 'authenticator', owner)).statusCode, 204)
  t.equal((await signInWith({})).statusCode, 200, 'the password is enough again')
  t.match(await account(owner), { authenticatorAdded: null, recoveryCodesLeft: 0 })
  t.equal((await send('POST', 'recovery-codes', owner)).statusCode, 400)
})

t.test('given wrong codes, when there are ten of them, then the name is locked out as by passwords', async (t) => {
  const { app, signInWith, addApp } = await start(t)
  await addApp(await signedIn(app, KARI))
  for (let tries = 0; tries < 10; tries++) t.equal((await signInWith({ code: '123456' })).statusCode, 401)
  t.equal((await signInWith({ code: '123456' })).statusCode, 429)
})

t.test('when a person changes the password, then other sessions end, and the new one counts at all gateways', async (t) => {
  const rows = createRowsInMemory()
  const { app, send, signInWith, account, users, clock } = await start(t, {}, rows)
  const other = await signedIn(app, KARI)
  const kari = await signedIn(app, KARI)
  clock.now += 1_000
  const change = (newPassword: string, currentPassword = PASSWORD) =>
    send('PUT', 'password', kari, { currentPassword, newPassword })
  t.match((await change('password1234')).json(), { errors: { newPassword: [/easily guessed/] } })
  t.match((await change('breached lantern voyage moss')).json(), { errors: { newPassword: [/published/] } })
  t.match((await change(PASSWORD)).json(), { errors: { newPassword: [/another one/] } })
  t.match([(await change(NEXT, 'wrong')).statusCode], [401])
  const changed = await change(NEXT)
  t.equal(changed.statusCode, 200, changed.body)
  t.equal((await send('GET', 'account', other)).statusCode, 401, 'the other session is over')
  t.equal((await send('GET', 'account', kari)).statusCode, 401, 'and so is the cookie of before')
  const cookie = responseCookie(changed)
  const next: SignedIn = { ...kari, cookie, headers: { ...kari.headers, cookie, 'x-csrf-token': changed.json().csrfToken } }
  t.match(await account(next), { passwordChanged: '2026-03-02T08:00:01.000Z', hasPassword: true })
  t.same([(await signInWith({})).statusCode, (await signInWith({ password: NEXT })).statusCode], [401, 200])

  users.replace([person(KARI, { passwordHash: quickHash('given by an administrator') })])
  t.equal((await send('GET', 'account', next)).statusCode, 401)
  t.equal((await signInWith({ password: NEXT })).statusCode, 401, 'the password of the administrator counts')
  t.equal((await signInWith({ password: 'given by an administrator' })).statusCode, 200)
})

t.test('given a first password, when its person signs in, then it must be changed before all else', async (t) => {
  const { app, send, signInWith } = await start(t, { mustChangePassword: true })
  const kari = await signedIn(app, KARI)
  t.equal(kari.session.duty, 'ChangePassword')
  t.match((await app.inject({ url: '/api/Colleagues', headers: kari.headers })).json(), { error: 'PasswordChangeRequired' })
  t.match((await send('POST', 'authenticator', kari)).json(), { error: 'PasswordChangeRequired' })
  const changed = await send('PUT', 'password', kari, { currentPassword: PASSWORD, newPassword: NEXT })
  t.match([changed.statusCode, changed.json().duty], [200, null])
  t.match((await signInWith({ password: NEXT })).json(), { duty: null })
})

t.test('given a role that needs a second factor, when its person has none, then one must be added first', async (t) => {
  const users = createUserRegistry([person(KARI), person('ola@example.com', { roles: ['ProductRead'] })])
  const methods = () => ({ ...passwordsAlone, secondFactorRoles: ['OrderAdmin' as const] })
  const { app } = await testGateway(t, { sessions: { users, methods } })
  const kari = await signedIn(app, KARI)
  const read = (cookie: string) => app.inject({ url: '/api/Colleagues', headers: { cookie } })
  t.equal(kari.session.duty, 'AddSecondFactor')
  t.match((await read(kari.cookie)).json(), { error: 'SecondFactorRequired' })
  t.equal((await signedIn(app, 'ola@example.com')).session.duty, null)
  const { headers } = kari
  const { secret, offer } = (await app.inject({ method: 'POST', url: '/session/authenticator', headers })).json()
  const code = new TOTP({ secret }).generate()
  const added = await app.inject({ method: 'PUT', url: '/session/authenticator', headers, payload: { offer, code } })
  t.equal((await read(responseCookie(added))).statusCode, 503, 'the request is passed on; nothing listens there')
})

t.test('when a person looks at their sessions, then they see and end those of other browsers, and nobody else’s', async (t) => {
  const { app, send, account, signInWith } = await start(t)
  const phone = await signInWith({}, { 'user-agent': 'Phone' })
  const kari = await signedIn(app, KARI)
  const ola = await signedIn(app, 'ola@example.com')
  const { sessions } = await account(kari)
  t.match(sessions, [{ isCurrent: true }, { isCurrent: false, browser: 'Phone', address: '127.0.0.1' }])
  const id = sessions[1]?.id
  t.equal((await send('DELETE', `sessions/${id}`, ola)).statusCode, 204, 'nothing of Ola has this id')
  const phoneStatus = async () => (await app.inject({ url: '/session', headers: { cookie: responseCookie(phone) } })).statusCode
  t.equal(await phoneStatus(), 200)
  t.equal((await send('DELETE', `sessions/${id}`, kari)).statusCode, 204)
  t.equal(await phoneStatus(), 401)
  t.equal((await account(kari)).sessions.length, 1)
})

t.test('given a session that is not recent, when its person changes how they sign in, then they confirm first', async (t) => {
  const { clock, app, send, codeOf, addApp } = await start(t)
  const kari = await signedIn(app, KARI)
  clock.now += 16 * MINUTE_MS
  t.match((await send('POST', 'authenticator', kari)).json(), { error: 'ConfirmationRequired' })
  t.equal((await send('POST', 'confirmation', kari, { password: 'wrong horse battery' })).statusCode, 401)
  t.equal((await send('POST', 'confirmation', kari, {})).statusCode, 400)
  const confirmed = await send('POST', 'confirmation', kari, { password: PASSWORD })
  const cookie = responseCookie(confirmed)
  const recent = { ...kari, cookie, headers: { ...kari.headers, cookie } }
  const { secret } = await addApp(recent)
  clock.now += MINUTE_MS
  t.equal((await send('POST', 'confirmation', recent, { password: PASSWORD })).statusCode, 403, 'a second factor is stronger')
  t.equal((await send('POST', 'confirmation', recent, { code: codeOf(secret) })).statusCode, 200)
})

t.test(
  'given a person without their device, when an administrator resets the factors, then the password is enough',
  async (t) => {
    const { app, send, signInWith, addApp } = await start(t)
    const kari = await signedIn(app, KARI)
    await addApp(kari)
    const reader = await signedIn(app, 'ola@example.com')
    t.equal(
      (await send('DELETE', `people/${KARI}/factors`, { ...reader, headers: { ...reader.headers, 'x-csrf-token': 'no' } }))
        .statusCode,
      403,
    )
    t.equal((await send('DELETE', 'people/nobody/factors', reader)).statusCode, 404)
    t.equal((await send('DELETE', `people/${KARI}/factors`, reader)).statusCode, 204)
    t.equal((await signInWith({})).statusCode, 200)
    t.equal((await send('GET', 'account', kari)).statusCode, 401)
  },
)

t.test('given networks, when a person comes from elsewhere, then neither sign-in nor session is accepted', async (t) => {
  const users = createUserRegistry([person(KARI, { networks: ['10.0.0.0/8', '2001:db8::/32'] })])
  const { app } = await testGateway(t, { sessions: { users }, trustProxy: ['loopback'] })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  t.match((await askToSignIn(app, KARI, { headers: from('192.0.2.7') })).json(), { error: 'AddressNotAllowed' })
  const inside = await askToSignIn(app, KARI, { headers: from('10.1.2.3') })
  t.equal(inside.statusCode, 200)
  t.equal((await askToSignIn(app, KARI, { headers: from('2001:db8::7') })).statusCode, 200)
  const cookie = responseCookie(inside)
  const outside = await app.inject({ url: '/api/Colleagues', headers: { cookie, ...from('192.0.2.7') } })
  t.match(outside.json(), { error: 'AddressNotAllowed' })
})

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Session } from '@open-oms/contracts/gateway/session'
import type { FastifyInstance } from 'fastify'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import t from 'tap'
import { createBrowser } from '../../testing/provider-browser.ts'
import {
  CLIENT_ID,
  type ProviderTest,
  startPartner,
  startWithBackChannel,
  startWithProvider,
} from '../../testing/provider-people.ts'
import { createEndedSessions } from '../sessions/ended-sessions.ts'
import { createMemoryMarks } from '../sessions/session-marks.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const PATH = '/session/oidc/backchannel-logout'
const LIFETIME_MS = 12 * 3_600_000

const sessionState = async ({ app, browser }: { app: FastifyInstance; browser: ProviderTest['browser'] }) => {
  const response = await app.inject({ url: '/session', headers: browser.headers() })
  const { error, user } = response.json() as Session & { error?: string }
  return error ?? user.userName
}

const send = (app: FastifyInstance, token: string) =>
  app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

type ForgedToken = {
  claims?: Record<string, unknown>
  header?: object
  key?: KeyObject | Uint8Array
  alg?: string
  ageSeconds?: number
}

let tokens = 0

/** A logout token as the provider would sign it, for Kari, but for what is changed. */
function logoutToken({ issuer, signingKey }: ProviderTest['provider'], forged: ForgedToken = {}): Promise<string> {
  const { claims = {}, header = {}, key = signingKey, alg = 'RS256', ageSeconds = 0 } = forged
  const iat = Math.floor(Date.now() / 1_000) - ageSeconds
  const usual = { iss: issuer, aud: CLIENT_ID, sub: 'kari', jti: `token-${tokens++}`, events: { [EVENT]: {} } }
  const payload = { ...usual, iat, exp: iat + 120, ...claims } as JWTPayload
  return new SignJWT(payload).setProtectedHeader({ alg, typ: 'logout+jwt', ...header } as JWTHeaderParameters).sign(key)
}

t.test('given sessions of a provider, when the person signs out there, then that session ends here and no other', async (t) => {
  const test = await startWithBackChannel(t)
  const there = { app: test.app, browser: createBrowser(test.app, 'http://gateway.test') }
  await test.browser.signIn('kari')
  await there.browser.signIn('kari')
  const callback = await there.browser.getCallbackUrl('kari')
  const copy = test.browser.headers()
  await test.browser.signOutAt(test.provider.issuer)
  t.equal(await sessionState(test), 'SessionEnded', test.log())
  t.equal((await test.app.inject({ url: '/api/Orders/1', headers: copy })).json().error, 'SessionEnded', 'a copy of the cookie')
  t.equal(await sessionState(there), 'kari@example.com', 'another browser is another session')
  t.notMatch(test.log(), /logout token of a provider was refused/)
  t.notMatch(test.log(), /kari|eyJ/, 'the log names nobody')
  await there.browser.signOutAt(test.provider.issuer)
  t.match((await there.browser.open(callback)).location, /signInError=/, 'a sign-in that was under way does not outlive it')
  await test.browser.signIn('kari')
  t.equal(await sessionState(test), 'kari@example.com', 'who signs in again is signed in')
})

t.test('given a provider that names no sessions, when a person signs out there, then all their sessions end', async (t) => {
  const test = await startWithBackChannel(t, { client: { backchannel_logout_session_required: false } })
  const [there, ola] = [createBrowser(test.app, 'http://gateway.test'), createBrowser(test.app, 'http://gateway.test')]
  await test.browser.signIn('kari')
  await there.signIn('kari')
  await ola.signIn('chief')
  await test.browser.signOutAt(test.provider.issuer)
  t.equal(await sessionState(test), 'SessionEnded', test.log())
  t.equal(await sessionState({ ...test, browser: there }), 'SessionEnded')
  t.equal(await sessionState({ ...test, browser: ola }), 'chief@example.com')
})

t.test('given a token with session and person, when the session has no name here, then the person counts', async (t) => {
  const test = await startWithProvider(t)
  await test.browser.signIn('kari')
  const token = await logoutToken(test.provider, { claims: { sid: 'a-session' } })
  t.equal((await send(test.app, token)).statusCode, 200)
  t.equal(await sessionState(test), 'SessionEnded')
})

t.test(
  'given gateways that share what is ended, when the provider reports a logout to one, then the session ends at both',
  async (t) => {
    const ended = createEndedSessions(createMemoryMarks({ lifetimeMs: LIFETIME_MS }))
    const first = await startWithProvider(t, { gateway: { sessions: { ended } } })
    const issuer = { keyRing: () => first.keyRing, issuer: 'http://gateway.test', audience: 'oms' }
    const second = await startWithProvider(t, {
      known: { issuer: first.provider.issuer },
      gateway: { sessions: { ended }, issuer },
    })
    await first.browser.signIn('kari')
    t.equal((await send(second.app, await logoutToken(first.provider))).statusCode, 200)
    t.equal(await sessionState(first), 'SessionEnded')
  },
)

t.test('given a token that is not as it must be, when it is sent, then it is 400 and the session continues', async (t) => {
  const test = await startWithProvider(t)
  const { app, provider } = test
  await test.browser.signIn('kari')
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const password = new TextEncoder().encode('secret-of-the-console-at-the-provider')
  const claims = (changes: Record<string, unknown>) => ({ claims: changes })
  const forged: [string, ForgedToken][] = [
    ['another key', { key: stranger }],
    ['the secret of the client as key', { key: password, alg: 'HS256' }],
    ['another issuer', claims({ iss: 'https://evil.example' })],
    ['no issuer', claims({ iss: undefined })],
    ['another client', claims({ aud: 'another' })],
    ['no audience', claims({ aud: undefined })],
    ['no time', claims({ iat: undefined })],
    ['an old one', { ageSeconds: 361 }],
    ['an old one that says it is good forever', { ageSeconds: 361, ...claims({ exp: 4_000_000_000 }) }],
    ['one of the future', { ageSeconds: -120 }],
    ['one that has expired', { ageSeconds: 200, ...claims({ exp: Math.floor(Date.now() / 1_000) - 61 }) }],
    ['no id', claims({ jti: undefined })],
    ['an empty id', claims({ jti: '' })],
    ['no events', claims({ events: undefined })],
    ['another event', claims({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['an event that is no object', claims({ events: { [EVENT]: true } })],
    ['events as a list', claims({ events: [EVENT] })],
    ['a nonce, as an ID token', claims({ nonce: 'x' })],
    ['nobody and no session', claims({ sub: undefined })],
    ['a type of others', { header: { typ: 'at+jwt' } }],
  ]
  for (const [what, change] of forged) {
    const response = await send(app, await logoutToken(provider, change))
    t.equal(response.statusCode, 400, what)
    t.match(response.json(), { error: 'invalid_request', error_description: /^The logout token is refused: / }, what)
    t.equal(response.headers['cache-control'], 'no-store')
  }
  const good = await logoutToken(provider)
  const [head = '', body = '', signature = ''] = good.split('.')
  const none = Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')
  for (const token of [`${none}.${body}.`, `${none}.${body}.${signature}`, `${head}.${body}.`, 'x', ''])
    t.equal((await send(app, token)).statusCode, 400, token)
  const json = await app.inject({ method: 'POST', url: PATH, payload: { logout_token: good } })
  t.equal(json.statusCode, 400, 'a good token that is no form')
  t.equal((await app.inject({ method: 'POST', url: PATH })).statusCode, 400, 'no body')
  t.equal((await app.inject(PATH)).statusCode, 405, 'a browser')
  t.equal(await sessionState(test), 'kari@example.com')
  t.equal((await send(app, good)).statusCode, 200)
  t.equal(await sessionState(test), 'SessionEnded')
})

t.test('given a token that has come, when it comes again, then it is 400 and ends no session that began since', async (t) => {
  const test = await startWithProvider(t)
  await test.browser.signIn('kari')
  const token = await logoutToken(test.provider)
  const first = await send(test.app, token)
  t.same([first.statusCode, first.body], [200, ''])
  await test.browser.signIn('kari')
  const again = await send(test.app, token)
  t.equal(again.statusCode, 400)
  t.match(again.json().error_description, /it has come before/)
  t.equal(await sessionState(test), 'kari@example.com')
})

t.test('given a token without an end or with an older type, when it is sent, then it counts for some minutes', async (t) => {
  const test = await startWithProvider(t)
  for (const change of [
    { claims: { exp: undefined } },
    { header: { typ: 'JWT' } },
    { header: { typ: undefined } },
    { ageSeconds: 90 },
    { claims: { aud: ['another', CLIENT_ID] } },
  ]) {
    await test.browser.signIn('kari')
    const response = await send(test.app, await logoutToken(test.provider, change))
    t.equal(response.statusCode, 200, `${JSON.stringify(change)} ${response.body}`)
    t.equal(await sessionState(test), 'SessionEnded', JSON.stringify(change))
  }
})

t.test('given two providers, when one names a person of the other, then the session of the other continues', async (t) => {
  const { provider: partnerProvider, partner } = await startPartner(t)
  const test = await startWithProvider(t, { partner })
  await test.browser.signIn('kari')
  t.equal((await send(test.app, await logoutToken(partnerProvider))).statusCode, 200, 'it has a person of that name too')
  t.equal(await sessionState(test), 'kari@example.com')
  const forged = await logoutToken(partnerProvider, { claims: { iss: test.provider.issuer } })
  t.equal((await send(test.app, forged)).statusCode, 400, 'its key is not that of the other')
  t.equal(await sessionState(test), 'kari@example.com')
})

t.test(
  'given what cannot be relied on, when a provider ends sessions, then it is 400, and the token may come again',
  async (t) => {
    const test = await startWithProvider(t)
    await test.browser.signIn('kari')
    const token = await logoutToken(test.provider)
    await test.provider.stop()
    const fresh = await startWithProvider(t, { known: { issuer: test.provider.issuer } })
    const refused = await send(fresh.app, token)
    t.equal(refused.statusCode, 400, 'the keys of the provider cannot be read')
    t.same(refused.json(), { error: 'invalid_request', error_description: 'The logout failed.' })
    await test.provider.start()
    t.equal((await send(fresh.app, token)).statusCode, 200)
    t.equal((await send(test.app, token)).statusCode, 200)
    t.equal(await sessionState(test), 'SessionEnded')
  },
)

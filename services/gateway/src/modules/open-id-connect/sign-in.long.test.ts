import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@open-oms/contracts/gateway/session'
import { freePort } from '@open-oms/local-servers/free-port'
import t from 'tap'
import { askToSignIn, person } from '../../testing/people.ts'
import { createBrowser } from '../../testing/provider-browser.ts'
import { mapping, type ProviderTest, type ProviderTestOptions, startWithProvider } from '../../testing/provider-people.ts'
import { passwordsAlone } from '../../testing/test-gateway.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'
import { attemptCookies } from './attempt.ts'
import { idTokenCookie } from './id-token-cookie.ts'

const fetchSession = async ({ app, browser }: ProviderTest) => {
  const response = await app.inject({ url: '/session', headers: browser.headers() })
  return response.json() as Session & { error?: string }
}

const attemptNames = ({ browser }: ProviderTest) => [...browser.cookies.keys()].filter((name) => name.startsWith('oms-sign-in-'))

t.test('given a provider, when a person signs in there, then a session begins with the roles of the claims', async (t) => {
  const test = await startWithProvider(t)
  const { app, browser, log } = test
  const page = await browser.signIn('kari', '/console/orders?text=a%20b')
  t.equal(page.location, '/console/orders?text=a%20b', log())
  t.match(await fetchSession(test), {
    user: {
      userName: 'kari@example.com',
      displayName: 'Kari Nordmann',
      roles: ['OrderRead', 'OrderAdmin', 'AccountingRead'],
      storeIds: { length: 0 },
    },
    signOutUrl: '/session/oidc/sign-out',
  })
  t.same(attemptNames(test), [], 'the attempt is forgotten')
  for (const [name, value] of browser.cookies) t.notMatch(decoded(value), /kari@|Kari |"sales/, `${name} is sealed`)
  t.notMatch(log(), /kari|code=|eyJ/i, 'the log names nobody')
  const options = await app.inject('/session/options')
  t.same(options.json(), { passwords: true, providers: [{ name: 'Example', url: 'http://gateway.test/session/oidc' }] })
})

const decoded = (value: string) => `${value} ${Buffer.from(value.split('.')[3] ?? '', 'base64url').toString('latin1')}`

t.test(
  'given the start, when a browser is led to the provider, then with PKCE, state, nonce and a cookie for scripts of none',
  async (t) => {
    const { app } = await startWithProvider(t, { gateway: { publicUrl: 'https://orders.example.com' } })
    const response = await app.inject('/session/oidc?returnTo=/console/orders')
    const query = new URL(String(response.headers.location)).searchParams
    t.equal(response.statusCode, 303)
    t.match(query.get('code_challenge'), /^[\w-]{43}$/)
    t.match(query.get('state'), /^[\w-]{43}$/)
    t.match(query.get('nonce'), /^[\w-]{43}$/)
    t.same(
      [query.get('code_challenge_method'), query.get('response_type'), query.get('scope')],
      ['S256', 'code', 'openid profile email'],
    )
    t.match(
      String(response.headers['set-cookie']),
      /^__Host-oms-sign-in-[\w-]{16}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    t.equal(response.headers['cache-control'], 'no-store')
  },
)

t.test('given a strong sign-in that is asked for, when a person has another one, then it is not enough', async (t) => {
  const groups = ['sales']
  const people = Object.fromEntries(['strong', 'weak', 'simple'].map((name) => [name, { email: `${name}@example.com`, groups }]))
  const signIns = {
    strong: { acr: 'phr', amr: ['pwd', 'mfa'] },
    weak: { acr: 'pwd', amr: ['pwd', 'mfa'] },
    simple: { acr: 'phr', amr: ['pwd'] },
  }
  const asked = { acrValues: ['phr', 'phrh'], amrValues: ['mfa'], maxAgeSeconds: 300 }
  const start = (changes: object = asked) => startWithProvider(t, { mapping: changes, provider: { people, signIns } })
  const test = await start()
  const query = new URL((await test.browser.open('/session/oidc')).location).searchParams
  t.same([query.get('acr_values'), query.get('max_age')], ['phr phrh', '300'])
  t.equal((await test.browser.signIn('strong')).location, '/console', test.log())
  t.match(await fetchSession(test), { user: { userName: 'strong@example.com' } })
  for (const name of ['weak', 'simple'])
    t.match((await (await start()).browser.signIn(name)).location, /signInError=WeakSignIn$/, name)
  // A provider that does not say when: the time was not asked for.
  const silent = await start({ ...asked, maxAgeSeconds: null })
  const callback = await silent.browser.getCallbackUrl('strong')
  silent.reload(asked)
  t.match((await silent.browser.open(callback)).location, /signInError=WeakSignIn$/)
})

t.test('given two tabs, when both sign in, then neither disturbs the other; of many the eldest is forgotten', async (t) => {
  const test = await startWithProvider(t)
  const { browser } = test
  const first = await browser.getCallbackUrl('kari', '/console/orders')
  const second = await browser.getCallbackUrl('kari', '/console/stock')
  t.equal((await browser.open(first)).location, '/console/orders')
  t.equal((await browser.open(second)).location, '/console/stock')
  for (let tab = 0; tab < 7; tab++) await browser.open('/session/oidc')
  t.equal(attemptNames(test).length, 5)
})

t.test('given a callback, when it is not of this attempt, then nobody is signed in and the console says why', async (t) => {
  const test = await startWithProvider(t)
  const { browser } = test
  const refused = async (change: (callback: URL) => void, reason: string, what: string) => {
    const callback = new URL(await browser.getCallbackUrl('kari', '/console/orders?view=1'))
    const before = new Map(browser.cookies)
    change(callback)
    t.match(new URL((await browser.open(callback.href)).location, 'http://gateway').searchParams.get('signInError'), reason, what)
    t.equal((await fetchSession(test)).error, 'Unauthorized', what)
    browser.cookies.clear()
    return { callback, before }
  }
  await refused(({ searchParams }) => searchParams.set('state', 'x'.repeat(43)), 'Expired', 'another state')
  await refused(({ searchParams }) => searchParams.delete('state'), 'Expired', 'no state')
  await refused(({ searchParams }) => searchParams.set('code', 'forged'), 'Failed', 'a forged code')
  await refused(({ searchParams }) => searchParams.set('iss', 'https://evil.example'), 'Failed', 'another issuer')
  await refused(() => browser.cookies.clear(), 'Expired', 'another browser')
  await refused(
    () => {
      for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -30)}AAAA${value.slice(-26)}`)
    },
    'Expired',
    'a changed cookie',
  )
})

t.test(
  'given a callback, when it is opened again, even with the cookies of before, then the code is worth nothing',
  async (t) => {
    const test = await startWithProvider(t)
    const { browser } = test
    const callback = await browser.getCallbackUrl('kari')
    const before = new Map(browser.cookies)
    t.equal((await browser.open(callback)).location, '/console')
    t.equal((await browser.open(callback)).location, '/console?signInError=Expired')
    t.equal((await fetchSession(test)).user.userName, 'kari@example.com', 'who is signed in stays so')
    browser.cookies.clear()
    for (const [name, value] of before) browser.cookies.set(name, value)
    t.equal((await browser.open(callback)).location, '/console?signInError=Expired')
    t.equal((await fetchSession(test)).error, 'Unauthorized')
  },
)

t.test('given a callback, when it is opened twice at once, then the provider gets its code once', async (t) => {
  const { browser } = await startWithProvider(t)
  const callback = await browser.getCallbackUrl('kari')
  const pages = await Promise.all([browser.open(callback), browser.open(callback)])
  t.same(pages.map(({ location }) => location).sort(), ['/console', '/console?signInError=Expired'])
})

t.test('given an attempt, when its nonce or its verifier is another, then the tokens are not accepted', async (t) => {
  const { browser, keyRing } = await startWithProvider(t)
  const cookies = attemptCookies('http://gateway.test')
  for (const change of [{ nonce: 'n'.repeat(43) }, { codeVerifier: 'v'.repeat(43) }]) {
    const callback = await browser.getCallbackUrl('kari')
    const state = new URL(callback).searchParams.get('state') ?? ''
    const attempt = await cookies.read(keyRing, browser.headers(), { state, now: Date.now() })
    if (attempt === null) throw new Error('There is no attempt.')
    const [written = ''] = (await cookies.write(keyRing, { ...attempt, ...change }, {})).slice(-1)
    const [name = '', value = ''] = (written.split(';')[0] ?? '').split('=')
    browser.cookies.set(name, value)
    t.equal((await browser.open(callback)).location, '/console?signInError=Failed', JSON.stringify(change))
  }
})

t.test('given an attempt, when the person comes back after ten minutes, then it has expired', async (t) => {
  const clock = { now: Date.parse('2026-03-02T08:00:00Z') }
  const test = await startWithProvider(t, { gateway: { sessions: { now: () => clock.now } } })
  const callback = await test.browser.getCallbackUrl('kari')
  clock.now += 600_000
  t.equal((await test.browser.open(callback)).location, '/console?signInError=Expired')
  await test.browser.signIn('kari')
  clock.now += 12 * 3_600_000
  t.equal((await fetchSession(test)).error, 'SessionEnded', 'the session ends as every other')
})

t.test('given people without a role, a name or a way in, when they sign in, then each is refused for the reason', async (t) => {
  const users = createUserRegistry([person('Local@example.com'), person('scope')])
  const test = await startWithProvider(t, { gateway: { sessions: { users } } })
  const reasons = {
    ola: 'NoRole',
    eve: 'NameTaken',
    twin: 'NameTaken',
    mallory: 'NoName',
    unsaid: 'NoName',
    lookalike: 'NoName',
    oneScript: 'NameTaken',
    nobody: 'NoName',
    '': 'Refused',
  }
  for (const [name, reason] of Object.entries(reasons)) {
    const browser = createBrowser(test.app, 'http://gateway.test')
    t.equal((await browser.signIn(name)).location, `/console?signInError=${reason}`, name)
    t.equal((await fetchSession({ ...test, browser })).error, 'Unauthorized', name)
  }
})

t.test('given a person who was refused, when they try again as someone else, then the provider asks who it is', async (t) => {
  const { browser } = await startWithProvider(t)
  const prompt = async (query: string) =>
    new URL((await browser.open(`/session/oidc${query}`)).location).searchParams.get('prompt')
  t.same([await prompt(''), await prompt('?asksAgain=true'), await prompt('?asksAgain=x')], [null, 'login', null])
})

t.test('given a session of the provider, when the rules are reloaded, then removed access ends', async (t) => {
  const test = await startWithProvider(t)
  const { app, browser, reload } = test
  await browser.signIn('kari')
  const rules = mapping.roles
  reload({ roles: rules.slice(1) })
  t.same((await fetchSession(test)).user.roles, ['AccountingRead'])
  reload({ roles: rules, storesClaim: 'stores' })
  t.equal((await fetchSession(test)).error, 'SessionEnded', 'she has no store')
  reload({})
  const { csrfToken } = await fetchSession(test)
  const headers = { ...browser.headers(), 'x-csrf-token': csrfToken }
  t.equal((await app.inject({ method: 'DELETE', url: '/session?everywhere=true', headers })).statusCode, 204)
  t.equal((await app.inject({ url: '/session', headers })).json().error, 'SessionEnded')
})

t.test('given claims with more stores than a cookie holds, when the person signs in, then it is said', async (t) => {
  const test = await startWithProvider(t, { mapping: { storesClaim: 'stores' } })
  t.equal((await test.browser.signIn('chief')).location, '/console?signInError=TooManyStores')
  t.equal((await fetchSession(test)).error, 'Unauthorized')
})

t.test('given a return address, when it leads elsewhere, then the console is shown', async (t) => {
  const { browser } = await startWithProvider(t)
  for (const address of ['https://evil.example/console', '//evil.example/console', '/console/../docs', '/\\evil.example'])
    t.equal((await browser.signIn('kari', address)).location, '/console', address)
})

t.test(
  'given a provider that is unreachable, when someone signs in, then the error says so, and it works when the provider is back',
  async (t) => {
    const { browser, provider, app, log } = await startWithProvider(t)
    await provider.stop()
    const page = await browser.open('/session/oidc?returnTo=/console/stock')
    t.same([page.status, page.location], [303, '/console/stock?signInError=ProviderUnavailable'])
    t.match(log(), /does not respond/)
    t.equal((await app.inject('/health/live')).statusCode, 200)
    await provider.start()
    const callback = await browser.getCallbackUrl('kari')
    await provider.stop()
    t.equal((await browser.open(callback)).location, '/console?signInError=ProviderUnavailable')
  },
)

t.test(
  'given a provider that does not respond in time or with an error, when someone signs in, then it counts as unreachable',
  async (t) => {
    let status = 0
    const silent = createServer((_, response) => (status === 0 ? undefined : response.writeHead(status).end('{}')))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => silent.closeAllConnections())
    t.teardown(() => silent.close())
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const { browser } = await startWithProvider(t, { known: { issuer }, timeoutSeconds: 1 })
    t.equal((await browser.open('/session/oidc')).location, '/console?signInError=ProviderUnavailable')
    status = 502
    t.equal((await browser.open('/session/oidc')).location, '/console?signInError=ProviderUnavailable')
    status = 404
    t.equal((await browser.open('/session/oidc')).location, '/console?signInError=Failed', 'the issuer is wrong')
  },
)

t.test('given a wrong secret, when a person comes back, then it fails and the log says why', async (t) => {
  const { browser, log } = await startWithProvider(t, { known: { clientSecret: 'another' } })
  t.equal((await browser.signIn('kari')).location, '/console?signInError=Failed')
  t.match(log(), /invalid_client/)
})

t.test('given a public client and claims of the userinfo endpoint, when a person signs in, then both work', async (t) => {
  const client = {
    client_id: 'public',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://gateway.test/session/oidc/callback'],
  }
  const options: ProviderTestOptions = {
    provider: { clients: [client], keepsClaims: true },
    known: { clientId: 'public', clientSecret: null },
  }
  const without = await startWithProvider(t, options)
  t.equal((await without.browser.signIn('kari')).location, '/console?signInError=NoName')
  const test = await startWithProvider(t, { ...options, mapping: { readsUserInfo: true } })
  t.equal((await test.browser.signIn('kari')).location, '/console')
  t.equal((await fetchSession(test)).user.userName, 'kari@example.com')
})

t.test('given a session of the provider, when the person signs out, then it ends here and at the provider', async (t) => {
  const test = await startWithProvider(t)
  const { app, browser, provider } = test
  await browser.signIn('kari')
  const session = await fetchSession(test)
  t.equal((await browser.open('/session/oidc/sign-out')).location, '/console', 'a link ends no session')
  t.equal((await fetchSession(test)).user.userName, 'kari@example.com')
  const copy = browser.headers()
  const headers = { ...copy, 'x-csrf-token': session.csrfToken }
  t.equal((await app.inject({ method: 'DELETE', url: '/session', headers })).statusCode, 204)
  t.equal((await app.inject({ url: '/session', headers: copy })).json().error, 'SessionEnded', 'a copy of the cookie')
  const leaving = new URL((await browser.open(session.signOutUrl ?? '')).location)
  t.equal(leaving.origin, provider.issuer)
  t.equal(leaving.searchParams.get('post_logout_redirect_uri'), 'http://gateway.test/console')
  t.match(leaving.searchParams.get('id_token_hint'), /^eyJ/)
  const asked = await browser.open(leaving.href)
  t.match(asked.body, /Yes, sign me out/, 'the provider accepts the address and the token')
  await provider.stop()
  t.equal((await browser.open('/session/oidc/sign-out')).location, '/console', 'the token is lost')
})

t.test(
  'given a provider that is unreachable from the start, when a person signs out there, then the console is shown',
  async (t) => {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const { browser, keyRing, log } = await startWithProvider(t, { known: { issuer } })
    const written = await idTokenCookie('http://gateway.test').write(keyRing, { issuer, idToken: null }, 60)
    const [name = '', value = ''] = (written.split(';')[0] ?? '').split('=')
    browser.cookies.set(name, value)
    t.equal((await browser.open('/session/oidc/sign-out')).location, '/console')
    t.match(log(), /The session at the provider continues: .* does not respond/)
  },
)

t.test('given passwords that are switched off, when one is sent, then it is 403 and the provider is named', async (t) => {
  const users = createUserRegistry([person('kari@example.com')])
  const test = await startWithProvider(t, { passwords: false, gateway: { sessions: { users } } })
  const response = await askToSignIn(test.app, 'kari@example.com')
  t.equal(response.statusCode, 403)
  t.match(response.json(), { error: 'Forbidden', message: /Example/ })
  t.equal((await test.browser.signIn('kari')).location, '/console')
  t.equal((await test.app.inject('/session/options')).json().passwords, false)
})

t.test('given an address that has used up its requests, when it signs in at a provider, then the console says so', async (t) => {
  const tenantRateLimit = () => ({ bucketSize: 3, refillAmount: 1, refillIntervalMs: 60_000, concurrentMax: 40 })
  const { browser } = await startWithProvider(t, { gateway: { tenantRateLimit } })
  for (let attempt = 1; attempt <= 3; attempt++) await browser.open('/session/oidc')
  t.equal((await browser.open('/session/oidc')).location, '/console?signInError=TooManyAttempts')
})

t.test('given no provider, when its addresses are opened, then there are no such', async (t) => {
  const { app } = await startWithProvider(t, { gateway: { sessions: { methods: () => passwordsAlone } } })
  for (const path of ['', '/callback?code=1&state=2']) t.equal((await app.inject(`/session/oidc${path}`)).statusCode, 404, path)
  const signOut = await app.inject('/session/oidc/sign-out')
  t.same([signOut.statusCode, signOut.headers.location], [303, '/console'], 'a session of a removed provider')
})

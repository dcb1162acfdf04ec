import type { Session } from '@open-oms/contracts/gateway/session'
import t, { type Test } from 'tap'
import { type ProviderTestOptions, startPartner, startWithProvider } from '../../testing/provider-people.ts'

const PARTNER_PATH = '/session/oidc/providers/partner'

/** A gateway with two providers, and what it says of who is signed in. */
async function start(t: Test, options: ProviderTestOptions = {}) {
  const { provider: partnerProvider, partner } = await startPartner(t)
  const test = await startWithProvider(t, { partner, ...options })
  const session = async () => {
    const response = await test.app.inject({ url: '/session', headers: test.browser.headers() })
    return response.json() as Session & { error?: string }
  }
  return { ...test, partner, partnerProvider, session }
}

t.test('given two providers, when people sign in, then each is led to their own and back', async (t) => {
  const { app, browser, session, provider, partnerProvider } = await start(t)
  const options = await app.inject('/session/options')
  t.same(options.json(), {
    passwords: true,
    providers: [
      { name: 'Example', url: 'http://gateway.test/session/oidc' },
      { name: 'Partner', url: `http://gateway.test${PARTNER_PATH}` },
    ],
  })
  const started = new URL((await browser.open(PARTNER_PATH)).location)
  t.equal(started.origin, partnerProvider.issuer)
  t.equal(started.searchParams.get('redirect_uri'), `http://gateway.test${PARTNER_PATH}/callback`)
  t.equal((await browser.signIn('pia', '/console/orders', PARTNER_PATH)).location, '/console/orders')
  t.match((await session()).user, { userName: 'pia@partner.example', displayName: 'Pia', roles: ['OrderRead', 'OrderAdmin'] })
  t.equal((await browser.signIn('kari')).location, '/console')
  t.match((await session()).user, { userName: 'kari@example.com', displayName: 'Kari Nordmann' })
  t.equal(new URL((await browser.open('/session/oidc')).location).origin, provider.issuer)
  t.equal((await browser.open('/session/oidc/providers/other')).status, 404)
  t.equal((await browser.open('/session/oidc/providers/other/callback?code=1&state=2')).status, 404)
})

t.test('given an attempt with one provider, when another leads back, then nobody is signed in and no code is sent', async (t) => {
  const { browser, session, provider, partnerProvider } = await start(t)
  const failed = '/console?signInError=Failed'
  const mixedUp = async (change: (own: URL, other: URL) => URL, what: string, { isStopped = false } = {}) => {
    const own = new URL(await browser.getCallbackUrl('kari'))
    const other = new URL(await browser.getCallbackUrl('pia', '/console', PARTNER_PATH))
    t.equal(own.searchParams.get('iss'), provider.issuer)
    t.equal(other.searchParams.get('iss'), partnerProvider.issuer)
    const address = change(own, other).href
    if (isStopped) await Promise.all([provider.stop(), partnerProvider.stop()])
    t.equal((await browser.open(address)).location, failed, what)
    if (isStopped) await Promise.all([provider.start(), partnerProvider.start()])
    t.equal((await session()).error, 'Unauthorized', what)
  }
  const withOwnState = (own: URL, other: URL) => {
    other.searchParams.set('state', own.searchParams.get('state') ?? '')
    return other
  }
  // Neither token endpoint can be reached: whoever asked one would get ProviderUnavailable.
  await mixedUp(withOwnState, 'the address of the other provider', { isStopped: true })
  await mixedUp(
    (own, other) => {
      own.search = withOwnState(own, other).search
      return own
    },
    'the code and the issuer of the other provider at the own address',
    { isStopped: true },
  )
  await mixedUp((own, other) => {
    own.searchParams.set('code', other.searchParams.get('code') ?? '')
    return own
  }, 'the code of the other provider as if it were of the own one')
  await mixedUp(
    (own) => {
      own.searchParams.delete('iss')
      return own
    },
    'no issuer, of a provider that says who it is',
    { isStopped: true },
  )
  await mixedUp(
    (own, other) => {
      other.search = own.search
      return other
    },
    'the own code at the address of the other provider',
    { isStopped: true },
  )
})

t.test('given the people of a partner, when one has the name of someone of the shop, then it is refused', async (t) => {
  const { browser, session, log } = await start(t)
  t.equal((await browser.signIn('kari', '/console', PARTNER_PATH)).location, '/console?signInError=NoName')
  t.equal((await session()).error, 'Unauthorized')
  t.match(log(), /ends with none of \\"userNameEndings\\"/)
})

t.test('given a session of each provider, when the people sign out, then each is led to their own', async (t) => {
  const { app, browser, session, provider, partnerProvider } = await start(t)
  for (const [name, path, issuer] of [
    ['pia', PARTNER_PATH, partnerProvider.issuer],
    ['kari', '/session/oidc', provider.issuer],
  ] as const) {
    await browser.signIn(name, '/console', path)
    const { csrfToken, signOutUrl } = await session()
    const headers = { ...browser.headers(), 'x-csrf-token': csrfToken }
    t.equal((await app.inject({ method: 'DELETE', url: '/session', headers })).statusCode, 204)
    const leaving = new URL((await browser.open(signOutUrl ?? '')).location)
    t.equal(leaving.origin, issuer)
    t.match(leaving.searchParams.get('id_token_hint'), /^eyJ/)
  }
})

t.test('given passwords that are switched off, when one is sent, then both providers are named', async (t) => {
  const { app } = await start(t, { passwords: false })
  const payload = { userName: 'kari@example.com', password: 'x' }
  const response = await app.inject({ method: 'POST', url: '/session', payload })
  t.match(response.json(), { error: 'Forbidden', message: /Sign in with Example or Partner\./ })
})

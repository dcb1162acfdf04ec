import type { SignInProvider } from '@oms/contracts/config/sign-in'
import { type OpenIdProvider, type OpenIdProviderPlan, startOpenIdProvider } from '@oms/local-servers/openid-provider'
import type { FastifyInstance } from 'fastify'
import { createProvider, type ProviderSettings } from '../modules/open-id-connect/provider.ts'
import { passwordsAlone, type TestGateway, type TestGatewayOptions, testGateway } from './test-gateway.ts'

const PUBLIC_URL = 'http://gateway.test'
const CALLBACK = `${PUBLIC_URL}/session/oidc/callback`
const CLIENT_ID = 'console'
const CLIENT_SECRET = 'secret-of-the-console-at-the-provider'

/** Groups give roles and stores. */
export const mapping: SignInProvider = {
  name: 'Example',
  scopes: ['openid', 'profile', 'email'],
  userNameClaim: 'email',
  displayNameClaim: 'name',
  readsUserInfo: false,
  roles: [
    { claim: 'groups', values: ['sales'], roles: ['OrderRead', 'OrderAdmin'] },
    { claim: 'groups', values: ['finance'], roles: ['AccountingRead'] },
  ],
  stores: [],
  storesClaim: null,
}

const manyStores = Array.from({ length: 400 }, (_, index) => `Store-${index}`)

const people = {
  kari: { email: 'kari@example.com', name: 'Kari Nordmann', groups: ['sales', 'finance', 'football'] },
  ola: { email: 'ola@example.com', name: 'Ola', groups: ['football'] },
  eve: { email: 'shop', groups: ['sales'] },
  mallory: { email: 'kari@example.com', email_verified: false, groups: ['sales'] },
  nobody: { groups: ['sales'] },
  chief: { email: 'chief@example.com', groups: ['sales'], stores: manyStores },
}

export type ProviderTest = TestGateway & {
  provider: OpenIdProvider
  browser: Browser
  /** Another configuration, as a reload takes it over. */
  reload(changes: Partial<SignInProvider>): void
}

export type ProviderTestOptions = {
  gateway?: TestGatewayOptions
  mapping?: Partial<SignInProvider>
  passwords?: boolean
  provider?: Partial<OpenIdProviderPlan>
  /** How the gateway knows the provider. */
  settings?: Partial<ProviderSettings>
}

type Teardown = Parameters<typeof testGateway>[0]

/** A gateway and a provider that people of several groups sign in with, and a browser. */
export async function startWithProvider(t: Teardown, options: ProviderTestOptions = {}): Promise<ProviderTest> {
  const client = {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [CALLBACK],
    post_logout_redirect_uris: [`${PUBLIC_URL}/console`],
  }
  const provider = await startOpenIdProvider({ clients: [client], people, ...options.provider })
  t.teardown(() => provider.stop())
  const { issuer } = provider
  const addresses = { redirectUrl: CALLBACK, signedOutUrl: `${PUBLIC_URL}/console` }
  const known = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...addresses, timeoutSeconds: 2, ...options.settings }
  const methodsWith = (changes: Partial<SignInProvider>) => ({
    ...passwordsAlone,
    passwords: options.passwords ?? true,
    provider: { ...mapping, ...options.mapping, ...changes },
    storeIds: new Set(['Oslo-01', 'Bergen-01', ...manyStores]),
  })
  let methods = methodsWith({})
  const gateway = await testGateway(t, {
    publicUrl: PUBLIC_URL,
    provider: createProvider(known),
    ...options.gateway,
    sessions: { methods: () => methods, ...options.gateway?.sessions },
  })
  const reload = (changes: Partial<SignInProvider>) => {
    methods = methodsWith(changes)
  }
  return { ...gateway, provider, browser: createBrowser(gateway.app), reload }
}

export type Page = { status: number; location: string; body: string }

/** As much of a browser as signing in takes: cookies of both servers, and steps from one address to the next. */
export type Browser = {
  /** Cookies of the gateway by name. */
  cookies: Map<string, string>
  headers(): { cookie: string; 'sec-fetch-site': string }
  open(address: string): Promise<Page>
  /** Begins to sign in, gives the name at the provider, and stops before the address of the callback is opened. */
  callbackOf(name: string, returnTo?: string): Promise<string>
  /** Signs in and opens the callback. */
  signIn(name: string, returnTo?: string): Promise<Page>
}

export function createBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>()
  const providersCookies = new Map<string, string>()
  const sent = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(jar: Map<string, string>, lines: readonly string[]): void {
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function openGateway(address: string): Promise<Page> {
    const response = await app.inject({ url: address, headers: { cookie: sent(cookies) } })
    keep(cookies, [response.headers['set-cookie'] ?? []].flat())
    return { status: response.statusCode, location: String(response.headers.location ?? ''), body: response.body }
  }

  async function openProvider(address: string, body?: URLSearchParams): Promise<Page> {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(address, {
      method,
      headers: { cookie: sent(providersCookies) },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    keep(providersCookies, response.headers.getSetCookie())
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? '' : new URL(location, address).href,
      body: await response.text(),
    }
  }

  async function callbackOf(name: string, returnTo = '/console'): Promise<string> {
    const started = await openGateway(`/session/oidc?returnTo=${encodeURIComponent(returnTo)}`)
    let page = await openProvider(started.location)
    while (!page.location.startsWith(CALLBACK)) {
      const isAsking = page.location.includes('/interaction/')
      const given = name === '' ? { cancel: 'yes' } : { name, password: 'any' }
      if (page.location === '') throw new Error(`The provider leads nowhere: ${page.status} ${page.body}`)
      page = await openProvider(page.location, isAsking ? new URLSearchParams(given) : undefined)
    }
    return page.location
  }

  const open = (address: string) =>
    address.startsWith('/') || address.startsWith(PUBLIC_URL)
      ? openGateway(address.replace(PUBLIC_URL, ''))
      : openProvider(address)
  return {
    cookies,
    headers: () => ({ cookie: sent(cookies), 'sec-fetch-site': 'same-origin' }),
    open,
    callbackOf,
    signIn: async (name, returnTo) => open(await callbackOf(name, returnTo)),
  }
}

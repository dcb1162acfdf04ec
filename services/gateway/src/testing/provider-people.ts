import type { SignInProvider } from '@open-oms/contracts/config/access/sign-in'
import { freePort } from '@open-oms/local-servers/free-port'
import { type OpenIdProvider, type OpenIdProviderPlan, startOpenIdProvider } from '@open-oms/local-servers/openid-provider'
import { createProviderConnections } from '../modules/open-id-connect/provider-connections.ts'
import type { KnownProvider } from '../modules/sessions/sign-in-methods.ts'
import { type Browser, createBrowser } from './provider-browser.ts'
import { passwordsAlone, type TestGateway, type TestGatewayOptions, testGateway } from './test-gateway.ts'

const PUBLIC_URL = 'http://gateway.test'
export const CLIENT_ID = 'console'
const CLIENT_SECRET = 'secret-of-the-console-at-the-provider'

/** Groups give roles and stores. */
export const mapping: SignInProvider = {
  name: 'Example',
  scopes: ['openid', 'profile', 'email'],
  userNameClaim: 'email',
  userNameEndings: [],
  displayNameClaim: 'name',
  readsUserInfo: false,
  acrValues: [],
  amrValues: [],
  maxAgeSeconds: null,
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
  unsaid: { email: 'unsaid@example.com', email_verified: null, groups: ['sales'] },
  twin: { email: 'local@example.com', groups: ['sales'] },
  lookalike: { email: 'k\u0430ri@example.com', groups: ['sales'] },
  oneScript: { email: 'ѕсоре', email_verified: true, groups: ['sales'] },
  nobody: { groups: ['sales'] },
  chief: { email: 'chief@example.com', groups: ['sales'], stores: manyStores },
}

/** The people of a partner; one of them has the name of someone of the shop. */
const partnerPeople = {
  pia: { email: 'pia@partner.example', name: 'Pia', groups: ['sales'] },
  kari: { email: 'kari@example.com', name: 'Not Kari', groups: ['sales'] },
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
  /** What the gateway's client at the provider has besides. */
  client?: Record<string, unknown>
  /** How the gateway knows the provider. */
  known?: Partial<Pick<KnownProvider, 'issuer' | 'clientId' | 'clientSecret'>>
  timeoutSeconds?: number
  /** A provider that is there besides. */
  partner?: KnownProvider
}

type Teardown = Parameters<typeof testGateway>[0]

function clientRegistration(path: string): Record<string, unknown> {
  return {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [`${PUBLIC_URL}${path}/callback`],
    post_logout_redirect_uris: [`${PUBLIC_URL}/console`],
  }
}

/** A gateway and a provider that people of several groups sign in with, and a browser. */
export async function startWithProvider(t: Teardown, options: ProviderTestOptions = {}): Promise<ProviderTest> {
  const client = { ...clientRegistration('/session/oidc'), ...options.client }
  const provider = await startOpenIdProvider({ clients: [client], people, ...options.provider })
  t.teardown(() => provider.stop())
  const { partner, timeoutSeconds = 2 } = options
  const known = { id: null, issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...options.known }
  const methodsWith = (changes: Partial<SignInProvider>) => ({
    ...passwordsAlone,
    passwords: options.passwords ?? true,
    providers: [
      { ...known, settings: { ...mapping, ...options.mapping, ...changes } },
      ...(partner === undefined ? [] : [partner]),
    ],
    storeIds: new Set(['Oslo-01', 'Bergen-01', ...manyStores]),
  })
  let methods = methodsWith({})
  const publicUrl = options.gateway?.publicUrl ?? PUBLIC_URL
  const gateway = await testGateway(t, {
    publicUrl,
    connectProvider: createProviderConnections(publicUrl, { timeoutSeconds }),
    ...options.gateway,
    sessions: { methods: () => methods, ...options.gateway?.sessions },
  })
  const reload = (changes: Partial<SignInProvider>) => {
    methods = methodsWith(changes)
  }
  return { ...gateway, provider, browser: createBrowser(gateway.app, PUBLIC_URL), reload }
}

/** The provider of a partner, whose people have names of their own. */
export async function startPartner(t: Teardown): Promise<{ provider: OpenIdProvider; partner: KnownProvider }> {
  const clients = [clientRegistration('/session/oidc/providers/partner')]
  const provider = await startOpenIdProvider({ clients, people: partnerPeople })
  t.teardown(() => provider.stop())
  const settings = { ...mapping, name: 'Partner', userNameEndings: ['@Partner.example'] }
  const partner = { id: 'partner', issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, settings }
  return { provider, partner }
}

/**
 * The same as `startWithProvider`, with a gateway that listens and is registered for back-channel
 * logout.
 */
export async function startWithBackChannel(t: Teardown, options: ProviderTestOptions = {}): Promise<ProviderTest> {
  const port = await freePort()
  const client = {
    backchannel_logout_uri: `http://127.0.0.1:${port}/session/oidc/backchannel-logout`,
    backchannel_logout_session_required: true,
    ...options.client,
  }
  const test = await startWithProvider(t, { ...options, client })
  await test.app.listen({ host: '127.0.0.1', port })
  return test
}

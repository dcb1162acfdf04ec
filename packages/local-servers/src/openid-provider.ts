import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Context, Provider } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { freePort } from './free-port.ts'

export type OpenIdProviderPlan = {
  /** The clients, as OpenID Connect Dynamic Registration describes them. */
  clients: readonly Record<string, unknown>[]
  /** Claims by the name that a person signs in with; whatever else is a name has no claims. */
  people: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** How a person signs in there, by the name; by a password alone when absent. */
  signIns?: Readonly<Record<string, { acr: string; amr: readonly string[] }>>
  /** Whether claims come from the userinfo endpoint alone, and are not in the ID token. */
  keepsClaims?: boolean
}

export type OpenIdProvider = {
  issuer: string
  /** Signs what the provider says (RS256). */
  signingKey: KeyObject
  /** Listens again, at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

const LIFETIME_SECONDS = 600

/**
 * Starts an OpenID Connect provider on a free port of 127.0.0.1. It lets everybody in who gives a
 * name, with any password, and asks for no consent.
 */
export async function startOpenIdProvider(plan: OpenIdProviderPlan): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey: signingKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, configuration(plan, signingKey))
  const callback = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    interact({ provider, signIns: plan.signIns ?? {} }, request, response).catch((error: Error) =>
      response.writeHead(400).end(error.message),
    )
  })
  const start = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start()
  return {
    issuer,
    signingKey,
    start,
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

function configuration({ clients, people, signIns = {}, keepsClaims = false }: OpenIdProviderPlan, signingKey: KeyObject) {
  const claims = [...new Set(Object.values(people).flatMap((person) => Object.keys(person)))]
  const lifetimes = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session']
  return {
    adapter: createMemoryAdapter(0),
    clients,
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: Object.fromEntries(lifetimes.map((name) => [name, LIFETIME_SECONDS])),
    acrValues: [...new Set(Object.values(signIns).map(({ acr }) => acr))],
    claims: { openid: ['sub', 'amr'], profile: ['email_verified', ...claims], email: [] },
    conformIdTokenClaims: keepsClaims,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ email_verified: true, ...people[accountId], sub: accountId }),
    }),
    loadExistingGrant,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
      backchannelLogout: { enabled: true },
    },
    // Without the agent that the provider brings along: it refuses clients at loopback addresses.
    fetch: (url: string, { dispatcher: _, ...request }: RequestInit & { dispatcher?: unknown }) => fetch(url, request),
    renderError: (ctx: Context, { error, error_description: why = '' }: Record<string, string>) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${why}`
    },
  }
}

async function loadExistingGrant({ oidc }: Context & { oidc: { provider: Provider } }) {
  const { client, session, params, provider } = oidc
  const known = session.grantIdFor(client.clientId)
  if (known !== undefined) return provider.Grant.find(known)
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(params.scope)
  await grant.save()
  return grant
}

function logoutSource(ctx: Context, form: string): void {
  const button = '<button type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign me out</button>'
  ctx.body = page('Sign out', `${form}${button}`)
}

function postLogoutSuccessSource(ctx: Context): void {
  ctx.body = page('Signed out', '')
}

/**
 * The page that asks who someone is, and takes what they say. With `cancel` the person goes back.
 */
async function interact(
  { provider, signIns }: { provider: Provider; signIns: NonNullable<OpenIdProviderPlan['signIns']> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    const fields =
      '<label>Name <input name="name"></label><label>Password <input name="password" type="password"></label><button>Continue</button>'
    response.setHeader('content-type', 'text/html').end(page('Provider', `<form method="post">${fields}</form>`))
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const given = new URLSearchParams(Buffer.concat(parts).toString())
  const accountId = given.get('name') ?? ''
  const result = given.has('cancel') ? { error: 'access_denied' } : { login: { accountId, ...signIns[accountId] } }
  await provider.interactionFinished(request, response, result)
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`
}

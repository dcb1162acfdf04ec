import type { FastifyInstance } from 'fastify'

export type Page = { status: number; location: string; body: string }

/**
 * As much of a browser as signing in takes: cookies of the gateway and of providers, and steps from
 * one address to the next.
 */
export type Browser = {
  /** Cookies of the gateway by name. */
  cookies: Map<string, string>
  headers(): { cookie: string; 'sec-fetch-site': string }
  open(address: string): Promise<Page>
  /**
   * Begins to sign in, gives the name at the provider, and stops before the address of the callback
   * is opened.
   */
  getCallbackUrl(name: string, returnTo?: string, path?: string): Promise<string>
  /** Signs in and opens the callback; at the first provider unless another path is given. */
  signIn(name: string, returnTo?: string, path?: string): Promise<Page>
  /** Signs out at a provider, without a visit to the gateway. */
  signOutAt(issuer: string): Promise<Page>
}

type Jar = Map<string, string>

function sent(jar: Jar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

function keep(jar: Jar, lines: readonly string[]): void {
  for (const line of lines) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

/** Opens pages of providers, each of which has its cookies. */
function providerPages() {
  const jars = new Map<string, Jar>()
  return async (address: string, body?: URLSearchParams): Promise<Page> => {
    const { host } = new URL(address)
    const jar: Jar = jars.get(host) ?? new Map()
    jars.set(host, jar)
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie: sent(jar) },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    keep(jar, response.headers.getSetCookie())
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? '' : new URL(location, address).href,
      body: await response.text(),
    }
  }
}

/**
 * A browser for the gateway of a public address, whose requests are injected, and for providers,
 * which listen.
 */
export function createBrowser(app: FastifyInstance, publicUrl: string): Browser {
  const cookies: Jar = new Map()
  const openProvider = providerPages()

  async function openGateway(address: string): Promise<Page> {
    const response = await app.inject({ url: address, headers: { cookie: sent(cookies) } })
    keep(cookies, [response.headers['set-cookie'] ?? []].flat())
    return { status: response.statusCode, location: String(response.headers.location ?? ''), body: response.body }
  }

  async function getCallbackUrl(name: string, returnTo = '/console', path = '/session/oidc'): Promise<string> {
    const started = await openGateway(`${path}?returnTo=${encodeURIComponent(returnTo)}`)
    let page = await openProvider(started.location)
    while (!page.location.startsWith(`${publicUrl}${path}/callback`)) {
      const isAsking = page.location.includes('/interaction/')
      const given = name === '' ? { cancel: 'yes' } : { name, password: 'any' }
      if (page.location === '') throw new Error(`The provider leads nowhere: ${page.status} ${page.body}`)
      page = await openProvider(page.location, isAsking ? new URLSearchParams(given) : undefined)
    }
    return page.location
  }

  const open = (address: string) =>
    address.startsWith('/') || address.startsWith(publicUrl) ? openGateway(address.replace(publicUrl, '')) : openProvider(address)
  return {
    cookies,
    headers: () => ({ cookie: sent(cookies), 'sec-fetch-site': 'same-origin' }),
    open,
    getCallbackUrl,
    signIn: async (name, returnTo, path) => open(await getCallbackUrl(name, returnTo, path)),
    async signOutAt(issuer) {
      const { body } = await openProvider(`${issuer}/session/end`)
      const [, address = ''] = /action="([^"]+)"/.exec(body) ?? []
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(body) ?? []
      return openProvider(address, new URLSearchParams({ xsrf, logout: 'yes' }))
    },
  }
}

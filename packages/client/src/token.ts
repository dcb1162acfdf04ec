/** The id and the secret of an API client. */
export type ClientCredentials = { clientId: string; clientSecret: string }

/**
 * Returns a token that is valid now. `isRefused`: the gateway has refused the last one, so another
 * one is needed.
 */
export type TokenFunction = (request: { isRefused: boolean }) => string | Promise<string>

/**
 * Where tokens come from: the id and secret of a client, a function, or one token that cannot be
 * renewed.
 */
export type TokenSource = ClientCredentials | TokenFunction | string

/** The token of the calls of a client. */
export type Token = {
  get(): Promise<string>
  /**
   * The gateway has refused this token: the next `get` brings another one. Returns false when there
   * is none.
   */
  renew(refused: string): boolean
}

export type FetchedToken = { accessToken: string; expiresIn: number }

/** A token is fetched again this long before it expires, so that none expires on its way. */
const RESERVE_MS = 60_000

/**
 * The token of a source. `fetchToken` asks the gateway; callers that need one at the same time
 * share one request.
 */
export function createToken(source: TokenSource, fetchToken: (credentials: ClientCredentials) => Promise<FetchedToken>): Token {
  if (typeof source === 'string') return { get: async () => source, renew: () => false }
  if (typeof source === 'function') return tokenOfFunction(source)
  return tokenOfCredentials(() => fetchToken(source))
}

function tokenOfFunction(source: TokenFunction): Token {
  let isRefused = false
  return {
    async get() {
      const request = { isRefused }
      isRefused = false
      return await source(request)
    },
    renew() {
      isRefused = true
      return true
    },
  }
}

function tokenOfCredentials(fetchToken: () => Promise<FetchedToken>): Token {
  let current: { token: string; until: number } | null = null
  let fetching: Promise<string> | null = null
  const fetched = async () => {
    const { accessToken, expiresIn } = await fetchToken()
    const lifeMs = expiresIn * 1_000
    current = { token: accessToken, until: Date.now() + lifeMs - Math.min(RESERVE_MS, lifeMs / 2) }
    return accessToken
  }
  return {
    async get() {
      if (current !== null && Date.now() < current.until) return current.token
      fetching ??= fetched().finally(() => {
        fetching = null
      })
      return await fetching
    },
    renew(refused) {
      if (current?.token === refused) current = null
      return true
    },
  }
}

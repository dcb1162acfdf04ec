import { createToken } from '@oms/contracts/gateway/routes'
import type { Token } from '@oms/contracts/gateway/token'
import { addressOf } from './address.ts'
import { failureOf, unreachable } from './api-failure.ts'

/** The token of a caller. */
export type AccessToken = {
  /** A token that is valid now. */
  get(): Promise<string>
  /** The gateway has refused it. */
  forget(): void
  /** False: nobody can make another one. */
  readonly isRenewable: boolean
}

/** A token that somebody has given. */
export function givenToken(token: string): AccessToken {
  return { get: async () => token, forget: () => undefined, isRenewable: false }
}

type ClientOptions = { gatewayUrl: string; clientId: string; clientSecret: string; signal: AbortSignal }

/** A token is fetched anew this long before it expires, so that none expires on its way. */
const RESERVE_MS = 60_000

/** The token of an API client, fetched when it is needed and again before it expires (security.md#tokens). */
export function clientToken(options: ClientOptions): AccessToken {
  let latest: Promise<{ token: string; until: number }> | null = null
  const forget = () => {
    latest = null
  }
  const fetched = async () => {
    latest ??= fetchToken(options)
    try {
      return await latest
    } catch (error) {
      forget()
      throw error
    }
  }
  return {
    isRenewable: true,
    forget,
    async get() {
      const { token, until } = await fetched()
      if (Date.now() < until) return token
      forget()
      return (await fetched()).token
    },
  }
}

async function fetchToken({
  gatewayUrl,
  clientId,
  clientSecret,
  signal,
}: ClientOptions): Promise<{ token: string; until: number }> {
  const response = await fetch(addressOf(gatewayUrl, createToken.url), {
    method: createToken.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, returnAsJson: true }),
    // A redirection would take the secret along, to whatever address it names.
    redirect: 'manual',
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : unreachable(gatewayUrl, error)
  })
  if (!response.ok) throw await failureOf(response, `${createToken.method} ${createToken.url}`)
  const { accessToken, expiresIn } = (await response.json()) as Token
  return { token: accessToken, until: Date.now() + expiresIn * 1_000 - RESERVE_MS }
}

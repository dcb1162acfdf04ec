import { DomainError } from '@oms/contracts/errors'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** Gets the issuer's public keys (a JSON Web Key Set). */
export type KeySource = () => Promise<JSONWebKeySet>

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/** A key id that is not known is asked for at most once in this time, whatever clients send. */
const FETCH_PAUSE_MS = 1_000
/** Known keys are used at once and fetched anew behind them, so that a withdrawn key does not live on for ever. */
const FRESH_MS = 5 * 60_000
const FETCH_TIMEOUT_MS = 5_000

/** Fetches the keys from the issuer's JWKS address. */
export function keysFrom(url: string): KeySource {
  return async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`the issuer's keys answered ${response.status}`)
    return (await response.json()) as JSONWebKeySet
  }
}

/**
 * Finds the key for a token. An unknown key id makes it fetch, which many tokens share and which does not happen more than once a
 * second; a failed fetch leaves known keys in use, and is `Unavailable` for tokens that need it.
 */
export function issuerKeys(source: KeySource, now: () => number = Date.now): JWTVerifyGetKey {
  let keys: LocalKeys | null = null
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let running: Promise<void> | null = null

  async function fetchKeys(): Promise<void> {
    triedAt = now()
    try {
      keys = createLocalJWKSet(await source())
      fetchedAt = now()
      hasFailed = false
    } catch {
      // Readers of `hasFailed` turn it into an answer; the known keys stay in use.
      hasFailed = true
    }
  }
  const refresh = () => {
    running ??= fetchKeys().finally(() => {
      running = null
    })
    return running
  }
  const find: JWTVerifyGetKey = async (header, token) => {
    if (keys === null) throw new errors.JWKSNoMatchingKey()
    return keys(header, token)
  }
  const findAfterFetch: JWTVerifyGetKey = async (header, token) => {
    if (running !== null || now() - triedAt >= FETCH_PAUSE_MS) await refresh()
    try {
      return await find(header, token)
    } catch (error) {
      if (!hasFailed) throw error
      throw new DomainError('Unavailable', 'The keys of the token issuer cannot be had at the moment.', { retryAfterSeconds: 1 })
    }
  }
  return async (header, token) => {
    try {
      const key = await find(header, token)
      if (now() - fetchedAt > FRESH_MS && now() - triedAt >= FETCH_PAUSE_MS) void refresh()
      return key
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return findAfterFetch(header, token)
    }
  }
}

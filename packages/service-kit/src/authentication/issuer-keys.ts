import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { DomainError } from '@open-oms/contracts/errors'

/** A public key as issuers publish it (RFC 7517). */
export type PublishedKey = JsonWebKey & { kid?: string; alg?: string; use?: string; key_ops?: string[] }

/** Gets the issuer's public keys (a JSON Web Key Set). */
export type KeySource = () => Promise<{ keys: readonly PublishedKey[] }>

/**
 * Which key a token was signed with, as its header says; from the client, so it may be anything.
 */
export type KeyHint = { alg?: unknown; kid?: unknown }

/**
 * Returns the public key for a token, in PEM. Raises `Unauthorized`, and `Unavailable` when the
 * issuer's keys cannot be had.
 */
export type FindKey = (hint: KeyHint) => Promise<string>

type UsableKey = { kid: string | undefined; algorithm: string; pem: string }

/** A key id that is not known is asked for at most once in this time, whatever clients send. */
const FETCH_PAUSE_MS = 1_000
/**
 * Known keys are used immediately and refreshed in the background, so that a withdrawn key is not
 * used forever.
 */
const FRESH_MS = 5 * 60_000
const FETCH_TIMEOUT_MS = 5_000

/** The algorithms that tokens may be signed with, by the curve of their keys. */
const algorithmOfCurve: Record<string, string> = { Ed25519: 'EdDSA', 'P-256': 'ES256' }
export const ALGORITHMS = Object.values(algorithmOfCurve)

/** Fetches the keys from the issuer's JWKS address. */
export function keysFrom(url: string): KeySource {
  return async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`the response to the request for the issuer's keys was ${response.status}`)
    return (await response.json()) as Awaited<ReturnType<KeySource>>
  }
}

/** The keys that may verify tokens; an issuer may publish others beside them. */
function usableKeys(published: readonly PublishedKey[]): UsableKey[] {
  return published.flatMap((jwk) => {
    const algorithm = algorithmOfCurve[jwk.crv ?? '']
    const isForSignatures = (jwk.use ?? 'sig') === 'sig' && (jwk.key_ops?.includes('verify') ?? true)
    if (algorithm === undefined || (jwk.alg ?? algorithm) !== algorithm || !isForSignatures) return []
    const pem = toPem(jwk)
    return pem === null ? [] : [{ kid: jwk.kid, algorithm, pem }]
  })
}

/** Null for a key that is broken: it must not take the others with it. */
function toPem(jwk: PublishedKey): string | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    return null
  }
}

function notValid(): DomainError {
  return new DomainError('Unauthorized', 'The token is not valid.')
}

/** Null when no key fits. Raises `Unauthorized` when several do. */
function keyFor({ alg, kid }: KeyHint, keys: readonly UsableKey[]): string | null {
  const fitting = keys.filter((key) => key.algorithm === alg && (typeof kid !== 'string' || key.kid === kid))
  if (fitting.length > 1) throw notValid()
  return fitting[0]?.pem ?? null
}

/**
 * Finds the key for a token. An unknown key id makes it fetch, which many tokens share and which
 * does not happen more than once a second; a failed fetch leaves known keys in use, and is
 * `Unavailable` for tokens that need it.
 */
export function issuerKeys(source: KeySource): FindKey {
  let keys: UsableKey[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let running: Promise<void> | null = null

  async function fetchKeys(): Promise<void> {
    triedAt = Date.now()
    try {
      keys = usableKeys((await source()).keys)
      fetchedAt = Date.now()
      hasFailed = false
    } catch {
      // `find` turns it into a response; the known keys stay in use.
      hasFailed = true
    }
  }
  const refresh = () => {
    running ??= fetchKeys().finally(() => {
      running = null
    })
    return running
  }
  const mayFetch = () => Date.now() - triedAt >= FETCH_PAUSE_MS

  return async function find(hint) {
    if (!ALGORITHMS.some((algorithm) => algorithm === hint.alg)) throw notValid()
    const known = keyFor(hint, keys)
    if (known !== null) {
      if (Date.now() - fetchedAt > FRESH_MS && mayFetch()) void refresh()
      return known
    }
    if (running !== null || mayFetch()) await refresh()
    const fetched = keyFor(hint, keys)
    if (fetched !== null) return fetched
    if (!hasFailed) throw notValid()
    throw new DomainError('Unavailable', 'The keys of the token issuer cannot be had at the moment.', { retryAfterSeconds: 1 })
  }
}

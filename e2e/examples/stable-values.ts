const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** Keys that are made from ids. */
const DIGEST = /\b[0-9a-f]{40}\b/g
const INSTANT = /20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?/g
const DAY = /\b20\d\d-\d\d-\d\d\b/g
/** The date of a mail in Norwegian. */
const DAY_IN_WORDS = /\b\d{1,2}\. [a-z]{3,9}\.? 20\d\d\b/g
const WAIT = /\bin \d+ s\b/g
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
/** Codes that replace a second factor. */
const RECOVERY_CODE = /\b[a-z2-7]{4}(-[a-z2-7]{4}){3}\b/g
const TOKEN_SHOWN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl'
const TIME_SHOWN = '2026-03-02T09:30:00.000Z'
const DAY_SHOWN = '2026-03-02'
const DAY_IN_WORDS_SHOWN = '2. mars 2026'

/** What is different in every run and is a string of its own, by the name of its property. */
const byName: Record<string, string> = {
  secretKey: 'h3Wq8sXk2VbN5tYc',
  access_token: TOKEN_SHOWN,
  csrfToken: 'k2Vd8wQm5tRx3yZb7nLc4pHs6jFg9aUe',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Order%20management:reader%40example.com?issuer=Order%20management&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  /** A whole file in Base64: only how it begins. */
  pdf: 'JVBERi0xLjMK',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  correlationid: '4bf92f3577b34da6a3ce929d0e0e4736',
  /** Made from the day, too. */
  postingHash: '6ae3aa21eeb2a7bc9a60dbd42ed4e608ddda80d80c9a6fbc31d3f4f0896c3b5b',
  /** Not of this run, but of this release. */
  producerversion: '1.0.0',
}
/** Cursors and fingerprints, which are long and of no form that a client may rely on. */
const opaque = new Set([
  'after',
  'scrollId',
  'nextAfter',
  'next',
  'cursor',
  'etag',
  'hash',
  'challenge',
  'offer',
  'hashOnDisk',
  'configurationHash',
  'kid',
  'x',
  'y',
  'n',
])

/** What is shown of a text because of its name; null where that says nothing. */
function shownByName(name: string, value: string): string | null {
  if (name in byName) return byName[name] as string
  if (name === 'code' && /^\d{6}$/.test(value)) return '492039'
  // Of sessions.
  if (name === 'id' && /^[\w-]{32}$/.test(value)) return 'Zb7nLc4pHs6jFg9aUek2Vd8wQm5tRx3y'
  return opaque.has(name) && value !== '' ? 'MjAyNi0wMy0wMg' : null
}

/**
 * Returns the function that makes ids, times, tokens and addresses the same in every run; equal
 * values stay equal.
 */
export function stableValues(addresses: Record<string, string>): (value: unknown) => unknown {
  const ids = new Map<string, string>()
  const stableId = (id: string) => {
    const known = ids.get(id) ?? `018f3c2a-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const stableText = (text: string) =>
    Object.entries(addresses)
      .reduce((shown, [address, name]) => shown.replaceAll(address, name), text)
      .replaceAll(JWT, TOKEN_SHOWN)
      .replaceAll(UUID, stableId)
      .replaceAll(RECOVERY_CODE, 'mzxw-6ytb-oi4d-k5q7')
      .replaceAll(DIGEST, (digest) => stableId(digest).replaceAll('-', '').padEnd(40, '0'))
      .replaceAll(INSTANT, TIME_SHOWN)
      .replaceAll(WAIT, 'in 12 s')
      .replaceAll(DAY_IN_WORDS, DAY_IN_WORDS_SHOWN)
      .replaceAll(DAY, (day, offset: number, all: string) => (all.startsWith(TIME_SHOWN, offset) ? day : DAY_SHOWN))

  function stable(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => stable(item))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stable(inner, key)]))
    // Places in the audit log depend on what came a moment before.
    if (typeof value === 'number' && /(ms|seconds|^sequence)$/i.test(name)) return 12
    if (typeof value !== 'string') return value
    return shownByName(name, value) ?? stableText(value)
  }
  return (value) => stable(value)
}

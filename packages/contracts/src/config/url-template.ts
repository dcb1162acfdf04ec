/** What the address of a link or panel may name, by the page that it is on. */
export const pagePlaceholders = {
  order: ['orderId', 'orderNumber', 'customerId', 'email', 'storeId'],
  product: ['productId'],
  customer: ['customerKey', 'customerId', 'email'],
} as const

export type UrlValues = Readonly<Record<string, string | null>>

const PLACEHOLDER = /\{([^{}]*)\}/g
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Why an address with placeholders is not good, and what puts it right; null for one that is. The
 * host is fixed: no value can lead elsewhere.
 */
export function findUrlFault(template: string, known: readonly string[]): { reason: string; remedy: string } | null {
  const unknown = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !known.includes(name))
  if (unknown !== undefined)
    return {
      reason: `"{${unknown}}" is no placeholder of this page`,
      remedy: `Use ${known.map((name) => `{${name}}`).join(', ')}.`,
    }
  const [fixed = ''] = template.split('{')
  const parsed = URL.parse(template.replaceAll(PLACEHOLDER, 'x'))
  if (parsed === null || /[\s\\\p{Cc}]/u.test(template))
    return { reason: 'is not an address', remedy: 'Write one such as https://example.com/orders/{orderId}.' }
  const { protocol, hostname, username, password, origin } = parsed
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname)))
    return { reason: 'is not https', remedy: 'Use an https address; http is for localhost alone.' }
  if (username !== '' || password !== '')
    return { reason: 'has a name or a password in it', remedy: 'Remove what is before the @.' }
  if (
    !URL.canParse(fixed) ||
    new URL(fixed).origin !== origin ||
    (fixed !== template && !fixed.slice(origin.length).startsWith('/'))
  )
    return { reason: 'has a placeholder in its host', remedy: 'Put placeholders behind the host and a slash.' }
  return null
}

/**
 * The address with the values in it, each encoded so that it stays one part of the path or query;
 * null where one is missing, or is a step of a path.
 */
export function filledUrl(template: string, values: UrlValues): string | null {
  let isWhole = true
  const filled = template.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name] ?? ''
    if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) isWhole = false
    return isWhole ? encodeURIComponent(value) : ''
  })
  return isWhole ? filled : null
}

/** Where an address leads, for a security policy: `https://example.com`. */
export function templateOrigin(template: string): string {
  return new URL(template.replaceAll(PLACEHOLDER, 'x')).origin
}

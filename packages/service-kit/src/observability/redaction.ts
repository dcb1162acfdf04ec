const HIDDEN = '[hidden]'
const DEPTH_MAX = 8

/**
 * Field names, in lower case and without `-` and `_`, whose values are never logged: secrets first,
 * then personal data.
 */
const hiddenNames = new Set(
  `authorization cookie setcookie proxyauthorization password passphrase secret clientsecret secrethash secretkey token accesstoken
   refreshtoken idtoken apikey privatekey signingkey tokensigningkey idempotencykey
   name firstname lastname middlename fullname displayname customername contactname contactperson salespersonname username
   email customeremail emailaddress phone phonenumber customerphone mobile telephone daytimephonenumber eveningphonenumber
   address addresses billingaddress shippingaddress orderaddress line1 line2 street postalcode zip zipcode birthdate
   ip remoteaddress`.split(/\s+/),
)

/**
 * Secrets inside of texts, such as error messages: tokens, and secrets of query strings and JSON.
 */
const hiddenTexts: [RegExp, string][] = [
  // Taking all that may follow, dots or not, keeps the search linear.
  [/\beyJ[\w.-]*/g, HIDDEN],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\b(client_?secret|access_?token|password|secret_?key)("? *[=:] *")(?:\\.|[^"\\])*/gi, `$1$2${HIDDEN}`],
  [/\b(client_?secret|access_?token|password|secret_?key)='[^']*/gi, `$1='${HIDDEN}`],
  [/\b(client_?secret|access_?token|password|secret_?key)=(?!["'])[^&\s"']+/gi, `$1=${HIDDEN}`],
]

/** What each text has that `redactText` changes. Most have none of it, and looking is cheap. */
const mayHide = /:\/\/|eyJ|(?:bearer|basic) |secret|token|password/i

/** Where an address begins. Bounding the scheme keeps the search linear. */
const schemes = /(\b[a-z][\w+.-]{0,20}:\/\/)/i

/** As descriptions of variables name them. */
const placeholders = /^(user:password@host|host:port)\b/

/**
 * What follows the scheme of an address, without user and password. A password may have any
 * character, also those that should be escaped in an address: it ends before the last `@`.
 */
function redactAuthority(rest: string): string {
  const end = rest.search(/[\s/?#@:]/)
  if (end < 0 || rest.startsWith('[') || placeholders.test(rest)) return rest
  if (rest[end] === '@') return `${HIDDEN}${rest.slice(end)}`
  if (rest[end] !== ':') return rest
  const [word = ''] = rest.match(/^\S*/) ?? []
  const isPort = /^:\d{1,5}(?!\w)/.test(rest.slice(end))
  const [searched = ''] = word.includes('@') || isPort ? [word] : (rest.match(/^.*/) ?? [])
  const at = searched.lastIndexOf('@')
  if (at >= 0) return `${HIDDEN}${rest.slice(at)}`
  return isPort ? rest : `${HIDDEN}${rest.slice(word.length)}`
}

/**
 * A text without the secrets that can be recognised in it, the credentials of addresses among them.
 */
export function redactText(text: string): string {
  if (!mayHide.test(text)) return text
  // The schemes are every second part.
  const parts = text.split(schemes).map((part, index) => (index > 0 && index % 2 === 0 ? redactAuthority(part) : part))
  return hiddenTexts.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), parts.join(''))
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { message, stack, cause, ...fields } = error as Error & Record<string, unknown>
  const shown: Record<string, unknown> = {
    ...redactFields(fields, depth),
    type: error.constructor.name,
    message: redactText(message),
    stack: redactText(stack ?? ''),
  }
  if (cause !== undefined) shown.cause = redact(cause, depth + 1)
  // Not enumerable, and all there is to know: the message of such an error is often empty.
  if (error instanceof AggregateError) shown.errors = redact(error.errors, depth + 1)
  // The text that is no address may be one with a password.
  if ('input' in shown) shown.input = HIDDEN
  // A Postgres error quotes the row at fault.
  if ('detail' in shown) shown.detail = HIDDEN
  return shown
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    result[name] = hiddenNames.has(name.toLowerCase().replace(/[-_]/g, '')) && field !== null ? HIDDEN : redact(field, depth + 1)
  }
  return result
}

/** A copy of a value for the log, without secrets and personal data at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= DEPTH_MAX) return '[deeper]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return redactFields(value, depth)
}

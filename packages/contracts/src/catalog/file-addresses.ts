/**
 * Of a stored file, without the public base: `/assets/{assetId}/{fileName}?v={sha256}`, both parts
 * percent-encoded.
 */
const PATH = String.raw`/assets/[^/"?#\\\s]+/[^/"?#\\\s]+\?v=[0-9a-f]{64}`

const path = new RegExp(`^${PATH}$`)
/**
 * The fields that may hold such an address, in any letter case, as they are read. A quote inside of
 * a text is escaped, so no text looks like a field.
 */
const fieldNames = 'url|imageUrl|mainImageUrl'
const storedInField = new RegExp(String.raw`("(?i:${fieldNames})"\s*:\s*")(?=${PATH}")`, 'g')
const fields = new Set(['url', 'imageurl', 'mainimageurl'])

/** Longest public base in bytes, as it is written in JSON. */
export const PUBLIC_BASE_MAX = 200

/**
 * What the addresses of stored files begin with, without a slash at the end, by the environment of
 * a service; empty for one that has none. Throws an `Error` for one that is too long for events.
 */
export function assetPublicBase({ ASSET_PUBLIC_BASE = '' }: { ASSET_PUBLIC_BASE?: string }): string {
  const base = ASSET_PUBLIC_BASE.replace(/\/+$/, '')
  if (new TextEncoder().encode(inJson(base)).length <= PUBLIC_BASE_MAX) return base
  throw new Error(`ASSET_PUBLIC_BASE is longer than ${PUBLIC_BASE_MAX} bytes: addresses of stored files begin with it.`)
}

function inJson(base: string): string {
  return JSON.stringify(base).slice(1, -1)
}

/**
 * Whether JSON text may have an address without the base. Most texts have none, and looking for it
 * costs a hundredth of replacing; a tenth of that by a beginning that JSON has few of.
 */
function hasAddress(json: string): boolean {
  return json.includes('/assets/') && json.includes('"/assets/')
}

/**
 * JSON text in which the addresses of stored files, kept without it, begin with the public base.
 */
export function withPublicBase(json: string, publicBase: string): string {
  if (!hasAddress(json)) return json
  const base = inJson(publicBase)
  return json.replace(storedInField, (field) => field + base)
}

/** How many bytes `eventWithPublicBase` may add to the text. */
export function roomForPublicBase(json: string): number {
  const addresses = hasAddress(json) ? (json.match(storedInField)?.length ?? 0) : 0
  return addresses === 0 ? 0 : addresses * PUBLIC_BASE_MAX + publicBaseAttribute('').length + PUBLIC_BASE_MAX
}

/**
 * Takes the public base from every address of a stored file in parsed JSON, in place; of the
 * outermost object only in `properties`, in lower case, if they are given. Addresses elsewhere stay
 * as they are.
 */
export function removePublicBase(value: unknown, publicBase: string, properties?: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return
  const parent = value as Record<string, unknown>
  for (const name of Object.keys(parent)) {
    if (properties?.has(name.toLowerCase()) === false) continue
    const property = parent[name]
    if (typeof property !== 'string') removePublicBase(property, publicBase)
    else if (fields.has(name.toLowerCase())) parent[name] = withoutPublicBase(property, publicBase)
  }
}

function withoutPublicBase(address: string, publicBase: string): string {
  const rest = address.slice(publicBase.length)
  return address.startsWith(publicBase) && path.test(rest) ? rest : address
}

/**
 * Source of a regular expression, for Postgres too, for addresses of stored files that begin with
 * one of the bases, in the fields of a JSON document or as a text of their own. Groups 1 and 2
 * together are what stays without the base.
 */
export function storedAddressPattern(bases: readonly string[], within: 'document' | 'address'): string {
  const escaped = bases.map((base) => base.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
  const [start, end] = within === 'document' ? [String.raw`"(?:${fieldNames})"\s*:\s*"`, '"'] : ['^', '$']
  return `(${start})(?:${escaped.join('|')})(${PATH}${end})`
}

/**
 * Whether JSON text may hold an address of a stored file, in whichever way its slashes are escaped.
 */
export function mayHoldFileAddress(json: string): boolean {
  return /\/assets\\?\//.test(json)
}

function publicBaseAttribute(publicBase: string): string {
  return `"publicbase":${JSON.stringify(publicBase)},`
}

/**
 * An event as it is published: its addresses begin with the public base, which its attribute
 * `publicbase` names, so that whoever keeps them can say which part of them is the base.
 */
export function eventWithPublicBase(envelope: string, publicBase: string): string {
  const written = withPublicBase(envelope, publicBase)
  return written === envelope ? envelope : `{${publicBaseAttribute(publicBase)}${written.trimStart().slice(1)}`
}

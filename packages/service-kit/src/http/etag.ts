import { DomainError } from '@open-oms/contracts/errors'

/** The versions that the client accepts, from its `If-Match` header. */
export type IfMatch = {
  /** The version ids named; empty for `*`. */
  versions: readonly string[]
  /** True for `*`: any version, as long as the thing exists. */
  any: boolean
  matches(versionId: string): boolean
}

const ENTITY_TAG_LIST = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/
const ENTITY_TAG = /"([^"]*)"/g

/** The value of `ETag` for a version id. */
export function entityTag(versionId: string): string {
  return `"${versionId}"`
}

/**
 * Reads `If-Match` (http.md#entity-tags): `*`, one tag or a list. Weak tags count like strong ones,
 * because proxies that compress weaken them on the way. Anything else is `ValidationFailed`.
 */
export function parseIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null
  if (header.trim() === '*') return { versions: [], any: true, matches: () => true }
  if (!ENTITY_TAG_LIST.test(header)) {
    throw new DomainError('ValidationFailed', 'If-Match must be * or a list of quoted entity tags.', {
      errors: { 'If-Match': ['must be * or a list of quoted entity tags, such as "0198c0de-…"'] },
    })
  }
  const versions = Array.from(header.matchAll(ENTITY_TAG), ([, version = '']) => version)
  return { versions, any: false, matches: (versionId) => versions.includes(versionId) }
}

/** Whether `If-None-Match` names the entity tag (RFC 9110, section 13.1.2), also a weakened one. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((text) => text.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

import { createHash } from 'node:crypto'
import type { TSchema } from '@sinclair/typebox'

/**
 * The content of a configuration file with a fingerprint in place of each value that its schema
 * calls secret, and without user and password in addresses
 * (configuration.md#running-configuration). Equal secrets have equal fingerprints.
 */
export function withoutSecrets(value: unknown, schema: TSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, schema?.items as TSchema | undefined))
  if (typeof value === 'string') return isSecret(schema) ? fingerprint(value) : withoutCredentials(value)
  if (typeof value !== 'object' || value === null) return value
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSecrets(item, properties[name])]))
}

/** Also of a field that may be null. */
function isSecret(schema: TSchema | undefined): boolean {
  return schema?.secret === true || ((schema?.anyOf as TSchema[] | undefined)?.some(isSecret) ?? false)
}

/**
 * What is secret in a configuration is itself a salted hash: this distinguishes two and says
 * nothing of either.
 */
export function fingerprint(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`
}

function withoutCredentials(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/i, '$1***@')
}

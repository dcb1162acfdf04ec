import { invalid } from '@open-oms/contracts/errors'

/** Raises `ValidationFailed`, naming the path, for a text that Postgres does not store. */
export function requireStorableTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw invalid(path, 'must not contain the NUL character or half of a surrogate pair')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    requireStorableTexts(key, path)
    requireStorableTexts(field, pathTo(path, Array.isArray(value) ? Number(key) : key))
  }
}

/** The path of a field or an item of what is at a path. */
export function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

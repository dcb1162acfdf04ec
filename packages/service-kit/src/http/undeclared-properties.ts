/** Keys that one response names; a header has to stay short. */
const KEYS_MAX = 20

const noted = new WeakMap<object, Set<string>>()

/** Notes keys of properties that a request has written and that are not declared. */
export function noteUndeclared(request: object, keys: readonly string[]): void {
  const known = noted.get(request) ?? new Set()
  for (const key of keys) known.add(key)
  noted.set(request, known)
}

/** The header that names what was noted for a request; none where nothing was. */
export function undeclaredHeader(request: object): Record<string, string> {
  const keys = noted.get(request)
  if (keys === undefined) return {}
  return { 'undeclared-properties': [...keys].slice(0, KEYS_MAX).map(encodeURIComponent).join(', ') }
}

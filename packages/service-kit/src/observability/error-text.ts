/**
 * An error in one line, with the codes and the texts of what caused it:
 * `Unavailable: The database is not reachable at the moment. (28P01: password authentication failed)`.
 * Secrets in it are not hidden.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message, cause } = error as Error & { code?: unknown }
  const own = [typeof code === 'string' ? code : '', message].filter((part) => part !== '').join(': ')
  return cause === undefined ? own : `${own} (${errorText(cause)})`
}

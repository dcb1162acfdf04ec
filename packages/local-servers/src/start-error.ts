/**
 * A start that cannot continue. The message is for the person at the keyboard: what is wrong, and
 * what to do about it.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The text of anything that was thrown, with its cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${describeError(error.cause)}`
}

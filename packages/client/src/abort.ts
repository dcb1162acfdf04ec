/** The first of some signals to abort, as one; null when there is none. */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): AbortSignal | null {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length < 2 ? (given[0] ?? null) : AbortSignal.any(given)
}

/**
 * What a promise resolves to, unless the signal aborts first; then the signal's reason is raised,
 * and the promise is left alone.
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return await promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = withReject()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function withReject() {
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<never>((_, rejectIt) => {
    reject = rejectIt
  })
  return { promise, reject }
}

/** Resolves after some milliseconds; raises the signal's reason when it aborts first. */
export async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await orAborted(waiting, signal).finally(() => clearTimeout(timer))
}

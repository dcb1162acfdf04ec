import type { CallContext } from './step.ts'

/** The end of an external call: its response, or why it is no longer waited for. */
export type TimedResult<T> = { result: T } | { reason: string; reasonClass: 'TimedOut' }

/**
 * Makes an external call until the timeout of the step ends or its run is lost; the call is
 * notified by its signal, and left alone if it does not listen. The reason is a sentence about
 * `whom`.
 */
export async function withinTime<T>(
  { timeoutMs, signal }: Pick<CallContext, 'timeoutMs' | 'signal'>,
  whom: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<TimedResult<T>> {
  const { promise: end, resolve } = Promise.withResolvers<TimedResult<T>>()
  const ending = new AbortController()
  const stop = (reason: string) => {
    resolve({ reason, reasonClass: 'TimedOut' })
    ending.abort()
  }
  const onAbort = () => stop(`The request to ${whom} was cancelled.`)
  const timer = setTimeout(() => stop(`There was no response from ${whom} within ${timeoutMs} ms.`), timeoutMs)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([end, work(ending.signal).then((result) => ({ result }))])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

import type { Dispatcher } from 'undici'

type Dispatch = {
  options: Dispatcher.DispatchOptions
  handler: Dispatcher.DispatchHandler
  /** Longest wait for a free connection. */
  waitMs: number
  /**
   * Called instead of the handler, which then hears nothing of the request, when none came free.
   */
  onLate: () => void
}

/**
 * Sends a request as soon as a connection is free. The pool itself would let it wait for ever, and
 * ever more of them when connections are held by slow responses.
 */
export function dispatchInTime(pool: Dispatcher, { options, handler, waitMs, onLate }: Dispatch): void {
  let state: 'waiting' | 'begun' | 'late' = 'waiting'
  let timer: NodeJS.Timeout | undefined
  const leave = () => {
    clearTimeout(timer)
    if (state === 'waiting') state = 'begun'
    return state === 'begun'
  }
  pool.dispatch(options, {
    ...handler,
    onRequestStart(controller, context) {
      if (leave()) handler.onRequestStart?.(controller, context)
      else controller.abort(new Error('Nobody waits for the response any more.'))
    },
    onResponseError(controller, error) {
      if (leave()) handler.onResponseError?.(controller, error)
    },
  })
  // With a connection at hand it has begun already.
  if (state !== 'waiting') return
  timer = setTimeout(() => {
    state = 'late'
    onLate()
  }, waitMs)
}

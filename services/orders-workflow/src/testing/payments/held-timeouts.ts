const held = new Set<AbortController>()
const timeoutByClock = AbortSignal.timeout
let holders = 0

/**
 * Until the test ends, no `AbortSignal.timeout` of this process fires by the clock, which also runs
 * while the machine is paused.
 */
export function holdTimeouts(t: { teardown(end: () => unknown): unknown }): void {
  holders += 1
  t.teardown(() => {
    holders -= 1
    if (holders === 0) AbortSignal.timeout = timeoutByClock
  })
  AbortSignal.timeout = () => {
    const controller = new AbortController()
    held.add(controller)
    return controller.signal
  }
}

/** Fires all held timeouts, as for a receiver that never responds. */
export function runOutOfTime(): void {
  const open = [...held]
  held.clear()
  for (const controller of open) controller.abort(new DOMException('The time is over.', 'TimeoutError'))
}

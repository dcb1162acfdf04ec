/**
 * Waits until it is woken or its time is over. A call to `wake` while nobody waits ends the next
 * wait immediately.
 */
export type Wake = { wake(): void; wait(ms: number, signal: AbortSignal): Promise<void> }

export function createWake(): Wake {
  let isAwake = false
  let end: (() => void) | undefined
  const wake = () => {
    isAwake = true
    end?.()
  }
  const wait = async (ms: number, signal: AbortSignal) => {
    if (!isAwake && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', end, { once: true })
      })
      if (end !== undefined) signal.removeEventListener('abort', end)
      end = undefined
    }
    isAwake = false
  }
  return { wake, wait }
}

import { useEffect, useState } from 'react'

/** When nothing more urgent is left to do, at the latest. */
const LATEST_MS = 3_000

/**
 * Runs something once the page has nothing more urgent to do, and returns whether it has: what is
 * loaded then does not delay the first page.
 */
export function useWhenIdle(run?: () => unknown): boolean {
  const [isIdle, setIdle] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once
  useEffect(() => {
    const start = () => {
      setIdle(true)
      run?.()
    }
    // Safari has no such callback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(start, LATEST_MS)
      return () => clearTimeout(timer)
    }
    const callback = requestIdleCallback(start, { timeout: LATEST_MS })
    return () => cancelIdleCallback(callback)
  }, [])
  return isIdle
}

import { createContext, use, useEffect } from 'react'

/** How a dialog counts what is under way in it; outside of a dialog nothing is counted. */
export const UnderWayContext = createContext<(change: 1 | -1) => void>(() => undefined)

/**
 * Keeps the dialog that a component is in open as long as something is under way: its outcome is
 * shown there.
 */
export function useKeepOpen(isUnderWay: boolean): void {
  const count = use(UnderWayContext)
  useEffect(() => {
    if (!isUnderWay) return
    count(1)
    return () => count(-1)
  }, [isUnderWay, count])
}

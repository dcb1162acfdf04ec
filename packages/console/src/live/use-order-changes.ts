import { useEffect, useRef } from 'react'
import { listenToOrders } from './order-stream.ts'

const SOON_MS = 300
const PAUSE_MS = 3_000

type Listener = {
  /** Orders have changed, or may have. */
  onChanged: () => void
  /** What has happened since the page was loaded is not known. */
  onLost: () => void
}

/**
 * Listens to changes of orders while the page is there: soon after one, but not more often than
 * every few seconds.
 */
export function useOrderChanges(listener: Listener): void {
  const now = useRef(listener)
  now.current = listener
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = Number.NEGATIVE_INFINITY
    const checkSoon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = performance.now()
          now.current.onChanged()
        },
        Math.max(SOON_MS, last + PAUSE_MS - performance.now()),
      )
    }
    const stop = listenToOrders({
      onChanges: checkSoon,
      onGap: ({ isLost }) => (isLost ? now.current.onLost() : checkSoon()),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

import { useEffect } from 'react'

/** Names the page in the window, the history and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

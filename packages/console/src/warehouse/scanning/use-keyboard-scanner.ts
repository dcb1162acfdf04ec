import { useEffect, useRef } from 'react'

/** A scanner types faster than a person: a longer pause begins a new code. */
const PAUSE_MS = 120
const CODE_MIN = 3

/**
 * Calls `onCode` with what a scanner types that is connected as a keyboard, ended by Enter. Fields
 * keep what is typed into them.
 */
export function useKeyboardScanner(onCode: (code: string) => void): void {
  const now = useRef(onCode)
  now.current = onCode
  useEffect(() => {
    let typed = ''
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      if (isForSomethingElse(event)) return
      if (event.timeStamp - last > PAUSE_MS) typed = ''
      last = event.timeStamp
      if (event.key === 'Enter' && typed.length >= CODE_MIN) {
        // Else Enter would press the button that has the focus.
        event.preventDefault()
        event.stopPropagation()
        now.current(typed)
        typed = ''
      } else if (event.key.length === 1) typed += event.key
    }
    globalThis.addEventListener('keydown', onKey, { capture: true })
    return () => globalThis.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** A field takes what is typed into it, and so does a shortcut. */
function isForSomethingElse({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInField = target instanceof HTMLElement && target.closest('input, textarea, select') !== null
  return isInField || ctrlKey || metaKey || altKey
}

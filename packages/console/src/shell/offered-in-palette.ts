import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Something that the page that is open can do, as the command palette offers it. */
export type OfferedAction = { label: string; run: () => void }

const none: readonly OfferedAction[] = []
const offers = new Map<symbol, readonly OfferedAction[]>()
const listeners = new Set<() => void>()
let all = none

function changed(): void {
  all = [...offers.values()].flat()
  for (const listener of listeners) listener()
}

/** Offers actions in the command palette as long as the component is shown. */
export function useOfferInPalette(actions: readonly OfferedAction[]): void {
  const latest = useRef(actions)
  latest.current = actions
  const labels = actions.map(({ label }) => label).join('\n')
  useEffect(() => {
    const owner = Symbol(labels)
    const run = (label: string) => latest.current.find((action) => action.label === label)?.run()
    offers.set(
      owner,
      latest.current.map(({ label }) => ({ label, run: () => run(label) })),
    )
    changed()
    return () => {
      offers.delete(owner)
      changed()
    }
  }, [labels])
}

/** What the page that is open offers. */
export function useOfferedActions(): readonly OfferedAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => all,
  )
}

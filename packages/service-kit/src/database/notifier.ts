export type Notifier = {
  /** Calls all listeners. To be called after the commit of what they look for. */
  notify(): void
  /** Calls the listener on every `notify` until the returned function is called. */
  listen(listener: () => void): () => void
}

/**
 * Links a write of this process with the work that waits for it, which then need not wait for its
 * next look at the table.
 */
export function createNotifier(): Notifier {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

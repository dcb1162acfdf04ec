/** Times by key, kept for as long as a session may last. Times are in milliseconds since 1970. */
export type SessionMarks = {
  /**
   * What was set before this time is not known for certain; sessions from before it do not count.
   */
  since: number
  /** The times of marks; null for those that there are not. */
  read(keys: readonly string[]): Promise<readonly (number | null)[]>
  /** Sets marks, in this order. Raises `Unavailable` when they cannot be kept. */
  set(keys: readonly string[], at: number): Promise<void>
  /** Sets a mark that was not set; returns false where it was. */
  setOnce(key: string, at: number): Promise<boolean>
}

export type MemoryMarksOptions = {
  /** Longest time that a session lasts: older marks are forgotten. */
  lifetimeMs: number
  now?: () => number
}

const SWEEP_EVERY_MS = 60_000

/** Kept in this process alone: sessions from before it do not count. */
export function createMemoryMarks({ lifetimeMs, now = Date.now }: MemoryMarksOptions): SessionMarks & { size(): number } {
  const times = new Map<string, number>()
  const since = now()
  let sweptAt = since

  /** Marks of sessions that would be over anyway are forgotten. */
  function sweep(): void {
    if (now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now()
    for (const [key, at] of times) if (at + lifetimeMs < sweptAt) times.delete(key)
  }

  return {
    since,
    read: async (keys) => keys.map((key) => times.get(key) ?? null),
    async set(keys, at) {
      sweep()
      for (const key of keys) times.set(key, at)
    },
    async setOnce(key, at) {
      sweep()
      if (times.has(key)) return false
      times.set(key, at)
      return true
    },
    size: () => times.size,
  }
}

/** What is known of a session to find out whether it was ended. Times are in milliseconds since 1970. */
export type KnownSession = { id: string; userName: string; signedInAt: number }

/** Sessions that were ended before their time, by signing out. Kept until the latest end of those sessions, `lifetimeMs`. */
export type EndedSessions = {
  isEnded(session: KnownSession): Promise<boolean>
  /** Ends one session. Raises `Unavailable` when it cannot be published to other gateways. */
  end(session: KnownSession): Promise<void>
  /** Ends all sessions of a person that began before now, or now. Raises the same. */
  endAll(userName: string, now: number): Promise<void>
}

const SWEEP_EVERY_MS = 60_000

/** Kept in this process alone, and until it stops. */
export function createMemoryEndedSessions(lifetimeMs: number, now: () => number = Date.now): EndedSessions & { size(): number } {
  const ended = new Map<string, number>()
  const endedBefore = new Map<string, number>()
  let sweptAt = now()

  /** Sessions that would be over anyway are forgotten. */
  function sweep(): void {
    if (now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now()
    for (const times of [ended, endedBefore]) for (const [key, at] of times) if (at + lifetimeMs < sweptAt) times.delete(key)
  }

  return {
    isEnded: async ({ id, userName, signedInAt }) => ended.has(id) || signedInAt <= (endedBefore.get(userName) ?? -1),
    async end({ id, signedInAt }) {
      sweep()
      ended.set(id, signedInAt)
    },
    async endAll(userName, at) {
      sweep()
      endedBefore.set(userName, at)
    },
    size: () => ended.size + endedBefore.size,
  }
}

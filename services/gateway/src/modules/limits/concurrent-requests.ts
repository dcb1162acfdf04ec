/** Counts the requests that each client has under way. */
export type ConcurrentRequests = {
  /** Whether the client may start one more; if so it is counted until `leave`. */
  enter(clientId: string, max: number): boolean
  leave(clientId: string): void
}

/** Counted per process: a shared count would be left too high by an instance that dies. */
export function createConcurrentRequests(): ConcurrentRequests {
  const underWay = new Map<string, number>()
  return {
    enter(clientId, max) {
      const count = underWay.get(clientId) ?? 0
      if (count >= max) return false
      underWay.set(clientId, count + 1)
      return true
    },
    leave(clientId) {
      const count = (underWay.get(clientId) ?? 1) - 1
      if (count === 0) underWay.delete(clientId)
      else underWay.set(clientId, count)
    },
  }
}

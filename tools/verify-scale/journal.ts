/** A write whose response was a success. */
export type AcknowledgedWrite = {
  /** An order, or a product. */
  aggregate: 'order' | 'product'
  id: string
  /** The version that the response named. */
  versionId: string
  /** The transaction that was recorded with it, for a payment. */
  transactionId?: string
  /** The status that was entered with it. */
  status?: string
  /** Whether a step stopped the run of that status. */
  isAborted?: boolean
  /**
   * Milliseconds of the clock of the journal: when it was first sent, and when it was acknowledged.
   */
  sent: number
  acknowledged: number
}

/** What a request met before it was acknowledged. */
export const obstacles = ['refused', 'broken', 'in flight'] as const
export type Obstacle = (typeof obstacles)[number]

/** What callers saw, in the order in which they saw it. */
export type Journal = {
  writes: AcknowledgedWrite[]
  met: { obstacle: Obstacle; at: number }[]
  /** Responses that no fault explains. */
  failures: string[]
  now(): number
}

export function createJournal(): Journal {
  return { writes: [], met: [], failures: [], now: () => performance.now() }
}

export type Period = { from: number; to: number }

/** What callers saw in a period. Times are in milliseconds. */
export type Summary = Record<Obstacle, number> & {
  acknowledged: number
  /** The longest time without an acknowledged write, of orders and of products. */
  pauseMs: { order: number; product: number }
  /** The longest time from the first sending of a write to its acknowledgement. */
  slowestMs: number
}

/** Sums a period up. */
export function summarizePeriod({ writes, met }: Pick<Journal, 'writes' | 'met'>, period: Period): Summary {
  const inside = (at: number) => at >= period.from && at < period.to
  const written = writes.filter(({ acknowledged }) => inside(acknowledged))
  const longestPauseFor = (aggregate: AcknowledgedWrite['aggregate']) =>
    longestPause(
      written.filter((write) => write.aggregate === aggregate).map(({ acknowledged }) => acknowledged),
      period,
    )
  const countObstacle = (obstacle: Obstacle) => met.filter((each) => each.obstacle === obstacle && inside(each.at)).length
  return {
    acknowledged: written.length,
    refused: countObstacle('refused'),
    broken: countObstacle('broken'),
    'in flight': countObstacle('in flight'),
    pauseMs: { order: longestPauseFor('order'), product: longestPauseFor('product') },
    slowestMs: Math.max(0, ...written.map(({ sent, acknowledged }) => acknowledged - sent)),
  }
}

/** The longest time of a period without an instant; the whole period when there is none. */
export function longestPause(instants: readonly number[], { from, to }: Period): number {
  const ordered = [from, ...[...instants].sort((a, b) => a - b), to]
  return Math.max(...ordered.slice(1).map((instant, index) => instant - (ordered[index] as number)))
}

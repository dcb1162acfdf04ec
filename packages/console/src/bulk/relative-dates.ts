const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

type RelativeDate = { filter: string; offset: string }

/**
 * The dates of a saved search that move with the time, as of a moment
 * (saved-searches.md#relative-dates).
 */
export function datesAt(dates: readonly RelativeDate[], now: number): Record<string, string> {
  const resolveDate = ({ filter, offset }: RelativeDate) => {
    const unit = unitMs[offset.at(-1) as keyof typeof unitMs]
    return [filter, new Date(now + Number(offset.slice(0, -1)) * unit).toISOString()]
  }
  return Object.fromEntries(dates.map(resolveDate))
}

import { type Timeline, type TimelineEntry, type TimelineKind, timelineKinds } from '@open-oms/contracts/orders/timeline'

/** The position after which a timeline page begins. Times are ISO 8601 UTC to the millisecond. */
export type TimelinePosition = { time: string; key: string }

/** An entry with its position; the key orders entries of the same time. */
export type PositionedEntry = TimelineEntry & { key: string }

/** The key of an entry: kinds in their order, and within a kind by `id`, which is unique there. */
export function timelineKey(kind: TimelineKind, id: string): string {
  return `${timelineKinds.indexOf(kind)}${id}`
}

/** The position before all entries. */
export const timelineStart: TimelinePosition = { time: '0001-01-01T00:00:00.000Z', key: '' }

export type TimelinePage = { after: TimelinePosition; take: number }

/**
 * The first entries after a position, oldest first, among the candidates
 * (timeline.md#timeline-entries), and where the next page begins.
 */
export function buildTimeline(
  entries: readonly PositionedEntry[],
  { after, take }: TimelinePage,
  cursorOfNext: (place: TimelinePosition) => string,
): Timeline {
  const following = entries.filter((entry) => compare(entry, after) > 0).sort(compare)
  const page = following.slice(0, take)
  const last = page.at(-1)
  const next = last === undefined || following.length === page.length ? null : cursorOfNext({ time: last.time, key: last.key })
  return { result: page.map(({ key: _key, ...entry }) => entry), next }
}

/** By code unit, as the database compares the keys that it makes. */
function compare(a: TimelinePosition, b: TimelinePosition): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1
  if (a.key === b.key) return 0
  return a.key < b.key ? -1 : 1
}

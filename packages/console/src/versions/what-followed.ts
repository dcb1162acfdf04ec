import type { TimelineEntry } from '@open-oms/client/types'

type Moment = { created: string }

/**
 * What happened from one version to another, in the order of the timeline: after the older one, up
 * to the version that came after the newer one. Versions may be given in either order; what
 * happened together with the older one is not part of it.
 */
export function entriesBetween<Entry extends Pick<TimelineEntry, 'time' | 'kind'>>(
  entries: readonly Entry[],
  one: Moment,
  other: Moment,
): Entry[] {
  const [older, newer] = [one.created, other.created].sort()
  if (older === undefined || newer === undefined) return []
  const next = entries.find(({ kind, time }) => kind === 'version' && time > newer)
  return entries.filter(({ time }) => time > older && (next === undefined || time < next.time))
}

import { Text, Timeline } from '@mantine/core'
import type { TimelineEntry } from '@open-oms/client/types'
import type { ReactNode } from 'react'
import { useFormat } from '../display/use-format.ts'

type EntriesProps = { entries: readonly TimelineEntry[]; action?: (entry: TimelineEntry) => ReactNode }

/** Entries of a timeline with their time and who brought them about, each with what can be done with it. */
export function TimelineEntries({ entries, action }: EntriesProps) {
  const format = useFormat()
  return (
    <Timeline bulletSize={10} lineWidth={2}>
      {entries.map((entry, index) => (
        // Entries of one moment may be alike; they are never reordered.
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is what distinguishes equal entries
        <Timeline.Item key={`${entry.time} ${entry.kind} ${index}`}>
          <Text size="sm" className="note-text" lang="en">
            {entry.summary}
          </Text>
          <Text size="xs" c="dimmed">
            {[format.time(entry.time), entry.actor].filter((part) => part !== null).join(' · ')}
          </Text>
          {action?.(entry)}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

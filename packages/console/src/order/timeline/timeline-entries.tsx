import { Text, Timeline } from '@mantine/core'
import type { TimelineEntry } from '@open-oms/client/types'
import { useFormat } from '../../display/use-format.ts'
import { type Sentence, type SentencedOrder, useSentences } from './use-sentences.ts'

/** Entries of a timeline, oldest first, with their time and actor. */
export function TimelineEntries({ entries, order }: { entries: readonly TimelineEntry[]; order: SentencedOrder }) {
  const format = useFormat()
  const sentences = useSentences(order)
  return (
    <Timeline bulletSize={10} lineWidth={2}>
      {entries.map((entry, index) => (
        // Entries of one moment may be alike; they are never reordered.
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is what distinguishes equal entries
        <Timeline.Item key={`${entry.time} ${entry.kind} ${index}`}>
          <Summary sentence={sentences.entry(entry)} />
          <Text size="xs" c="dimmed">
            {[format.time(entry.time), entry.actor].filter((part) => part !== null).join(' · ')}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function Summary({ sentence: { text, lang } }: { sentence: Sentence }) {
  return (
    <Text size="sm" className="note-text" lang={lang}>
      {text}
    </Text>
  )
}

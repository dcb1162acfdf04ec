import { humanizeFieldName } from '../../display/field-words.ts'
import { timelineEn } from '../../texts/en/timeline.ts'
import type { Sentences, SentenceWords } from './sentences.ts'
import { timelineSentences } from './timeline-sentences.ts'

/**
 * The sentences of the API with statuses as people call them, and those of a timeline made of its
 * facts.
 */
export const englishSentences: Sentences = {
  reason: ({ sentence, evidence }, words) =>
    withNames(
      sentence,
      evidence.map(({ data }) => data.status),
      words,
    ),
  next: ({ next, evidence }, words) =>
    next === null
      ? null
      : withNames(
          next.sentence,
          evidence.map(({ data }) => data.status),
          words,
        ),
  action: ({ sentence, body }, words) => withNames(sentence, [(body as { status?: unknown } | null)?.status], words),
  entry: timelineSentences(timelineEn, humanizeFieldName),
}

/** A sentence in which each of some statuses is written as people call it. */
function withNames(sentence: string, statuses: readonly unknown[], { statusName }: SentenceWords): string {
  const known = statuses.filter((status) => typeof status === 'string')
  return known.reduce<string>((text, status) => {
    const name = statusName(status)
    // As a word of its own: "New" is a part of other words.
    return name === status
      ? text
      : text
          .split(/\b/)
          .map((part) => (part === status ? name : part))
          .join('')
  }, sentence)
}

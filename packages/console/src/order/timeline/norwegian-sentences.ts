import { orderFieldsNb } from '../../texts/nb/api/order-fields.ts'
import { timelineNb } from '../../texts/nb/timeline.ts'
import type { Sentences } from './sentences.ts'
import { timelineSentences } from './timeline-sentences.ts'

/** The sentences of a timeline in Norwegian, made of its facts. */
export const norwegianSentences: Sentences = {
  entry: timelineSentences(timelineNb, (field) => orderFieldsNb[field] ?? field),
}

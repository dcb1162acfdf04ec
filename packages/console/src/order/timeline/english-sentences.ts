import { orderFieldEn } from '../../texts/en/api/order-fields.ts'
import { timelineEn } from '../../texts/en/timeline.ts'
import type { Sentences } from './sentences.ts'
import { timelineSentences } from './timeline-sentences.ts'

/** The sentences of a timeline in English, made of its facts. */
export const englishSentences: Sentences = { entry: timelineSentences(timelineEn, orderFieldEn) }

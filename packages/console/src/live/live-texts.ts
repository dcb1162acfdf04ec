import { liveEn } from '../texts/live-en.ts'
import { liveNb } from '../texts/live-nb.ts'

export const liveTexts = { en: { live: liveEn }, nb: { live: liveNb } } as const

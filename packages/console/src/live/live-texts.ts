import { liveEn } from '../texts/en/live.ts'
import { liveNb } from '../texts/nb/live.ts'

export const liveTexts = { en: { live: liveEn }, nb: { live: liveNb } } as const

import { bulkEn } from '../texts/en/bulk.ts'
import { bulkNb } from '../texts/nb/bulk.ts'

/** What the dialogs for many orders say, some of which an order's own page has too. */
export const bulkTexts = { en: { bulk: bulkEn }, nb: { bulk: bulkNb } } as const

import { defineReasons } from './reasons.ts'

const what = {
  en: '[Z-report {zReport} is|{currency} payments of {day} are]',
  nb: '[Z-rapport {zReport} er|{currency}-betalinger for {day} er]',
} as const
const posting = { zReport: 'Text?', currency: 'Text', day: 'Day' } as const
const events = {
  en: '{events event/events} of payments or Z-reports[{ofDay} of this day| of any day]',
  nb: '{events hendelse/hendelser} om betalinger eller Z-rapporter[{ofDay} denne dagen| fra en eller annen dag]',
} as const

/**
 * Every reason why an accounting day of a store is posted or not, the most pressing first
 * (why.md#day-reasons).
 */
export const dayReasons = defineReasons({
  PostingSwitchedOff: {
    waitsFor: 'Person',
    meaning: 'Postings, or those of web orders, are switched off in the settings.',
    parameters: { setting: 'Text' },
    en: 'Postings are switched off ({setting}). Nothing is posted until they are switched on.',
    nb: 'Bokføring er slått av ({setting}). Ingenting bokføres før den slås på.',
  },
  EventsGivenUp: {
    waitsFor: 'Person',
    meaning: 'Events that would change the day are dead letters.',
    parameters: { events: 'Quantity', ofDay: 'Flag?' },
    en: `${events.en} could not be handled. The day is incomplete without them.`,
    nb: `${events.nb} kunne ikke behandles. Dagen er ufullstendig uten.`,
  },
  DayDraft: {
    waitsFor: 'Person',
    meaning: 'The build of the day found no account for an entry, no chart, or no later day for a correction.',
    parameters: { currency: 'Text', day: 'Day', problems: 'Text' },
    en: '{currency} payments of {day} cannot be posted: {problems}.',
    nb: '{currency}-betalinger for {day} kan ikke bokføres: {problems}.',
  },
  ZReportDraft: {
    waitsFor: 'Person',
    meaning: 'The build of a Z-report found no account for an entry, or no chart.',
    parameters: { zReport: 'Text', problems: 'Text' },
    en: 'Z-report {zReport} cannot be posted: {problems}.',
    nb: 'Z-rapport {zReport} kan ikke bokføres: {problems}.',
  },
  PostingRejected: {
    waitsFor: 'Person',
    meaning: 'The ERP has rejected the posting.',
    parameters: { ...posting, reason: 'Text?' },
    en: `${what.en} posted, but the ERP rejected the posting[: {reason}]. A changed posting replaces it.`,
    nb: `${what.nb} bokført, men ERP-systemet avviste posteringen[: {reason}]. En endret postering erstatter den.`,
  },
  EventsWaiting: {
    waitsFor: 'Time',
    meaning: 'Events that would change the day wait for an earlier one that is missing or fails.',
    parameters: { events: 'Quantity', ofDay: 'Flag?' },
    en: `${events.en} waiting for an earlier one.`,
    nb: `${events.nb} venter på en tidligere.`,
  },
  BuildNotEnded: {
    waitsFor: 'Time',
    meaning: 'A build of the day has begun and not ended: it is under way, or it failed.',
    parameters: { currency: 'Text', day: 'Day' },
    en: 'Posting of the {currency} payments of {day} has started and not finished. If it failed, the log says why.',
    nb: 'Bokføring av {currency}-betalinger for {day} er startet og ikke ferdig. Feilet den, står årsaken i loggen.',
  },
  DayDue: {
    waitsFor: 'Time',
    meaning: 'The day is due, and the next scheduled build posts it.',
    parameters: { day: 'Day', payments: 'Quantity', currency: 'Text' },
    en: '{day} is due: {payments payment/payments} in {currency}.',
    nb: '{day} er klar til bokføring: {payments betaling/betalinger} i {currency}.',
  },
  DayChanged: {
    waitsFor: 'Time',
    meaning: 'The day is posted, and payments have come in since: the next build posts it again.',
    parameters: { currency: 'Text', day: 'Day' },
    en: '{currency} payments of {day} are posted, and have changed since.',
    nb: '{currency}-betalinger for {day} er bokført og endret etterpå.',
  },
  DayNotOver: {
    waitsFor: 'Time',
    meaning: 'The day is not over in the time zone of the store.',
    parameters: { day: 'Day', ends: 'Time', payments: 'Quantity?', currency: 'Text?' },
    en: '{day} ends {ends}: [{payments payment/payments} in {currency} so far|no payments yet].',
    nb: '{day} slutter {ends}: [{payments betaling/betalinger} i {currency} så langt|ingen betalinger ennå].',
  },
  DayNotDue: {
    waitsFor: 'Time',
    meaning: 'The day is over, and its cut-off has not come.',
    parameters: { day: 'Day', due: 'Time', payments: 'Quantity', currency: 'Text' },
    en: '{day} is posted after the cut-off, {due}: {payments payment/payments} in {currency}.',
    nb: '{day} bokføres etter fristen, {due}: {payments betaling/betalinger} i {currency}.',
  },
  ZReportMissing: {
    waitsFor: 'Person',
    meaning: 'The store closed Z-reports in the two weeks before, and none of this day has come.',
    parameters: { store: 'Text', day: 'Day', last: 'Day' },
    en: '{store} has no Z-report of {day}; the last one is of {last}. A register may still be open.',
    nb: '{store} har ingen Z-rapport for {day}; den siste er fra {last}. En kasse kan fortsatt være åpen.',
  },
  AwaitingExport: {
    waitsFor: 'Person',
    meaning: 'The day is posted, and no ERP has reported the export.',
    parameters: posting,
    en: `${what.en} posted. Waiting for the ERP to fetch the posting.`,
    nb: `${what.nb} bokført. Venter på at ERP-systemet henter posteringen.`,
  },
  AwaitingReconciliation: {
    waitsFor: 'Person',
    meaning: 'The posting is exported, and the ERP has not reported that it is reconciled.',
    parameters: { ...posting, reference: 'Text?' },
    en: `${what.en} posted and exported[ as {reference}]. Waiting for reconciliation in the ERP.`,
    nb: `${what.nb} bokført og eksportert[ som {reference}]. Venter på avstemming i ERP-systemet.`,
  },
  ChangesCarried: {
    waitsFor: 'Nothing',
    meaning: 'The posting is reconciled, and later changes of the day are booked on another one.',
    parameters: { ...posting, carriedTo: 'Day' },
    en: `${what.en} posted and reconciled. Later changes are booked on {carriedTo}.`,
    nb: `${what.nb} bokført og avstemt. Senere endringer er ført på {carriedTo}.`,
  },
  NoPayments: {
    waitsFor: 'Nothing',
    meaning: 'No payments of the day are booked: it has no posting.',
    parameters: { store: 'Text', day: 'Day' },
    en: '{store} has no web payments on {day}, so nothing is posted.',
    nb: '{store} har ingen nettbetalinger {day}, så ingenting bokføres.',
  },
  DayPosted: {
    waitsFor: 'Nothing',
    meaning: 'The posting is reconciled.',
    parameters: posting,
    en: `${what.en} posted and reconciled. Nothing left to do.`,
    nb: `${what.nb} bokført og avstemt. Ingenting gjenstår.`,
  },
})

export type DayReasonCode = keyof typeof dayReasons

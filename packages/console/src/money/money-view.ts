import { dayIn, textIn, wholeNumberIn } from '../address-search.ts'

/** Which accounting day is shown, as the address of the page says it. */
export type DayView = {
  /** The accounting day, such as `2026-03-01`; yesterday without it. */
  day?: string
  store?: string
  /** Only postings that this order contributed to, of all days. */
  order?: string
}

export type TrialBalanceView = {
  store?: string
  /** First and last posting date, both included. */
  from?: string
  to?: string
  /** The day at whose end the ledger is looked at: what was posted later is left out. */
  known?: string
}

export type ZReportListView = { store?: string; from?: string; to?: string; page?: number }

/** The ledger line whose orders are shown, by its sequence. */
export type PostingView = { line?: number }

type Raw = Readonly<Record<string, unknown>>
export type Changes<View> = { [Name in keyof View]?: View[Name] | undefined }

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * The view of days in an address. What it does not understand is left out: the address may be old,
 * or typed.
 */
export function readDayView(raw: Raw): DayView {
  return withoutEmpty({ day: dayIn(raw.day), store: textIn(raw.store), order: textIn(raw.order) })
}

/** The view of the trial balance in an address. */
export function readTrialBalanceView(raw: Raw): TrialBalanceView {
  return withoutEmpty({ store: textIn(raw.store), from: dayIn(raw.from), to: dayIn(raw.to), known: dayIn(raw.known) })
}

/** The view of the list of Z-reports in an address. */
export function readZReportListView(raw: Raw): ZReportListView {
  return withoutEmpty({ store: textIn(raw.store), from: dayIn(raw.from), to: dayIn(raw.to), page: wholeNumberIn(raw.page, 2) })
}

/** The view of a posting in an address. */
export function readPostingView(raw: Raw): PostingView {
  return withoutEmpty({ line: wholeNumberIn(raw.line, 1) })
}

/** A view with changes; what is empty is not in its address. */
export function changedView<View extends object>(view: View, changes: Changes<View>): View {
  return withoutEmpty({ ...view, ...changes }) as View
}

/** A day before or after another one, as `2026-03-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day of a moment where the person is. */
export function dayAt(moment: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`
}

/** The end of a day where the person is, as the API takes a moment. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}

/** The begin of a day where the person is, as the API takes a moment. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

type NonEmpty<View> = { [Name in keyof View]: Exclude<View[Name], undefined> }

function withoutEmpty<View extends object>(view: View): Partial<NonEmpty<View>> {
  const given = Object.entries(view).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given) as Partial<NonEmpty<View>>
}

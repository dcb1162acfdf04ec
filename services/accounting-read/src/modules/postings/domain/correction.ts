import { Decimal } from '@open-oms/money/decimal'
import { addDays, type Day } from '../../calendar/domain/posting-date.ts'
import { type PostingLine, toDebitCredit } from './posting-content.ts'

/** What distinguishes a line from others of its posting: everything but its amounts. */
export type LineColumns = Omit<PostingLine, 'debit' | 'credit' | 'vatAmount'>
export type Side = 'debit' | 'credit'

/**
 * A change of a line: credit above zero, debit below. The side is that of the line, so that sales
 * and refunds stay separate.
 */
export type LineChange = { side: Side; line: LineColumns; amount: Decimal; vatAmount: Decimal | null }

/** A change that a later day books, because the posting of its own day is reconciled. */
export type Correction = LineChange & { fromDay: Day; zReportNumber: number | null }

/** A line as a change from nothing. */
export function toLineChange({ debit, credit, vatAmount, ...line }: PostingLine): LineChange {
  const isCredit = debit.isZero()
  const amount = isCredit ? credit : debit.negated()
  return { side: isCredit ? 'credit' : 'debit', line, amount, vatAmount: isCredit ? vatAmount : (vatAmount?.negated() ?? null) }
}

/** The lines less the changes that are booked already, without those of zero. */
export function changesSince(booked: readonly LineChange[], lines: readonly PostingLine[]): LineChange[] {
  return summed([...lines.map(toLineChange), ...booked.map(reversed)])
}

/**
 * The lines that book corrections; each description says what is corrected
 * (postings.md#web-fulfillment).
 */
export function correctionLines(corrections: Iterable<Correction>): { lines: PostingLine[]; warnings: string[] } {
  const sums = summed(corrections)
  const origins = new Set(sums.map(formatOrigin))
  const lines = sums.map(({ line, amount, vatAmount, ...origin }) => ({
    ...line,
    ...toDebitCredit(amount),
    vatAmount: amount.isNegative() ? (vatAmount?.negated() ?? null) : vatAmount,
    description: [line.description, `correction of ${formatOrigin(origin)}`].filter(Boolean).join(', '),
  }))
  const warnings = [...origins].sort().map((origin) => `Changes of ${origin} are booked here: its posting is reconciled.`)
  return { lines, warnings }
}

/** The first day after a day that is not closed; null at the end of the calendar. */
export function firstOpenDay(after: Day, closedDays: readonly Day[]): Day | null {
  const closed = new Set(closedDays)
  for (let day = after; ; ) {
    const next = addDays(day, 1)
    if (next === day) return null
    if (!closed.has(next)) return next
    day = next
  }
}

/** The change that undoes a change. */
export function reversed({ amount, vatAmount, ...rest }: LineChange): LineChange {
  return { ...rest, amount: amount.negated(), vatAmount: vatAmount?.negated() ?? null }
}

/** Changes of the same line added up to one; those that add up to zero are left out. */
export function summed<T extends LineChange>(changes: Iterable<T>): T[] {
  const sums = new Map<string, T>()
  for (const change of changes) {
    const key = changeKey(change)
    const other = sums.get(key)
    sums.set(key, other === undefined ? change : { ...change, ...plus(other, change) })
  }
  return [...sums.values()].filter(({ amount }) => !amount.isZero())
}

function formatOrigin({ fromDay, zReportNumber }: Pick<Correction, 'fromDay' | 'zReportNumber'>): string {
  return zReportNumber === null ? fromDay : `${fromDay}, Z-report ${zReportNumber}`
}

/** Columns are sorted by name: a line from the database has them in another sequence. */
function changeKey(change: LineChange & Partial<Correction>): string {
  const { dimensions, ...columns } = change.line
  const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([change.side, change.fromDay, change.zReportNumber, sorted(columns), sorted(dimensions)])
}

function plus(a: LineChange, b: LineChange): Pick<LineChange, 'amount' | 'vatAmount'> {
  const vatAmount = a.vatAmount === null && b.vatAmount === null ? null : new Decimal(a.vatAmount ?? 0).plus(b.vatAmount ?? 0)
  return { amount: a.amount.plus(b.amount), vatAmount }
}

import { Decimal } from '@oms/money/decimal'
import type { Day } from '../../calendar/domain/posting-date.ts'
import { type PostingLine, sidesOf } from './posting-content.ts'

/** What tells a line from others of its posting: everything but its amounts. */
export type LineColumns = Omit<PostingLine, 'debit' | 'credit' | 'vatAmount'>
export type Side = 'debit' | 'credit'

/** A change of a line: credit above zero, debit below. The side is that of the line, so that sales and refunds stay apart. */
export type LineChange = { side: Side; line: LineColumns; amount: Decimal; vatAmount: Decimal | null }

/** A change that is booked on a later day than the one that it belongs to. */
export type CarriedChange = LineChange & { fromDay: Day; zReportNumber: number | null }

/** A line as a change from nothing. */
export function changeOf({ debit, credit, vatAmount, ...line }: PostingLine): LineChange {
  const isCredit = debit.isZero()
  const amount = isCredit ? credit : debit.negated()
  return { side: isCredit ? 'credit' : 'debit', line, amount, vatAmount: isCredit ? vatAmount : (vatAmount?.negated() ?? null) }
}

/** The same change the other way round. */
export function reversed({ amount, vatAmount, ...rest }: LineChange): LineChange {
  return { ...rest, amount: amount.negated(), vatAmount: vatAmount?.negated() ?? null }
}

/** Changes of the same line as one; those that come to nothing are left out. */
export function summed<T extends LineChange>(changes: Iterable<T>): T[] {
  const sums = new Map<string, T>()
  for (const change of changes) {
    const key = keyOf(change)
    const other = sums.get(key)
    sums.set(key, other === undefined ? change : { ...change, ...plus(other, change) })
  }
  return [...sums.values()].filter(({ amount }) => !amount.isZero())
}

/** What a later day books of what was carried to it: lines of its own, which say what they correct (4-decisions O.3). */
export function carriedInto(changes: Iterable<CarriedChange>): { lines: PostingLine[]; warnings: string[] } {
  const sums = summed(changes)
  const origins = new Set(sums.map(originOf))
  const lines = sums.map(({ line, amount, vatAmount, ...origin }) => ({
    ...line,
    ...sidesOf(amount),
    vatAmount: amount.isNegative() ? (vatAmount?.negated() ?? null) : vatAmount,
    description: [line.description, `correction of ${originOf(origin)}`].filter(Boolean).join(', '),
  }))
  const warnings = [...origins].sort().map((origin) => `Changes of ${origin} are booked here: its posting is reconciled.`)
  return { lines, warnings }
}

function originOf({ fromDay, zReportNumber }: Pick<CarriedChange, 'fromDay' | 'zReportNumber'>): string {
  return zReportNumber === null ? fromDay : `${fromDay}, Z-report ${zReportNumber}`
}

/** Members stand in the key by name: a line from the database has them in another sequence. */
function keyOf(change: LineChange & Partial<CarriedChange>): string {
  const { dimensions, ...columns } = change.line
  const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([change.side, change.fromDay, change.zReportNumber, sorted(columns), sorted(dimensions)])
}

function plus(a: LineChange, b: LineChange): Pick<LineChange, 'amount' | 'vatAmount'> {
  const vatAmount = a.vatAmount === null && b.vatAmount === null ? null : new Decimal(a.vatAmount ?? 0).plus(b.vatAmount ?? 0)
  return { amount: a.amount.plus(b.amount), vatAmount }
}

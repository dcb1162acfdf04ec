import type { PostingIdentity } from '../../postings/domain/canonical-text.ts'

/** A posting as it is stored, beside what its stored lines come to. Amounts are texts of four decimals. */
export type AuditedPosting = PostingIdentity & {
  id: string
  status: string
  hasSuccessor: boolean
  totalDebit: string
  totalCredit: string
  imbalance: string
  lineCount: number
  postingHash: string
  chainNumber: number
  previousChainValue: string
  chainValue: string
  /** `strays` repeat date, currency, source, store or company of their posting otherwise than it has them. */
  lines: { count: number; strays: number; firstSequence: number; lastSequence: number; debit: string; credit: string }
}

/** What the books should say by what else they say. */
export type Computed = { postingHash: string; chainNumber: number; previousChainValue: string; chainValue: string }

/** Something that the books say twice and not alike. */
export type Difference = { postingId: string | null; what: string; stored: string; computed: string }

/** The first thing about a posting that is not as it was written, or null (4-decisions O.7). */
export function firstDifference(posting: AuditedPosting, computed: Computed): Difference | null {
  const { lines } = posting
  const checks: [string, string | number, string | number][] = [
    ['number in the chain', posting.chainNumber, computed.chainNumber],
    ['value of the posting before in the chain', posting.previousChainValue, computed.previousChainValue],
    ['number of lines', posting.lineCount, lines.count],
    ['sequence of lines', `1 to ${posting.lineCount}`, posting.lineCount === 0 ? '1 to 0' : rangeOf(lines)],
    ['number of lines of another date, currency, source, store or company', lines.strays, 0],
    ['total debit', posting.totalDebit, lines.debit],
    ['total credit', posting.totalCredit, lines.credit],
    ['balance: debit and credit', lines.debit, lines.credit],
    ['imbalance', posting.imbalance, '0.0000'],
    ['hash', posting.postingHash, computed.postingHash],
    ['chain value', posting.chainValue, computed.chainValue],
    ['superseded', String(posting.status === 'Superseded'), String(posting.hasSuccessor)],
  ]
  const found = checks.find(([, stored, told]) => stored !== told)
  if (found === undefined) return null
  return { postingId: posting.id, what: found[0], stored: String(found[1]), computed: String(found[2]) }
}

function rangeOf({ firstSequence, lastSequence }: AuditedPosting['lines']): string {
  return `${firstSequence} to ${lastSequence}`
}

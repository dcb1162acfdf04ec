import type { PostingIdentity } from '../../postings/domain/canonical-text.ts'

/** A stored posting with counts and sums of its lines. Amounts are texts of four decimals. */
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
  /**
   * `strays` are lines with another date, currency, source, store or company than their posting.
   */
  lines: { count: number; strays: number; firstSequence: number; lastSequence: number; debit: string; credit: string }
}

/** Hash and chain of a posting as computed from its lines and the posting before. */
export type ComputedLink = { postingHash: string; chainNumber: number; previousChainValue: string; chainValue: string }

/** A stored value that differs from the one computed. */
export type Difference = { postingId: string | null; what: string; stored: string; computed: string }

/** The first stored value that differs from the computed one, or null (ledger.md#hash-chain). */
export function firstDifference(posting: AuditedPosting, computed: ComputedLink): Difference | null {
  const { lines } = posting
  const checks: [string, string | number, string | number][] = [
    ['number in the chain', posting.chainNumber, computed.chainNumber],
    ['value of the posting before in the chain', posting.previousChainValue, computed.previousChainValue],
    ['number of lines', posting.lineCount, lines.count],
    ['sequence of lines', `1 to ${posting.lineCount}`, posting.lineCount === 0 ? '1 to 0' : formatSequenceRange(lines)],
    ['number of lines of another date, currency, source, store or company', lines.strays, 0],
    ['total debit', posting.totalDebit, lines.debit],
    ['total credit', posting.totalCredit, lines.credit],
    ['balance: debit and credit', lines.debit, lines.credit],
    ['imbalance', posting.imbalance, '0.0000'],
    ['hash', posting.postingHash, computed.postingHash],
    ['chain value', posting.chainValue, computed.chainValue],
    ['superseded', String(posting.status === 'Superseded'), String(posting.hasSuccessor)],
  ]
  const found = checks.find(([, stored, expected]) => stored !== expected)
  if (found === undefined) return null
  return { postingId: posting.id, what: found[0], stored: String(found[1]), computed: String(found[2]) }
}

function formatSequenceRange({ firstSequence, lastSequence }: AuditedPosting['lines']): string {
  return `${firstSequence} to ${lastSequence}`
}

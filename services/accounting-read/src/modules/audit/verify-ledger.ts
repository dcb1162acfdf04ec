import type { Database } from '@open-oms/service-kit/database/database'
import { type ChainEnd, hashOfTexts, nextLink } from '../postings/posting-hash.ts'
import { type Difference, firstDifference } from './domain/ledger-audit.ts'
import { type AuditedRow, type CompanyChain, companyChains, postingsInChain } from './ledger-audit-store.ts'

export type VerificationResult = { postings: number; lines: number; companies: number; difference: Difference | null }

/**
 * Recomputes the hash of every posting from its stored lines, the chain of every company, balances
 * and counts. Returns the first difference, or null (ledger.md#hash-chain). Reads only; postings
 * that are made meanwhile may be included. Memory does not grow with the ledger.
 */
export async function verifyLedger(database: Pick<Database, 'query'>): Promise<VerificationResult> {
  const verified: VerificationResult = { postings: 0, lines: 0, companies: 0, difference: null }
  for (const end of await companyChains(database)) {
    verified.difference = await verifyChain(database, end, verified)
    if (verified.difference !== null) return verified
    verified.companies += 1
  }
  return verified
}

async function verifyChain(
  database: Pick<Database, 'query'>,
  end: CompanyChain,
  verified: VerificationResult,
): Promise<Difference | null> {
  let last: ChainEnd = { number: 0, value: '' }
  for await (const rows of postingsInChain(database, end.companyCode)) {
    for (const row of rows) {
      const computed = computeLink(row, last)
      const difference = firstDifference(row, computed)
      if (difference !== null) return difference
      // Postings may have been added since the end of the chain was read.
      if (row.chainNumber === end.number && row.chainValue !== end.value) return endDifference(end, row.chainValue)
      last = { number: row.chainNumber, value: row.chainValue }
      verified.postings += 1
      verified.lines += row.lines.count
    }
  }
  return last.number < end.number || end.number === 0 ? endDifference(end, `${last.number}`) : null
}

function computeLink(row: AuditedRow, last: ChainEnd) {
  const postingHash = hashOfTexts(row, row.lineTexts)
  const { number, previousValue, value } = nextLink(last, { id: row.id, hash: postingHash })
  return { postingHash, chainNumber: number, previousChainValue: previousValue, chainValue: value }
}

function endDifference({ companyCode, number, value }: CompanyChain, computed: string): Difference {
  const company = companyCode === '' ? 'postings without company' : `company ${companyCode}`
  return { postingId: null, what: `end of the chain of ${company}`, stored: `${number} ${value}`.trim(), computed }
}

/** The text that the command prints about a verification. */
export function describeVerified({ postings, lines, companies, difference }: VerificationResult): string {
  if (difference === null) return `The ledger is consistent: ${postings} postings with ${lines} lines of ${companies} companies.`
  const { postingId, what, stored, computed } = difference
  const where = postingId === null ? '' : `Posting ${postingId}: `
  return `${where}${what} differs.\n  stored:   ${stored}\n  computed: ${computed}`
}

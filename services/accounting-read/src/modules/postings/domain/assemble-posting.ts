import { findChart } from '@open-oms/contracts/config/chart-of-accounts'
import { balance } from './posting-balance.ts'
import { inSequence, type PostingContent, type PostingLine, postingTotals } from './posting-content.ts'
import type { BuiltPosting, PostingContext } from './posting-context.ts'
import type { Entry } from './posting-entries.ts'
import { buildPostingLines } from './posting-lines.ts'

/** The parts of a posting. */
export type PostingParts = Pick<PostingContent, 'source' | 'zReportId' | 'zReportNumber' | 'registerIds'> & {
  entries: readonly Entry[]
  orderIds: Iterable<string>
  warnings: readonly string[]
  /** Lines that are booked as they are; together they balance. */
  corrections: readonly PostingLine[]
}

/**
 * Finds the accounts of the entries, balances their lines and returns the posting, or the reasons
 * for a draft (postings.md#posting-accounts).
 */
export function assemblePosting(parts: PostingParts, context: PostingContext): BuiltPosting {
  const { store, currencyCode, postingDate, settings } = context
  const chart = findChart(store, context.charts)
  if (chart === undefined && parts.entries.length > 0)
    return { kind: 'draft', reasons: [`store ${store.id} has no chart of accounts`] }
  const accounts = chart ?? { companyCode: '', storeId: null, accounts: [], files: null }
  const [register = null, ...others] = parts.registerIds
  const registerId = others.length > 0 ? null : register
  const found = buildPostingLines(parts.entries, { ...context, chart: accounts, registerId })
  if (found.reasons.length > 0) return { kind: 'draft', reasons: found.reasons }
  const balanced = balance(found.lines, { chart: accounts, storeId: store.id, registerId, currencyCode, settings })
  if (balanced.kind === 'unbalanced') return { kind: 'draft', reasons: [balanced.reason] }
  const lines = inSequence([...balanced.lines, ...parts.corrections])
  return {
    kind: 'posting',
    content: {
      source: parts.source,
      zReportId: parts.zReportId,
      zReportNumber: parts.zReportNumber,
      storeId: store.id,
      registerIds: [...parts.registerIds].sort(),
      accountingCompanyCode: store.accountingCompanyCode,
      postingDate,
      currencyCode,
      orderIds: [...parts.orderIds].sort(),
      lines,
      ...postingTotals(lines),
      autoBalanced: balanced.autoBalanced,
      warnings: [...balanced.warnings, ...parts.warnings, ...found.warnings],
    },
  }
}

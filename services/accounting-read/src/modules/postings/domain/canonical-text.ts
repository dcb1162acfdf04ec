import type { Decimal } from '@open-oms/money/decimal'
import type { PostingContent, PostingLine } from './posting-content.ts'

/** What identifies a posting, apart from its lines. */
export type PostingIdentity = Pick<
  PostingContent,
  'source' | 'zReportId' | 'storeId' | 'registerIds' | 'postingDate' | 'currencyCode' | 'accountingCompanyCode'
>

/**
 * The canonical text of a posting, which is hashed (ledger.md#posting-hash): its identity, then the
 * lines in sequence. It has no ids, status or times. JSON separates the fields whatever they
 * contain.
 */
export function postingText(content: PostingContent): string {
  return joinPostingText(content, content.lines.map((line) => JSON.stringify(lineFields(line))).join(','))
}

/** The same from the texts of the lines, with commas between them. */
export function joinPostingText(identity: PostingIdentity, lineTexts: string): string {
  const fields = [
    identity.source,
    identity.zReportId,
    [identity.storeId],
    [...identity.registerIds].sort(),
    identity.postingDate,
    identity.currencyCode,
    identity.accountingCompanyCode,
  ]
  return `${JSON.stringify(fields).slice(0, -1)},[${lineTexts}]]`
}

/**
 * The text that is hashed to a chain value (ledger.md#posting-hash). `previous` is '' for the
 * first.
 */
export function chainText(previous: string, posting: { id: string; hash: string }): string {
  return `${previous}\n${posting.id}\n${posting.hash}`
}

function lineFields(line: PostingLine): unknown[] {
  return [
    line.accountNumber,
    line.category,
    fixed(line.debit),
    fixed(line.credit),
    line.vatCode,
    line.vatRate === null ? null : line.vatRate.toFixed(4),
    fixed(line.vatAmount),
    line.taxGroupCode,
    line.storeId,
    line.registerId,
    line.customerNumber,
    line.invoiceNumber,
    line.creditNoteNumber,
    line.kidNumber,
    Object.entries(line.dimensions).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]
}

const fixed = (amount: Decimal | null): string | null => (amount === null ? null : amount.toFixed(4))

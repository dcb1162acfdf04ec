import { Decimal } from '@open-oms/money/decimal'
import { type PostingContent, type PostingLine, postingTotals } from '../modules/postings/domain/posting-content.ts'
import { hashPosting, nextLink } from '../modules/postings/posting-hash.ts'
import { insertPosting, lockChain } from '../modules/postings/posting-store.ts'
import type { AccountingFixture } from './accounting-fixture.ts'

/** A credit of some amount to a sales account; a negative amount is a debit. */
export function aLine(amount: number, fields: Partial<PostingLine> = {}): PostingLine {
  return {
    accountNumber: '3000',
    accountName: 'Sales',
    category: 'Sales',
    debit: new Decimal(Math.max(0, -amount)),
    credit: new Decimal(Math.max(0, amount)),
    vatCode: null,
    vatRate: null,
    vatAmount: null,
    taxGroupCode: null,
    storeId: 'Oslo-01',
    registerId: null,
    description: null,
    customerNumber: null,
    invoiceNumber: null,
    creditNoteNumber: null,
    invoiceDate: null,
    dueDate: null,
    kidNumber: null,
    dimensions: {},
    ...fields,
  }
}

/** The content of a Z-report's posting with these lines. */
export function postingContent(fields: Partial<PostingContent> & Pick<PostingContent, 'lines'>): PostingContent {
  return {
    source: 'PosZReport',
    zReportId: null,
    zReportNumber: null,
    storeId: 'Oslo-01',
    registerIds: [],
    accountingCompanyCode: 'NO01',
    postingDate: '2026-01-15',
    currencyCode: 'NOK',
    orderIds: [],
    ...postingTotals(fields.lines),
    autoBalanced: false,
    warnings: [],
    ...fields,
  }
}

/** Writes a posting of any content with hash and chain, without a build. Returns its id. */
export async function writePosting(
  { deps }: Pick<AccountingFixture, 'deps'>,
  fields: Parameters<typeof postingContent>[0],
): Promise<string> {
  const content = postingContent(fields)
  const id = deps.newId()
  const hash = hashPosting(content)
  await deps.inTransaction(async (tx) => {
    const last = await lockChain(tx, content.accountingCompanyCode)
    const chain = nextLink(last, { id, hash })
    await insertPosting(tx, { id, content, postingHash: hash, supersedesPostingId: null, createdAt: deps.now(), chain })
  })
  return id
}

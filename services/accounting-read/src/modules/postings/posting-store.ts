import type { PostingStatus } from '@oms/contracts/accounting/posting'
import { invariant } from '@oms/contracts/errors'
import { Decimal } from '@oms/money/decimal'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PostingContent, PostingLine } from './domain/posting-content.ts'
import type { PostingDay } from './domain/posting-context.ts'
import type { ChainEnd, ChainLink } from './posting-hash.ts'

/** What a build needs to know about the current posting. */
export type CurrentPosting = {
  id: string
  status: PostingStatus
  postingHash: string
  externalReference: string | null
  eventSequence: number
  currencyCode: string
}

/** A new posting: its content, and what does not follow from the content. */
export type NewPosting = {
  id: string
  content: PostingContent
  postingHash: string
  supersedesPostingId: string | null
  createdAt: Date
  chain: ChainLink
}

/** Locks the posting of a day against other builds until the transaction ends. */
export async function lockDay(tx: Transaction, { storeId, currencyCode, postingDate }: PostingDay): Promise<void> {
  await lock(tx, ['posting', storeId, currencyCode, postingDate])
}

/** Locks the posting of a Z-report against other builds until the transaction ends. */
export async function lockZReport(tx: Transaction, zReportId: string): Promise<void> {
  await lock(tx, ['z-report', zReportId])
}

async function lock(tx: Transaction, name: readonly string[]): Promise<void> {
  const text = `select pg_advisory_xact_lock(hashtextextended($1, 0))`
  await tx.query({ name: 'posting-lock-build', text, values: [JSON.stringify(name)] })
}

const currentText = `select id, status, posting_hash as "postingHash", external_reference as "externalReference",
    event_sequence as "eventSequence", currency_code as "currencyCode"
  from posting`

/** The current posting of a day; its row is locked until the transaction ends. */
export async function lockCurrentPosting(tx: Transaction, day: PostingDay): Promise<CurrentPosting | undefined> {
  const rows = await tx.query<CurrentPosting>({
    name: 'posting-current',
    text: `${currentText}
      where source = 'WebFulfillment' and status <> 'Superseded' and store_id = $1 and currency_code = $2 and posting_date = $3
      for update`,
    values: [day.storeId, day.currencyCode, day.postingDate],
  })
  return rows[0]
}

/** The current posting of a Z-report; its row is locked until the transaction ends. */
export async function lockZReportPosting(tx: Transaction, zReportId: string): Promise<CurrentPosting | undefined> {
  const rows = await tx.query<CurrentPosting>({
    name: 'posting-current-z-report',
    text: `${currentText} where source = 'PosZReport' and status <> 'Superseded' and z_report_id = $1 for update`,
    values: [zReportId],
  })
  return rows[0]
}

/** Supersedes a posting. Returns the sequence of the event about it. */
export async function supersedePosting(tx: Transaction, id: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ eventSequence: number }>({
    name: 'posting-supersede',
    text: `update posting set status = 'Superseded', superseded_at = $2, event_sequence = event_sequence + 1
      where id = $1 returning event_sequence as "eventSequence"`,
    values: [id, now],
  })
  invariant(row !== undefined, 'a posting that is superseded exists')
  return row.eventSequence
}

/** The end of a company's chain. The chain is locked until the transaction ends. */
export async function lockChain(tx: Transaction, companyCode: string | null): Promise<ChainEnd> {
  const [row] = await tx.query<ChainEnd>({
    name: 'company-chain-lock',
    text: `insert into company_chain (company_code, chain_number, chain_value) values ($1, 0, '')
      on conflict (company_code) do update set chain_number = company_chain.chain_number
      returning chain_number as number, chain_value as value`,
    values: [companyCode ?? ''],
  })
  invariant(row !== undefined, 'a company has a chain')
  return row
}

/** Writes a posting, its lines and the new end of its company's chain. */
export async function insertPosting(tx: Transaction, posting: NewPosting): Promise<void> {
  await insertHeader(tx, posting)
  await insertLines(tx, posting)
  await tx.query({
    name: 'company-chain-update',
    text: 'update company_chain set chain_number = $2, chain_value = $3 where company_code = $1',
    values: [posting.content.accountingCompanyCode ?? '', posting.chain.number, posting.chain.value],
  })
}

async function insertHeader(tx: Transaction, posting: NewPosting): Promise<void> {
  const { content, chain } = posting
  await tx.query({
    name: 'posting-insert',
    text: `insert into posting (
        id, source, z_report_id, z_report_number, store_id, register_ids, order_ids, accounting_company_code, posting_date, currency_code,
        created_at, status, supersedes_posting_id, total_debit, total_credit, imbalance, auto_balanced, line_count, warnings,
        posting_hash, chain_number, previous_chain_value, chain_value, event_sequence
      ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'Posted', $12, $13, $14, 0, $15, $16, $17, $18, $19,
        $20, $21, 1)`,
    values: [
      posting.id,
      content.source,
      content.zReportId,
      content.zReportNumber,
      content.storeId,
      content.registerIds,
      content.orderIds,
      content.accountingCompanyCode,
      content.postingDate,
      content.currencyCode,
      posting.createdAt,
      posting.supersedesPostingId,
      content.totalDebit.toFixed(4),
      content.totalCredit.toFixed(4),
      content.autoBalanced,
      content.lines.length,
      content.warnings,
      posting.postingHash,
      chain.number,
      chain.previousValue,
      chain.value,
    ],
  })
}

const LINES_PER_STATEMENT = 2_000

async function insertLines(tx: Transaction, { id, content }: NewPosting): Promise<void> {
  const { postingDate, source, storeId, accountingCompanyCode, currencyCode } = content
  for (let first = 0; first < content.lines.length; first += LINES_PER_STATEMENT) {
    const lines = content.lines.slice(first, first + LINES_PER_STATEMENT).map((line, index) => lineRow(line, first + index + 1))
    await tx.query({
      name: 'ledger-line-insert',
      text: `insert into ledger_line (
          posting_id, posting_date, source, posting_store_id, accounting_company_code, currency_code, line_sequence, store_id,
          register_id, account_number, account_name, category, debit, credit, vat_code, vat_rate, vat_amount, tax_group_code,
          description, customer_number, invoice_number, credit_note_number, invoice_date, due_date, kid_number, dimensions)
        select $1, $2, $3, $4, $5, $6, line.*
        from json_to_recordset($7::json) as line (
          line_sequence int, store_id text, register_id text, account_number text, account_name text, category text,
          debit numeric, credit numeric, vat_code text, vat_rate numeric, vat_amount numeric, tax_group_code text,
          description text, customer_number text, invoice_number text, credit_note_number text, invoice_date date, due_date date,
          kid_number text, dimensions jsonb)`,
      values: [id, postingDate, source, storeId, accountingCompanyCode, currencyCode, JSON.stringify(lines)],
    })
  }
}

function lineRow(line: PostingLine, sequence: number): Record<string, unknown> {
  return {
    line_sequence: sequence,
    store_id: line.storeId,
    register_id: line.registerId,
    account_number: line.accountNumber,
    account_name: line.accountName,
    category: line.category,
    debit: line.debit.toFixed(4),
    credit: line.credit.toFixed(4),
    vat_code: line.vatCode,
    vat_rate: line.vatRate,
    vat_amount: line.vatAmount?.toFixed(4) ?? null,
    tax_group_code: line.taxGroupCode,
    description: line.description,
    customer_number: line.customerNumber,
    invoice_number: line.invoiceNumber,
    credit_note_number: line.creditNoteNumber,
    invoice_date: line.invoiceDate,
    due_date: line.dueDate,
    kid_number: line.kidNumber,
    dimensions: line.dimensions,
  }
}

type StoredLine = Omit<PostingLine, 'debit' | 'credit' | 'vatAmount' | 'vatRate' | 'dimensions'> & {
  debit: string
  credit: string
  vatAmount: string | null
  vatRate: string | null
  dimensions: string
}

/** The lines of a posting in their sequence, as a build made them. */
export async function readPostingLines(database: Pick<Database, 'query'>, postingId: string): Promise<PostingLine[]> {
  const rows = await database.query<StoredLine>({
    name: 'ledger-line-of-posting',
    text: `select account_number as "accountNumber", account_name as "accountName", category, debit, credit, vat_code as "vatCode",
        vat_rate as "vatRate", vat_amount as "vatAmount", tax_group_code as "taxGroupCode", store_id as "storeId",
        register_id as "registerId", description, customer_number as "customerNumber", invoice_number as "invoiceNumber",
        credit_note_number as "creditNoteNumber", invoice_date as "invoiceDate", due_date as "dueDate", kid_number as "kidNumber",
        dimensions::text
      from ledger_line where posting_id = $1 order by line_sequence`,
    values: [postingId],
  })
  return rows.map(({ debit, credit, vatAmount, vatRate, dimensions, ...row }) => ({
    ...row,
    debit: new Decimal(debit),
    credit: new Decimal(credit),
    vatAmount: vatAmount === null ? null : new Decimal(vatAmount),
    vatRate: vatRate === null ? null : Number(vatRate),
    dimensions: JSON.parse(dimensions),
  }))
}

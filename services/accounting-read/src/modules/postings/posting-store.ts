import type { PostingSource, PostingStatus } from '@open-oms/contracts/accounting/posting'
import { invariant } from '@open-oms/contracts/errors'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { PostingContent } from './domain/posting-content.ts'
import type { PostingDay } from './domain/posting-context.ts'
import type { ChainEnd, ChainLink } from './posting-hash.ts'
import { insertPostingLines } from './posting-line-store.ts'

const currentRow = {
  id: Sql.uuid,
  status: Sql.oneOf<PostingStatus>(),
  postingHash: Sql.text,
  externalReference: Sql.nullable(Sql.text),
  eventSequence: Sql.bigint,
  currencyCode: Sql.text,
}

/** What a build needs to know about the current posting. */
export type CurrentPosting = RowOf<typeof currentRow>

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

const lockBuild = statement({
  name: 'posting-lock-build',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  parameters: [Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

async function lock(tx: Transaction, name: readonly string[]): Promise<void> {
  await lockBuild.on(tx, JSON.stringify(name))
}

const currentText = `select id, status, posting_hash as "postingHash", external_reference as "externalReference",
    event_sequence as "eventSequence", currency_code as "currencyCode"
  from posting`

const lockCurrent = statement({
  name: 'posting-current',
  text: `${currentText}
    where source = 'WebFulfillment' and status <> 'Superseded' and store_id = $1 and currency_code = $2 and posting_date = $3
    for update`,
  parameters: [Sql.text, Sql.text, Sql.date],
  row: currentRow,
})

/** The current posting of a day; its row is locked until the transaction ends. */
export async function lockCurrentPosting(tx: Transaction, day: PostingDay): Promise<CurrentPosting | undefined> {
  const [row] = await lockCurrent.on(tx, day.storeId, day.currencyCode, day.postingDate)
  return row
}

const lockCurrentOfZReport = statement({
  name: 'posting-current-z-report',
  text: `${currentText} where source = 'PosZReport' and status <> 'Superseded' and z_report_id = $1 for update`,
  parameters: [Sql.text],
  row: currentRow,
})

/** The current posting of a Z-report; its row is locked until the transaction ends. */
export async function lockZReportPosting(tx: Transaction, zReportId: string): Promise<CurrentPosting | undefined> {
  const [row] = await lockCurrentOfZReport.on(tx, zReportId)
  return row
}

const supersede = statement({
  name: 'posting-supersede',
  text: `update posting set status = 'Superseded', superseded_at = $2, event_sequence = event_sequence + 1
    where id = $1 returning event_sequence as "eventSequence"`,
  parameters: [Sql.uuid, Sql.timestamptz],
  row: { eventSequence: Sql.bigint },
})

/** Supersedes a posting. Returns the sequence of the event about it. */
export async function supersedePosting(tx: Transaction, id: string, now: Date): Promise<number> {
  const [row] = await supersede.on(tx, id, now)
  invariant(row !== undefined, 'a posting that is superseded exists')
  return row.eventSequence
}

const lockChainEnd = statement({
  name: 'company-chain-lock',
  text: `insert into company_chain (company_code, chain_number, chain_value) values ($1, 0, '')
    on conflict (company_code) do update set chain_number = company_chain.chain_number
    returning chain_number as number, chain_value as value`,
  parameters: [Sql.text],
  row: { number: Sql.bigint, value: Sql.text },
})

/** The end of a company's chain. The chain is locked until the transaction ends. */
export async function lockChain(tx: Transaction, companyCode: string | null): Promise<ChainEnd> {
  const [row] = await lockChainEnd.on(tx, companyCode ?? '')
  invariant(row !== undefined, 'a company has a chain')
  return row
}

// SQL: part of every posting of a build (ADR 49).
const moveChainEnd = statement({
  name: 'company-chain-update',
  text: 'update company_chain set chain_number = $2, chain_value = $3 where company_code = $1',
  parameters: [Sql.text, Sql.bigint, Sql.text],
  row: {},
})

/** Writes a posting, its lines and the new end of its company's chain. */
export async function insertPosting(tx: Transaction, posting: NewPosting): Promise<void> {
  const { content, chain } = posting
  await insertHeader(tx, posting)
  await insertPostingLines(tx, posting)
  await moveChainEnd.on(tx, content.accountingCompanyCode ?? '', chain.number, chain.value)
}

const insertStatement = statement({
  name: 'posting-insert',
  text: `insert into posting (
      id, source, z_report_id, z_report_number, store_id, register_ids, order_ids, accounting_company_code, posting_date, currency_code,
      created_at, status, supersedes_posting_id, total_debit, total_credit, imbalance, auto_balanced, line_count, warnings,
      posting_hash, chain_number, previous_chain_value, chain_value, event_sequence
    ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'Posted', $12, $13, $14, 0, $15, $16, $17, $18, $19,
      $20, $21, 1)`,
  parameters: [
    Sql.uuid,
    Sql.oneOf<PostingSource>(),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.bigint),
    Sql.text,
    Sql.list(Sql.text),
    Sql.list(Sql.text),
    Sql.nullable(Sql.text),
    Sql.date,
    Sql.text,
    Sql.timestamptz,
    Sql.nullable(Sql.uuid),
    Sql.numeric,
    Sql.numeric,
    Sql.boolean,
    Sql.integer,
    Sql.list(Sql.text),
    Sql.text,
    Sql.bigint,
    Sql.text,
    Sql.text,
  ],
  row: {},
})

async function insertHeader(tx: Transaction, posting: NewPosting): Promise<void> {
  const { content, chain } = posting
  await insertStatement.on(
    tx,
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
  )
}

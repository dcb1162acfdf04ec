import type { PostingSource } from '@open-oms/contracts/accounting/posting'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { ChainEnd } from '../postings/posting-hash.ts'
import type { AuditedPosting } from './domain/ledger-audit.ts'

type Queries = Pick<Database, 'query'>

/** A posting with the canonical texts of its lines, separated by commas as in `joinPostingText`. */
export type AuditedRow = AuditedPosting & { lineTexts: string }

/** The end of a company's chain as it is stored. */
export type CompanyChain = ChainEnd & { companyCode: string }

/**
 * A line's canonical text, made by the database instead of the code that wrote the line, so that a
 * mistake in either is found. Postgres escapes texts in JSON as JavaScript does, and numeric
 * columns have their decimals. One array for all columns costs half as much as one text for each.
 */
const lineText = `left(to_json(array[account_number, category, debit::text, credit::text, vat_code, vat_rate::text, vat_amount::text,
    tax_group_code, store_id, register_id, customer_number, invoice_number, credit_note_number, kid_number])::text, -1) || ',' ||
  case when dimensions = '{}' then '[]' else (
    select '[' || string_agg('[' || to_json(key)::text || ',' || to_json(value)::text || ']', ',' order by key collate "C") || ']'
    from jsonb_each_text(dimensions)) end || ']'`

const auditedRow = {
  id: Sql.uuid,
  source: Sql.oneOf<PostingSource>(),
  zReportId: Sql.nullable(Sql.text),
  storeId: Sql.text,
  registerIds: Sql.list(Sql.text),
  postingDate: Sql.date,
  currencyCode: Sql.text,
  accountingCompanyCode: Sql.nullable(Sql.text),
  status: Sql.text,
  hasSuccessor: Sql.boolean,
  totalDebit: Sql.numeric,
  totalCredit: Sql.numeric,
  imbalance: Sql.numeric,
  lineCount: Sql.integer,
  postingHash: Sql.text,
  chainNumber: Sql.bigint,
  previousChainValue: Sql.text,
  chainValue: Sql.text,
  lines: Sql.json,
  lineTexts: Sql.text,
}

const POSTINGS_PER_READ = 500
/** A read ends with the posting that reaches this: a day can have more lines than a year. */
const LINES_PER_READ = 20_000

function readStatement(name: string, ofCompany: string) {
  return statement({
    name,
    text: `select p.id, p.source, p.z_report_id as "zReportId", p.store_id as "storeId", p.register_ids as "registerIds",
        p.posting_date as "postingDate", p.currency_code as "currencyCode", p.accounting_company_code as "accountingCompanyCode",
        p.status, exists (select from posting s where s.supersedes_posting_id = p.id) as "hasSuccessor",
        p.total_debit as "totalDebit", p.total_credit as "totalCredit", p.imbalance, p.line_count as "lineCount",
        p.posting_hash as "postingHash", p.chain_number as "chainNumber", p.previous_chain_value as "previousChainValue",
        p.chain_value as "chainValue", l.lines, l.texts as "lineTexts"
      from (
        select *, sum(line_count) over (order by chain_number) - line_count as lines_before from posting
        where ${ofCompany} and chain_number > $2
        order by chain_number limit ${POSTINGS_PER_READ}
      ) p cross join lateral (
        select json_build_object('count', count(*), 'firstSequence', min(line_sequence), 'lastSequence', max(line_sequence),
            'debit', coalesce(sum(debit), 0)::numeric(22, 4)::text, 'credit', coalesce(sum(credit), 0)::numeric(22, 4)::text,
            'strays', count(*) filter (where posting_date <> p.posting_date or currency_code <> p.currency_code or source <> p.source
              or posting_store_id <> p.store_id or accounting_company_code is distinct from p.accounting_company_code)) as lines,
          coalesce(string_agg(${lineText}, ',' order by line_sequence), '') as texts
        from ledger_line where posting_id = p.id
      ) l
      where p.lines_before < ${LINES_PER_READ}
      order by p.chain_number`,
    parameters: [Sql.text, Sql.bigint],
    row: auditedRow,
  })
}

// Each form is one that the index on chains supports.
const readOfCompany = readStatement('ledger-audit-postings', 'accounting_company_code = $1')
const readWithoutCompany = readStatement(
  'ledger-audit-postings-without-company',
  '(accounting_company_code is null or accounting_company_code = $1)',
)

/** All postings of a company in the order of its chain, in batches; '' means no company. */
export async function* postingsInChain(database: Queries, companyCode: string): AsyncGenerator<AuditedRow[]> {
  let reading = readPostings(database, companyCode, Number.MIN_SAFE_INTEGER)
  for (;;) {
    const rows = await reading
    const last = rows.at(-1)
    if (last === undefined) return
    // The database reads the next postings while these are verified.
    reading = readPostings(database, companyCode, last.chainNumber)
    // The promise is awaited only when the caller wants more; a failure before that must not end
    // the process.
    reading.catch(() => undefined)
    yield rows
  }
}

async function readPostings(database: Queries, companyCode: string, after: number): Promise<AuditedRow[]> {
  const read = companyCode === '' ? readWithoutCompany : readOfCompany
  const rows = await read.on(database, companyCode, after)
  return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) }))
}

const findChains = statement({
  name: 'ledger-audit-chains',
  text: `select company_code as "companyCode", coalesce(chain_number, 0) as number, coalesce(chain_value, '') as value
    from (select distinct coalesce(accounting_company_code, '') as company_code from posting) p
    full join company_chain using (company_code) order by company_code`,
  parameters: [],
  row: { companyCode: Sql.text, number: Sql.bigint, value: Sql.text },
})

/**
 * Every company that has postings or a chain, with the end of the chain; a missing end is number 0.
 */
export async function companyChains(database: Queries): Promise<CompanyChain[]> {
  return await findChains.on(database)
}

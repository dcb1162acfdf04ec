import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import { Decimal } from '@open-oms/money/decimal'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { PostingContent, PostingLine } from './domain/posting-content.ts'

const LINES_PER_STATEMENT = 2_000

const insertLines = statement({
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
  parameters: [Sql.uuid, Sql.date, Sql.text, Sql.text, Sql.nullable(Sql.text), Sql.text, Sql.json],
  row: {},
})

/** Writes the lines of a new posting, whose header is written. */
export async function insertPostingLines(
  tx: Transaction,
  { id, content }: { id: string; content: PostingContent },
): Promise<void> {
  const { postingDate, source, storeId, accountingCompanyCode, currencyCode } = content
  for (let first = 0; first < content.lines.length; first += LINES_PER_STATEMENT) {
    const lines = content.lines.slice(first, first + LINES_PER_STATEMENT).map((line, index) => lineRow(line, first + index + 1))
    await insertLines.on(tx, id, postingDate, source, storeId, accountingCompanyCode, currencyCode, JSON.stringify(lines))
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

const findLines = statement({
  name: 'ledger-line-of-posting',
  text: `select account_number as "accountNumber", account_name as "accountName", category, debit, credit, vat_code as "vatCode",
      vat_rate as "vatRate", vat_amount as "vatAmount", tax_group_code as "taxGroupCode", store_id as "storeId",
      register_id as "registerId", description, customer_number as "customerNumber", invoice_number as "invoiceNumber",
      credit_note_number as "creditNoteNumber", invoice_date as "invoiceDate", due_date as "dueDate", kid_number as "kidNumber",
      dimensions::text
    from ledger_line where posting_id = $1 order by line_sequence`,
  parameters: [Sql.uuid],
  row: {
    accountNumber: Sql.text,
    accountName: Sql.text,
    category: Sql.oneOf<AccountCategory>(),
    debit: Sql.numeric,
    credit: Sql.numeric,
    vatCode: Sql.nullable(Sql.text),
    vatRate: Sql.nullable(Sql.numeric),
    vatAmount: Sql.nullable(Sql.numeric),
    taxGroupCode: Sql.nullable(Sql.text),
    storeId: Sql.text,
    registerId: Sql.nullable(Sql.text),
    description: Sql.nullable(Sql.text),
    customerNumber: Sql.nullable(Sql.text),
    invoiceNumber: Sql.nullable(Sql.text),
    creditNoteNumber: Sql.nullable(Sql.text),
    invoiceDate: Sql.nullable(Sql.date),
    dueDate: Sql.nullable(Sql.date),
    kidNumber: Sql.nullable(Sql.text),
    dimensions: Sql.text,
  },
})

/** The lines of a posting in their sequence, as a build made them. */
export async function readPostingLines(database: Pick<Database, 'query'>, postingId: string): Promise<PostingLine[]> {
  const rows = await findLines.on(database, postingId)
  return rows.map(({ debit, credit, vatAmount, vatRate, dimensions, ...row }) => ({
    ...row,
    debit: new Decimal(debit),
    credit: new Decimal(credit),
    vatAmount: vatAmount === null ? null : new Decimal(vatAmount),
    vatRate: vatRate === null ? null : Number(vatRate),
    dimensions: JSON.parse(dimensions),
  }))
}

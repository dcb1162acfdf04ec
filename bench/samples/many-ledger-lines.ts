import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'

const FIRST_DAY = '2023-01-01'
const DAYS = 1_100
const POSTINGS_PER_DAY = 10
/** Debit and credit alternate, so that half of the lines balance the other half. */
const LINES_PER_POSTING = 76
/** Stores of the sample tenant, each with its company and currency. */
const stores = [
  ['Oslo-01', 'NO01', 'NOK'],
  ['Bergen-01', 'NO01', 'NOK'],
  ['142', 'NO01', 'NOK'],
  ['Stockholm-01', 'SE01', 'SEK'],
  ['London-01', 'GB01', 'GBP'],
  ['Tokyo-01', 'JP01', 'JPY'],
] as const

export const ledgerStores: readonly string[] = stores.map(([id]) => id)
export const debitAccounts = ['1500', '1510', '1520', '1530', '1900', '1910', '1920', '2960']
export const creditAccounts = ['3000', '3010', '3020', '3030', '2700', '2701', '2702', '2703', '3900', '2970', '2950', '7740']

/** The first instant of a day of the ledger, counted from 0; the days go around. */
export function ledgerDay(index: number): Date {
  return new Date(Date.parse(FIRST_DAY) + (index % DAYS) * 86_400_000)
}

/** The id of a posting of the ledger, counted from 0; the postings go around. */
export function ledgerPostingId(index: number): string {
  const place = index % (DAYS * stores.length * POSTINGS_PER_DAY)
  return `00000000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`
}

const sqlArray = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

// One posting of web orders and nine of Z-reports for each store and day.
const insertPostings = `
  insert into posting (id, source, z_report_id, z_report_number, store_id, register_ids, order_ids, accounting_company_code, posting_date,
    currency_code, created_at, status, total_debit, total_credit, imbalance, auto_balanced, line_count, warnings, posting_hash,
    chain_number, previous_chain_value, chain_value, event_sequence)
  select ('00000000-0000-7000-8000-' || lpad(to_hex((day * ${stores.length} + place - 1) * ${POSTINGS_PER_DAY} + turn), 12, '0'))::uuid,
    case turn when 0 then 'WebFulfillment' else 'PosZReport' end,
    case when turn > 0 then 'z-' || day || '-' || place || '-' || turn end, case when turn > 0 then day * 9 + turn end,
    store.id, case turn when 0 then '{}'::text[] else array['R' || turn] end, array['order-' || day || '-' || place || '-' || turn],
    store.company, date '${FIRST_DAY}' + day, store.currency, date '${FIRST_DAY}' + day + interval '26 hours', 'Posted',
    0, 0, 0, false, ${LINES_PER_POSTING}, '{}', '', 0, '', '', 1
  from generate_series(0, ${DAYS - 1}) as day, generate_series(0, ${POSTINGS_PER_DAY - 1}) as turn,
    unnest(${sqlArray(stores.map(([id]) => id))}, ${sqlArray(stores.map(([, company]) => company))},
      ${sqlArray(stores.map(([, , currency]) => currency))}) with ordinality as store (id, company, currency, place)
  order by day, place, turn`

const insertLines = `
  insert into ledger_line (posting_id, line_sequence, posting_date, source, posting_store_id, store_id, register_id, accounting_company_code,
    account_number, account_name, category, debit, credit, currency_code, vat_code, vat_rate, vat_amount, description, customer_number,
    invoice_number, dimensions)
  select p.id, pair * 2 + side, p.posting_date, p.source, p.store_id, p.store_id, p.register_ids[1], p.accounting_company_code,
    account.number, 'Account ' || account.number, case side when 1 then 'PaymentMethod' else 'Sales' end,
    case side when 1 then amount else 0 end, case side when 2 then amount else 0 end, p.currency_code,
    case side when 2 then '3' end, case side when 2 then 25 end, case side when 2 then round(amount / 4, 2) end,
    'Account ' || account.number || ', a line', case side when 1 then 'C-' || pair end, case side when 1 then 'F-' || pair end, '{}'
  from posting p, generate_series(0, ${LINES_PER_POSTING / 2 - 1}) as pair, generate_series(1, 2) as side,
    lateral (select case side when 1 then (${sqlArray(debitAccounts)})[1 + (pair % ${debitAccounts.length})]
      else (${sqlArray(creditAccounts)})[1 + (pair % ${creditAccounts.length})] end) as account (number),
    lateral (select (100 + pair)::numeric + (extract(day from p.posting_date) / 100)) as sum (amount)
  where p.posting_date >= date '${FIRST_DAY}' + $1::int and p.posting_date < date '${FIRST_DAY}' + $2::int
  order by p.id, 2`

const nullable = (column: string) => `coalesce('"' || ${column} || '"', 'null')`

// The canonical text of ledger.md#posting-hash, written a second time: the verification fails when
// the two differ.
const hashPostings = `
  update posting p set total_debit = l.debit, total_credit = l.debit, posting_hash = encode(sha256(convert_to(
    '["' || p.source || '",' || ${nullable('p.z_report_id')} || ',["' || p.store_id || '"],' ||
    case p.source when 'PosZReport' then '["' || p.register_ids[1] || '"]' else '[]' end || ',"' || p.posting_date || '","' ||
    p.currency_code || '","' || p.accounting_company_code || '",[' || l.texts || ']]', 'UTF8')), 'hex')
  from (
    select posting_id, sum(debit) as debit, string_agg('["' || account_number || '","' || category || '","' || debit || '","' || credit || '",'
      || ${nullable('vat_code')} || ',' || ${nullable('vat_rate')} || ',' || ${nullable('vat_amount')} || ',null,"' || store_id || '",'
      || ${nullable('register_id')} || ',' || ${nullable('customer_number')} || ',' || ${nullable('invoice_number')} || ',null,null,[]]',
      ',' order by line_sequence) as texts
    from ledger_line group by posting_id
  ) l where l.posting_id = p.id`

const chainPostings = `
  do $$
  declare
    one record; company text := null; previous text; place bigint; this text;
  begin
    for one in select id, accounting_company_code as code, posting_hash as hash from posting order by accounting_company_code, id loop
      if company is distinct from one.code then company := one.code; previous := ''; place := 0; end if;
      place := place + 1;
      this := encode(sha256(convert_to(previous || chr(10) || one.id || chr(10) || one.hash, 'UTF8')), 'hex');
      update posting set chain_number = place, previous_chain_value = previous, chain_value = this where id = one.id;
      previous := this;
      insert into company_chain values (company, place, this)
        on conflict (company_code) do update set chain_number = place, chain_value = this;
    end loop;
  end $$`

const DAYS_PER_STATEMENT = 100

/**
 * Fills the empty ledger of a system with five million lines in 66,000 postings of three years,
 * hashed and chained as if they had been built: building them would take the better part of an
 * hour.
 */
export async function growLedger(system: System): Promise<void> {
  const client = new pg.Client({ connectionString: system.adminUrls['accounting-read'] })
  await client.connect()
  try {
    await withoutGuards(client, async () => {
      await client.query(insertPostings)
      for (let day = 0; day < DAYS; day += DAYS_PER_STATEMENT) await client.query(insertLines, [day, day + DAYS_PER_STATEMENT])
      await client.query(hashPostings)
      await client.query(chainPostings)
    })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Loads rows without triggers and makes the indexes at the end, which is several times faster. */
async function withoutGuards(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where (indrelid = 'ledger_line'::regclass and not indisprimary)
       or indexrelid = 'posting_accounting_company_code_chain_number_key'::regclass`,
  )
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
    set synchronous_commit = off`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

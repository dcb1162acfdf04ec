-- booked-payment
-- Parameters: $1 text, $2 text, $3 date
-- Columns: orderId text, orderNumber text or null, paymentId text, storeId text, currencyCode text,
--   customerNumber text or null, transactionType text, status text, method text, amount numeric,
--   occurredAt timestamp with time zone, invoiceNumber text or null,
--   paymentTermsNet integer or null, kidNumber text or null, creditNoteNumber text or null,
--   breakdown json, providerFee numeric or null, unreadableProviderFee text or null,
--   transfers json, reducesReceivable boolean
select
  order_id as "orderId",
  order_number as "orderNumber",
  payment_id as "paymentId",
  store_id as "storeId",
  currency_code as "currencyCode",
  customer_number as "customerNumber",
  transaction_type as "transactionType",
  status, method, amount,
  occurred_at as "occurredAt",
  invoice_number as "invoiceNumber",
  payment_terms_net as "paymentTermsNet",
  kid_number as "kidNumber",
  credit_note_number as "creditNoteNumber",
  breakdown,
  provider_fee as "providerFee",
  unreadable_provider_fee as "unreadableProviderFee",
  transfers,
  reduces_receivable as "reducesReceivable"
from payment_transaction
where is_booked and store_id = $1 and currency_code = $2 and posting_date = $3

-- carried-line-insert
-- Parameters: $1 uuid, $2 text, $3 text, $4 date, $5 date, $6 timestamp with time zone, $7 json
insert into
  carried_line (posting_id, store_id, currency_code, from_date, to_date, created_at, side, line, amount, vat_amount)
select $1, $2, $3, $4, $5, $6, c.side, c.line, c.amount, c.vat_amount
from json_to_recordset($7::json) as c (side text, line json, amount numeric, vat_amount numeric)

-- carried-line-orders
-- Parameters: $1 text, $2 text, $3 date
-- Columns: orderId text
select distinct t.order_id as "orderId"
from
  (
    select distinct posting_id, from_date
    from carried_line
    where store_id = $1 and currency_code = $2 and to_date = $3
  ) c
  join posting p on p.id = c.posting_id
  and p.source = 'WebFulfillment'
  join payment_transaction t on t.is_booked
  and t.store_id = $1
  and t.currency_code = $2
  and t.posting_date = c.from_date
where not t.order_id = any (p.order_ids)

-- carried-line-to
-- Parameters: $1 text, $2 text, $3 date
-- Columns: side text, line json, amount numeric, vatAmount numeric or null, fromDay date,
--   zReportNumber bigint or null
select
  c.side, c.line, c.amount,
  c.vat_amount as "vatAmount",
  c.from_date as "fromDay",
  p.z_report_number as "zReportNumber"
from carried_line c join posting p on p.id = c.posting_id
where c.store_id = $1 and c.currency_code = $2 and c.to_date = $3
order by c.id

-- company-chain-ends
-- Columns: ends text or null
select json_object_agg(company_code, chain_number)::text as ends
from company_chain

-- company-chain-lock
-- Parameters: $1 text
-- Columns: number bigint, value text
insert into company_chain (company_code, chain_number, chain_value)
values ($1, 0, '')
on conflict (company_code) do update
set chain_number = company_chain.chain_number
returning chain_number as number, chain_value as value

-- company-chain-update
-- Parameters: $1 text, $2 bigint, $3 text
update company_chain
set chain_number = $2, chain_value = $3
where company_code = $1

-- database-is-untouched
-- Columns: isUntouched boolean
select
  not exists (select from payment_transaction)
  and not exists (select from posting)
  and not exists (select from kit.event_position) as "isUntouched"

-- ledger-audit-chains
-- Columns: companyCode text, number bigint, value text
select
  company_code as "companyCode",
  coalesce(chain_number, 0) as number,
  coalesce(chain_value, '') as value
from
  (select distinct coalesce(accounting_company_code, '') as company_code from posting) p
  full join company_chain using (company_code)
order by company_code

-- ledger-audit-postings
-- Parameters: $1 text, $2 bigint
-- Columns: id uuid, source text, zReportId text or null, storeId text, registerIds text[],
--   postingDate date, currencyCode text, accountingCompanyCode text or null, status text,
--   hasSuccessor boolean, totalDebit numeric, totalCredit numeric, imbalance numeric,
--   lineCount integer, postingHash text, chainNumber bigint, previousChainValue text,
--   chainValue text, lines json, lineTexts text
select
  p.id, p.source,
  p.z_report_id as "zReportId",
  p.store_id as "storeId",
  p.register_ids as "registerIds",
  p.posting_date as "postingDate",
  p.currency_code as "currencyCode",
  p.accounting_company_code as "accountingCompanyCode",
  p.status,
  exists (select from posting s where s.supersedes_posting_id = p.id) as "hasSuccessor",
  p.total_debit as "totalDebit",
  p.total_credit as "totalCredit",
  p.imbalance,
  p.line_count as "lineCount",
  p.posting_hash as "postingHash",
  p.chain_number as "chainNumber",
  p.previous_chain_value as "previousChainValue",
  p.chain_value as "chainValue",
  l.lines,
  l.texts as "lineTexts"
from
  (
    select *, sum(line_count) over (order by chain_number) - line_count as lines_before
    from posting
    where accounting_company_code = $1 and chain_number > $2
    order by chain_number
    limit 500
  ) p
  cross join lateral (
    select
      json_build_object(
        'count',
        count(*),
        'firstSequence',
        min(line_sequence),
        'lastSequence',
        max(line_sequence),
        'debit',
        coalesce(sum(debit), 0)::numeric(22, 4)::text,
        'credit',
        coalesce(sum(credit), 0)::numeric(22, 4)::text,
        'strays',
        count(*) filter (
          where
            posting_date <> p.posting_date
            or currency_code <> p.currency_code
            or source <> p.source
            or posting_store_id <> p.store_id
            or accounting_company_code is distinct from p.accounting_company_code
        )
      ) as lines,
      coalesce(
        string_agg(
          left(
            to_json(
              array[
                account_number, category,
                debit::text,
                credit::text,
                vat_code,
                vat_rate::text,
                vat_amount::text,
                tax_group_code, store_id, register_id, customer_number, invoice_number,
                credit_note_number, kid_number
              ]
            )::text,
            -1
          ) || ',' || case
            when dimensions = '{}' then '[]'
            else (
              select
                '[' || string_agg(
                  '[' || to_json(key)::text || ',' || to_json(value)::text || ']',
                  ','
                  order by key collate "C"
                ) || ']'
              from jsonb_each_text(dimensions)
            )
          end || ']',
          ','
          order by line_sequence
        ),
        ''
      ) as texts
    from ledger_line
    where posting_id = p.id
  ) l
where p.lines_before < 20000
order by p.chain_number

-- ledger-audit-postings-without-company
-- Parameters: $1 text, $2 bigint
-- Columns: id uuid, source text, zReportId text or null, storeId text, registerIds text[],
--   postingDate date, currencyCode text, accountingCompanyCode text or null, status text,
--   hasSuccessor boolean, totalDebit numeric, totalCredit numeric, imbalance numeric,
--   lineCount integer, postingHash text, chainNumber bigint, previousChainValue text,
--   chainValue text, lines json, lineTexts text
select
  p.id, p.source,
  p.z_report_id as "zReportId",
  p.store_id as "storeId",
  p.register_ids as "registerIds",
  p.posting_date as "postingDate",
  p.currency_code as "currencyCode",
  p.accounting_company_code as "accountingCompanyCode",
  p.status,
  exists (select from posting s where s.supersedes_posting_id = p.id) as "hasSuccessor",
  p.total_debit as "totalDebit",
  p.total_credit as "totalCredit",
  p.imbalance,
  p.line_count as "lineCount",
  p.posting_hash as "postingHash",
  p.chain_number as "chainNumber",
  p.previous_chain_value as "previousChainValue",
  p.chain_value as "chainValue",
  l.lines,
  l.texts as "lineTexts"
from
  (
    select *, sum(line_count) over (order by chain_number) - line_count as lines_before
    from posting
    where (accounting_company_code is null or accounting_company_code = $1) and chain_number > $2
    order by chain_number
    limit 500
  ) p
  cross join lateral (
    select
      json_build_object(
        'count',
        count(*),
        'firstSequence',
        min(line_sequence),
        'lastSequence',
        max(line_sequence),
        'debit',
        coalesce(sum(debit), 0)::numeric(22, 4)::text,
        'credit',
        coalesce(sum(credit), 0)::numeric(22, 4)::text,
        'strays',
        count(*) filter (
          where
            posting_date <> p.posting_date
            or currency_code <> p.currency_code
            or source <> p.source
            or posting_store_id <> p.store_id
            or accounting_company_code is distinct from p.accounting_company_code
        )
      ) as lines,
      coalesce(
        string_agg(
          left(
            to_json(
              array[
                account_number, category,
                debit::text,
                credit::text,
                vat_code,
                vat_rate::text,
                vat_amount::text,
                tax_group_code, store_id, register_id, customer_number, invoice_number,
                credit_note_number, kid_number
              ]
            )::text,
            -1
          ) || ',' || case
            when dimensions = '{}' then '[]'
            else (
              select
                '[' || string_agg(
                  '[' || to_json(key)::text || ',' || to_json(value)::text || ']',
                  ','
                  order by key collate "C"
                ) || ']'
              from jsonb_each_text(dimensions)
            )
          end || ']',
          ','
          order by line_sequence
        ),
        ''
      ) as texts
    from ledger_line
    where posting_id = p.id
  ) l
where p.lines_before < 20000
order by p.chain_number

-- ledger-line-insert
-- Parameters: $1 uuid, $2 date, $3 text, $4 text, $5 text or null, $6 text, $7 json
insert into
  ledger_line (
    posting_id, posting_date, source, posting_store_id, accounting_company_code, currency_code,
    line_sequence, store_id, register_id, account_number, account_name, category, debit, credit,
    vat_code, vat_rate, vat_amount, tax_group_code, description, customer_number, invoice_number,
    credit_note_number, invoice_date, due_date, kid_number, dimensions
  )
select $1, $2, $3, $4, $5, $6, line.*
from
  json_to_recordset($7::json) as line(
    line_sequence int, store_id text, register_id text, account_number text, account_name text,
    category text, debit numeric, credit numeric, vat_code text, vat_rate numeric,
    vat_amount numeric, tax_group_code text, description text, customer_number text,
    invoice_number text, credit_note_number text, invoice_date date, due_date date, kid_number text,
    dimensions jsonb
  )

-- ledger-line-of-posting
-- Parameters: $1 uuid
-- Columns: accountNumber text, accountName text, category text, debit numeric, credit numeric,
--   vatCode text or null, vatRate numeric or null, vatAmount numeric or null,
--   taxGroupCode text or null, storeId text, registerId text or null, description text or null,
--   customerNumber text or null, invoiceNumber text or null, creditNoteNumber text or null,
--   invoiceDate date or null, dueDate date or null, kidNumber text or null, dimensions text
select
  account_number as "accountNumber",
  account_name as "accountName",
  category, debit, credit,
  vat_code as "vatCode",
  vat_rate as "vatRate",
  vat_amount as "vatAmount",
  tax_group_code as "taxGroupCode",
  store_id as "storeId",
  register_id as "registerId",
  description,
  customer_number as "customerNumber",
  invoice_number as "invoiceNumber",
  credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate",
  due_date as "dueDate",
  kid_number as "kidNumber",
  dimensions::text
from ledger_line
where posting_id = $1
order by line_sequence

-- line-by-id
-- Parameters: $1 uuid, $2 integer
-- Columns: postingId uuid, lineSequence integer, postingDate date, registerId text or null,
--   storeId text, accountingCompanyCode text or null, accountNumber text, accountName text,
--   category text, debit numeric, credit numeric, currencyCode text, vatCode text or null,
--   vatRate numeric or null, vatAmount numeric or null, taxGroupCode text or null,
--   description text or null, customerNumber text or null, invoiceNumber text or null,
--   creditNoteNumber text or null, invoiceDate date or null, dueDate date or null,
--   kidNumber text or null, dimensions jsonb, postingStoreId text
select
  posting_id as "postingId",
  line_sequence as "lineSequence",
  posting_date as "postingDate",
  register_id as "registerId",
  store_id as "storeId",
  accounting_company_code as "accountingCompanyCode",
  account_number as "accountNumber",
  account_name as "accountName",
  category, debit, credit,
  currency_code as "currencyCode",
  vat_code as "vatCode",
  vat_rate as "vatRate",
  vat_amount as "vatAmount",
  tax_group_code as "taxGroupCode",
  description,
  customer_number as "customerNumber",
  invoice_number as "invoiceNumber",
  credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate",
  due_date as "dueDate",
  kid_number as "kidNumber",
  dimensions,
  posting_store_id as "postingStoreId"
from ledger_line
where posting_id = $1 and line_sequence = $2

-- lines-of-posting
-- Parameters: $1 uuid
-- Columns: postingId uuid, lineSequence integer, postingDate date, registerId text or null,
--   storeId text, accountingCompanyCode text or null, accountNumber text, accountName text,
--   category text, debit numeric, credit numeric, currencyCode text, vatCode text or null,
--   vatRate numeric or null, vatAmount numeric or null, taxGroupCode text or null,
--   description text or null, customerNumber text or null, invoiceNumber text or null,
--   creditNoteNumber text or null, invoiceDate date or null, dueDate date or null,
--   kidNumber text or null, dimensions jsonb
select
  posting_id as "postingId",
  line_sequence as "lineSequence",
  posting_date as "postingDate",
  register_id as "registerId",
  store_id as "storeId",
  accounting_company_code as "accountingCompanyCode",
  account_number as "accountNumber",
  account_name as "accountName",
  category, debit, credit,
  currency_code as "currencyCode",
  vat_code as "vatCode",
  vat_rate as "vatRate",
  vat_amount as "vatAmount",
  tax_group_code as "taxGroupCode",
  description,
  customer_number as "customerNumber",
  invoice_number as "invoiceNumber",
  credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate",
  due_date as "dueDate",
  kid_number as "kidNumber",
  dimensions
from ledger_line
where posting_id = $1
order by line_sequence

-- payment-insert
-- Parameters: $1 text, $2 text, $3 bigint, $4 bigint or null, $5 boolean, $6 text,
--   $7 timestamp with time zone, $8 text or null, $9 text, $10 text or null, $11 text, $12 text,
--   $13 text or null, $14 text, $15 text, $16 text, $17 numeric, $18 timestamp with time zone,
--   $19 text or null, $20 text or null, $21 integer or null, $22 text or null, $23 text or null,
--   $24 json, $25 numeric or null, $26 text or null, $27 json, $28 date, $29 boolean
insert into
  payment_transaction (
    order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at,
    order_number, order_type, order_origin, store_id, currency_code, customer_number,
    transaction_type, status, method, amount, occurred_at, transaction_id, invoice_number,
    payment_terms_net, kid_number, credit_note_number, breakdown, provider_fee,
    unreadable_provider_fee, transfers, posting_date, reduces_receivable
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    $22,
    $23,
    $24,
    $25,
    $26,
    $27,
    $28,
    $29
  )

-- payment-replace
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: sequence bigint, storeId text, currencyCode text, postingDate date, isBooked boolean
with
  -- the payment as it counts now, locked
  newest as (
    select sequence, store_id, currency_code, posting_date, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ),
  -- the same, unless it is newer than the one that replaces it
  replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from newest
    where
      old.order_id = $1
      and old.payment_id = $2
      and old.sequence = newest.sequence
      and newest.sequence < $3
  )
select
  newest.sequence,
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate",
  is_booked as "isBooked"
from newest

-- posting-all-current
-- Columns: id uuid, source text, storeId text, currencyCode text, postingDate date,
--   zReportId text or null, postingHash text
select
  id, source,
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate",
  z_report_id as "zReportId",
  posting_hash as "postingHash"
from posting
where status <> 'Superseded'
order by posting_date, store_id, currency_code, source, z_report_id

-- posting-by-id
-- Parameters: $1 uuid
-- Columns: id uuid, source text, zReportId text or null, zReportNumber bigint or null,
--   orderIds text[], storeId text, registerIds text[], accountingCompanyCode text or null,
--   postingDate date, createdAt timestamp with time zone, currencyCode text, status text,
--   supersedesPostingId uuid or null, externalReference text or null,
--   exportedAt timestamp with time zone or null, totalDebit numeric, totalCredit numeric,
--   imbalance numeric, autoBalanced boolean, lineCount integer, warnings text[],
--   rejectionReason text or null, postingHash text
select
  id, source,
  z_report_id as "zReportId",
  z_report_number as "zReportNumber",
  order_ids as "orderIds",
  store_id as "storeId",
  register_ids as "registerIds",
  accounting_company_code as "accountingCompanyCode",
  posting_date as "postingDate",
  created_at as "createdAt",
  currency_code as "currencyCode",
  status,
  supersedes_posting_id as "supersedesPostingId",
  external_reference as "externalReference",
  exported_at as "exportedAt",
  total_debit as "totalDebit",
  total_credit as "totalCredit",
  imbalance,
  auto_balanced as "autoBalanced",
  line_count as "lineCount",
  warnings,
  rejection_reason as "rejectionReason",
  posting_hash as "postingHash"
from posting
where id = $1

-- posting-by-z-report
-- Parameters: $1 text
-- Columns: id uuid, source text, zReportId text or null, zReportNumber bigint or null,
--   orderIds text[], storeId text, registerIds text[], accountingCompanyCode text or null,
--   postingDate date, createdAt timestamp with time zone, currencyCode text, status text,
--   supersedesPostingId uuid or null, externalReference text or null,
--   exportedAt timestamp with time zone or null, totalDebit numeric, totalCredit numeric,
--   imbalance numeric, autoBalanced boolean, lineCount integer, warnings text[],
--   rejectionReason text or null, postingHash text
select
  id, source,
  z_report_id as "zReportId",
  z_report_number as "zReportNumber",
  order_ids as "orderIds",
  store_id as "storeId",
  register_ids as "registerIds",
  accounting_company_code as "accountingCompanyCode",
  posting_date as "postingDate",
  created_at as "createdAt",
  currency_code as "currencyCode",
  status,
  supersedes_posting_id as "supersedesPostingId",
  external_reference as "externalReference",
  exported_at as "exportedAt",
  total_debit as "totalDebit",
  total_credit as "totalCredit",
  imbalance,
  auto_balanced as "autoBalanced",
  line_count as "lineCount",
  warnings,
  rejection_reason as "rejectionReason",
  posting_hash as "postingHash"
from posting
where z_report_id = $1 and status <> 'Superseded'

-- posting-current
-- Parameters: $1 text, $2 text, $3 date
-- Columns: id uuid, status text, postingHash text, externalReference text or null,
--   eventSequence bigint, currencyCode text
select
  id, status,
  posting_hash as "postingHash",
  external_reference as "externalReference",
  event_sequence as "eventSequence",
  currency_code as "currencyCode"
from posting
where
  source = 'WebFulfillment'
  and status <> 'Superseded'
  and store_id = $1
  and currency_code = $2
  and posting_date = $3
for update

-- posting-current-z-report
-- Parameters: $1 text
-- Columns: id uuid, status text, postingHash text, externalReference text or null,
--   eventSequence bigint, currencyCode text
select
  id, status,
  posting_hash as "postingHash",
  external_reference as "externalReference",
  event_sequence as "eventSequence",
  currency_code as "currencyCode"
from posting
where source = 'PosZReport' and status <> 'Superseded' and z_report_id = $1
for update

-- posting-days-to-build
-- Parameters: $1 date, $2 date, $3 text or null
-- Columns: storeId text, currencyCode text, postingDate date
select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
from payment_transaction
where is_booked and posting_date between $1 and $2 and ($3::text is null or store_id = $3)
union
select store_id, currency_code, posting_date
from posting
where
  source = 'WebFulfillment'
  and status <> 'Superseded'
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
union
select store_id, currency_code, posting_date
from posting_draft
where
  source = 'WebFulfillment'
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
order by 3, 1, 2

-- posting-draft-all
-- Columns: storeId text, currencyCode text, postingDate date
select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate"
from posting_draft
where source = 'WebFulfillment'
order by posting_date, store_id, currency_code

-- posting-draft-count
-- Columns: source text, reason text, count bigint
select source, reason, count(*) as count
from
  (
    select source, regexp_replace(reasons[1], '[0-9a-f]{8}-[0-9a-f-]{27}', '…') as reason
    from
      (
        select source, reasons
        from posting_draft
        union all
        select 'PosZReport', reasons
        from z_report_draft
      ) as each
  ) as draft
where reason is not null
group by source, reason
order by count desc, source, reason
limit 100

-- posting-draft-mark
-- Parameters: $1 text, $2 text, $3 date, $4 timestamp with time zone
insert into
  posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at)
values ('WebFulfillment', $1, $2, $3, true, '{}', $4)
on conflict (source, store_id, currency_code, posting_date) do update
set has_changes = true
where not posting_draft.has_changes

-- posting-draft-oldest
-- Columns: web date or null, till date or null
select
  (select min(posting_date) from posting_draft where reasons[1] is not null) as web,
  (
    select min(posting_date)
    from z_report join z_report_draft using (z_report_id)
    where reasons[1] is not null
  ) as till

-- posting-insert
-- Parameters: $1 uuid, $2 text, $3 text or null, $4 bigint or null, $5 text, $6 text[], $7 text[],
--   $8 text or null, $9 date, $10 text, $11 timestamp with time zone, $12 uuid or null,
--   $13 numeric, $14 numeric, $15 boolean, $16 integer, $17 text[], $18 text, $19 bigint, $20 text,
--   $21 text
insert into
  posting (
    id, source, z_report_id, z_report_number, store_id, register_ids, order_ids,
    accounting_company_code, posting_date, currency_code, created_at, status, supersedes_posting_id,
    total_debit, total_credit, imbalance, auto_balanced, line_count, warnings, posting_hash,
    chain_number, previous_chain_value, chain_value, event_sequence
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    'Posted',
    $12,
    $13,
    $14,
    0,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    1
  )

-- posting-lock
-- Parameters: $1 uuid
-- Columns: id uuid, status text, externalReference text or null, rejectionReason text or null,
--   source text, storeId text, postingDate date, postingHash text
select
  id, status,
  external_reference as "externalReference",
  rejection_reason as "rejectionReason",
  source,
  store_id as "storeId",
  posting_date as "postingDate",
  posting_hash as "postingHash"
from posting
where id = $1
for update

-- posting-lock-build
-- Parameters: $1 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock(hashtextextended ($1, 0))

-- posting-supersede
-- Parameters: $1 uuid, $2 timestamp with time zone
-- Columns: eventSequence bigint
update posting
set status = 'Superseded', superseded_at = $2, event_sequence = event_sequence + 1
where id = $1
returning event_sequence as "eventSequence"

-- store-build-all
-- Columns: storeId text, succeededAt timestamp with time zone, dueDay date
select store_id as "storeId", succeeded_at as "succeededAt", due_day as "dueDay"
from store_build

-- store-build-save
-- Parameters: $1 text[], $2 date[], $3 timestamp with time zone
insert into store_build (store_id, succeeded_at, due_day)
select store_id, $3, due_day
from unnest($1::text[], $2::date[]) as built (store_id, due_day)
on conflict (store_id) do update
set succeeded_at = excluded.succeeded_at, due_day = excluded.due_day

-- voucher-heads
-- Parameters: $1 uuid[]
-- Columns: id uuid, chainNumber bigint, createdAt timestamp with time zone
select id, chain_number as "chainNumber", created_at as "createdAt"
from posting
where id = any ($1)

-- why-booked
-- Parameters: $1 text, $2 date
-- Columns: currencyCode text, count bigint, lastRecorded timestamp with time zone
select currency_code as "currencyCode", count(*) as count, max(recorded_at) as "lastRecorded"
from payment_transaction
where is_booked and posting_date = $2 and store_id = $1
group by currency_code
order by currency_code

-- why-postings
-- Parameters: $1 text, $2 date
-- Columns: id uuid, source text, zReportId text or null, currencyCode text, status text,
--   createdAt timestamp with time zone, exportedAt timestamp with time zone or null,
--   externalReference text or null, rejectionReason text or null, carriedTo date or null
select
  id, source,
  z_report_id as "zReportId",
  currency_code as "currencyCode",
  status,
  created_at as "createdAt",
  exported_at as "exportedAt",
  external_reference as "externalReference",
  rejection_reason as "rejectionReason",
  (select max(to_date) from carried_line as c where c.posting_id = posting.id) as "carriedTo"
from posting
where store_id = $1 and posting_date = $2 and status <> 'Superseded'
order by id
limit 250

-- why-z-reports
-- Parameters: $1 text, $2 date
-- Columns: zReportId text, recordedAt timestamp with time zone, reasons text[] or null,
--   triedAt timestamp with time zone or null
select
  z.z_report_id as "zReportId",
  z.recorded_at as "recordedAt",
  d.reasons,
  d.tried_at as "triedAt"
from z_report as z left join z_report_draft as d on d.z_report_id = z.z_report_id
where
  z.store_id = $1
  and z.posting_date = $2
  and not exists (
    select
    from z_report as newer
    where newer.z_report_id = z.z_report_id and newer.revision > z.revision
  )
order by z.z_report_id
limit 250

-- z-report-draft-all
-- Columns: zReportId text, storeId text, currencyCode text, postingDate date
select
  z_report_id as "zReportId",
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate"
from z_report z
where
  not exists (
    select
    from z_report newer
    where newer.z_report_id = z.z_report_id and newer.revision > z.revision
  )
  and z_report_id in (select z_report_id from z_report_draft)
order by posting_date, store_id, z_report_id

-- z-report-to-build
-- Parameters: $1 date, $2 date, $3 text or null
-- Columns: zReportId text, storeId text, currencyCode text, postingDate date
select
  z_report_id as "zReportId",
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate"
from z_report z
where
  not exists (
    select
    from z_report newer
    where newer.z_report_id = z.z_report_id and newer.revision > z.revision
  )
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
order by posting_date, store_id, z_report_id

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

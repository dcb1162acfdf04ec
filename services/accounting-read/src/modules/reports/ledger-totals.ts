import { columns } from '@oms/service-kit/reports/column'
import type { ReportDefinition } from '@oms/service-kit/reports/report'

export const ledgerTotals: ReportDefinition = {
  name: 'ledger-totals',
  label: { en: 'Ledger totals by account', nb: 'Hovedbok per konto' },
  description: {
    en: 'The sums of the lines of the ledger that count, by account, VAT code and currency: those of the trial balance.',
    nb: 'Summene av hovedbokslinjene som gjelder, per konto, mva.-kode og valuta: de samme som i saldobalansen.',
  },
  columns: columns(
    ['account_number', 'Text', 'Account', 'Konto'],
    ['account_name', 'Text', 'Name', 'Navn'],
    ['vat_code', 'Text', 'VAT code', 'Mva.-kode'],
    ['currency', 'Text', 'Currency', 'Valuta'],
    ['debit', 'Amount', 'Debit', 'Debet'],
    ['credit', 'Amount', 'Credit', 'Kredit'],
    ['balance', 'Amount', 'Balance', 'Saldo'],
  ),
  sql: `select account_number, max(account_name) as account_name, vat_code, currency, sum(debit) as debit, sum(credit) as credit,
    sum(debit) - sum(credit) as balance
  from reporting.posting_lines
  where posting_date >= :first_day and posting_date <= :last_day and is_current
    and (:stores is null or posting_store_id = any(:stores))
  group by 1, 3, 4 order by 1, 3 nulls first, 4`,
}

import type { Report } from './report.ts'

/**
 * The totals of the ledger, on its views (docs/reference/reporting-views.md): accounting-read runs
 * them, and whoever sends saved reports.
 */
export const ledgerTotals = {
  name: 'ledger-totals',
  label: { en: 'Ledger totals by account', nb: 'Hovedbok per konto' },
  description: {
    en: 'The sums of the lines of the ledger that count, by account, VAT code and currency: those of the trial balance.',
    nb: 'Summene av hovedbokslinjene som gjelder, per konto, mva.-kode og valuta: de samme som i saldobalansen.',
  },
  columns: [
    { name: 'account_number', type: 'Text', label: { en: 'Account', nb: 'Konto' } },
    { name: 'account_name', type: 'Text', label: { en: 'Name', nb: 'Navn' } },
    { name: 'vat_code', type: 'Text', label: { en: 'VAT code', nb: 'Mva.-kode' } },
    { name: 'currency', type: 'Text', label: { en: 'Currency', nb: 'Valuta' } },
    { name: 'debit', type: 'Amount', label: { en: 'Debit', nb: 'Debet' } },
    { name: 'credit', type: 'Amount', label: { en: 'Credit', nb: 'Kredit' } },
    { name: 'balance', type: 'Amount', label: { en: 'Balance', nb: 'Saldo' } },
  ],
  sql: `select account_number, max(account_name) as account_name, vat_code, currency, sum(debit) as debit, sum(credit) as credit,
    sum(debit) - sum(credit) as balance
  from reporting.posting_lines
  where posting_date >= :first_day and posting_date <= :last_day and is_current
    and (:stores is null or posting_store_id = any(:stores))
  group by 1, 3, 4 order by 1, 3 nulls first, 4`,
} satisfies Pick<Report, 'name' | 'label' | 'description' | 'columns'> & { sql: string }

import type { LedgerFigures, LedgerFiguresQuery } from '@open-oms/contracts/accounting/ledger-figures'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, Sql } from '@open-oms/service-kit/database/statement'
import type { Deps } from '../../deps.ts'
import { drawerNotes } from '../postings/domain/posting-entries.ts'
import { summedLines } from './get-trial-balance.ts'

/** In the sums of a currency the account is null, and not read. */
const figureRow = {
  currencyCode: Sql.text,
  accountNumber: Sql.text,
  accountName: Sql.text,
  turnover: Sql.numeric,
  vat: Sql.numeric,
  paid: Sql.numeric,
  refunded: Sql.numeric,
  isTotal: Sql.integer,
}

const sumOf = (amount: string, condition: string) => `coalesce(sum(${amount}) filter (where ${condition}), 0)`

const drawerLines = Object.values(drawerNotes).map((note) => `description like '%, ${note}'`)
const isPayment = `category in ('PaymentMethod', 'Receivable', 'GiftCardLiability') and (${drawerLines.join(' or ')}) is not true`

/**
 * The statement that sums the lines that fulfil the conditions by what they are, by currency, and
 * by account where something was paid or refunded.
 */
export function figuresStatement(filter: SqlConditions): BuiltStatement<typeof figureRow> {
  const paid = sumOf('debit', isPayment)
  const refunded = sumOf('credit', `category in ('RefundPaymentMethod', 'Receivable')`)
  return {
    text: `select currency_code as "currencyCode", account_number as "accountNumber", max(account_name) as "accountName",
        ${sumOf('credit - debit', `category in ('Sales', 'RentalSales', 'Shipping', 'Discount')`)} as turnover,
        ${sumOf('credit - debit', `category = 'OutputVat'`)} as vat, ${paid} as paid, ${refunded} as refunded,
        grouping(account_number) as "isTotal"
      from ledger_line ${filter.where()}
      group by grouping sets ((currency_code, account_number), (currency_code))
      having grouping(account_number) = 1 or ${paid} <> 0 or ${refunded} <> 0
      order by currency_code, "isTotal" desc, paid desc, account_number`,
    values: filter.values,
    row: figureRow,
  }
}

/**
 * What was sold, paid and refunded by the postings of a period that are not superseded
 * (ledger.md#ledger-figures). Raises `ValidationFailed` for dates in the wrong order.
 */
export async function getLedgerFigures(deps: Deps, caller: Caller, query: LedgerFiguresQuery): Promise<LedgerFigures> {
  const rows = await fetchRows(deps.reading, figuresStatement(summedLines(caller, query, deps.now())))
  const sums = rows.map(({ paid, refunded, ...row }) => ({ ...row, paid: Number(paid), refunded: Number(refunded) }))
  return {
    currencies: sums
      .filter(({ isTotal }) => isTotal === 1)
      .map(({ currencyCode, turnover, vat, paid, refunded }) => ({
        currencyCode,
        turnover: Number(turnover),
        vat: Number(vat),
        paid,
        refunded,
      })),
    paymentMethods: sums
      .filter(({ isTotal }) => isTotal === 0)
      .map(({ currencyCode, accountNumber, accountName, paid, refunded }) => ({
        accountNumber,
        accountName,
        currencyCode,
        paid,
        refunded,
      })),
  }
}

import { type Static, Type } from '@sinclair/typebox'
import { ledgerLineCategories } from '../accounting/ledger-line.ts'
import { Word } from '../primitives.ts'
import { AccountingFiles } from './accounting-files.ts'
import { findDuplicates, findUnresolved, problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  Name,
  OrNull,
  Percentage,
  Words,
} from './config-file.ts'
import { CurrencyCode } from './standard-codes.ts'
import type { Store } from './stores.ts'
import type { TaxGroup } from './tax-groups.ts'

/**
 * The kinds of entry a ledger line can have (ledger.md#ledger-categories), and RentalSales, which
 * exists inside only: its lines are returned as `Other` (postings.md#rental-sales).
 */
export const accountCategories = [...ledgerLineCategories, 'RentalSales'] as const
export type AccountCategory = (typeof accountCategories)[number]

export const Account = ConfigObject(
  {
    accountNumber: Name('Number of the account in the general ledger.'),
    name: Name('Name of the account.'),
    description: OrNull(Words('Text of its ledger lines; null: the name.')),
    category: Word(accountCategories),
    discriminator: OrNull(
      Words(
        'Narrows the entry: a VAT rate such as 25 for Sales and OutputVat, a method name for PaymentMethod and RefundPaymentMethod; Fee for the fees that customers pay.',
      ),
    ),
    vatCode: OrNull(Words('VAT code of its ledger lines where the tax group names none.')),
    vatRate: OrNull(Percentage('VAT rate of its ledger lines.')),
    currencyCode: OrNull(CurrencyCode('Only for postings in this currency.')),
    taxGroupCode: OrNull(Words('Only for this tax group; such an entry is the best match.')),
    active: FlagWithDefault(true, 'An inactive entry is not used.'),
    externalNumber: OrNull(Name('Its number in the ERP, in files; null: the same.')),
    groupingCode: OrNull(Type.String({ minLength: 1, maxLength: 35, description: 'Its grouping code in SAF-T.' })),
    taxKey: OrNull(
      Type.String({
        pattern: '^\\d{1,4}$',
        description: 'BU-Schlüssel of its lines in DATEV, such as 40, by which an automatic account computes no VAT.',
      }),
    ),
  },
  'One entry of a chart of accounts (configuration.md#charts-of-accounts). The same account may be listed under several categories.',
)
export type Account = Static<typeof Account>

export const Chart = ConfigObject(
  {
    companyCode: Name('The company that owns this ledger.'),
    storeId: OrNull(Words('Makes it the chart of one store, which replaces the chart of its company entirely.')),
    accounts: Type.Array(Account, { minItems: 1, description: 'The entries.' }),
    files: OrNull(AccountingFiles),
  },
  'The chart of accounts of a company or of one store.',
)
export type Chart = Static<typeof Chart>

export const chartOfAccountsFile = defineConfigFile({
  file: 'chart-of-accounts.json',
  summary: 'Accounts per company and optionally per store.',
  schema: ConfigFile({ charts: Type.Array(Chart) }, 'The charts of accounts.'),
  read: (content) => content.charts,
})

/** The chart of a store: its own, which replaces that of its company entirely, else the latter. */
export function findChart(store: Pick<Store, 'id' | 'accountingCompanyCode'>, charts: readonly Chart[]): Chart | undefined {
  const ofCompany = charts.filter((chart) => chart.companyCode === store.accountingCompanyCode)
  return ofCompany.find((chart) => chart.storeId === store.id) ?? ofCompany.find((chart) => !chart.storeId)
}

const { file } = chartOfAccountsFile
const problem = problemIn(file)

/**
 * One chart per company and store; no two active entries of a chart match the same lines equally
 * well.
 */
export function findChartProblems(charts: readonly Chart[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  for (const [index, chart] of charts.entries()) {
    const earlier = charts.findIndex((other) => other.companyCode === chart.companyCode && other.storeId === chart.storeId)
    if (earlier < index)
      problems.push(
        problem(
          `charts[${index}]`,
          `is the same company and store as charts[${earlier}]`,
          'Put the accounts of both into one chart.',
        ),
      )
    problems.push(...findRivals(chart, `charts[${index}].accounts`), ...findFileProblems(chart, `charts[${index}]`))
  }
  return problems
}

/**
 * What files say of a company is in its own chart, and says one thing of each VAT code and account.
 */
function findFileProblems({ storeId, files, accounts }: Chart, path: string): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (storeId !== null && files !== null)
    problems.push(problem(`${path}.files`, 'is in the chart of a store', 'Move it to the chart of the company.'))
  const first = new Map<string, Account>()
  for (const [index, account] of accounts.entries()) {
    const earlier = first.get(account.accountNumber) ?? account
    first.set(account.accountNumber, earlier)
    for (const field of ['externalNumber', 'groupingCode', 'taxKey'] as const) {
      if (account[field] !== earlier[field])
        problems.push(
          problem(
            `${path}.accounts[${index}].${field}`,
            `differs from that of another entry of account "${account.accountNumber}"`,
            'Give all entries of an account the same.',
          ),
        )
    }
  }
  const list = `${path}.files.vatCodes`
  return [
    ...problems,
    ...findDuplicates({ file, list, items: files?.vatCodes ?? [], key: 'vatCode', value: (code) => code.vatCode }),
  ]
}

function findRivals(chart: Chart, list: string): ConfigProblem[] {
  const first = new Map<string, number>()
  const problems: ConfigProblem[] = []
  for (const [index, account] of chart.accounts.entries()) {
    if (!account.active || account.category === 'Other') continue
    const match = JSON.stringify([account.category, account.discriminator, account.currencyCode, account.taxGroupCode])
    const earlier = first.get(match)
    if (earlier === undefined) first.set(match, index)
    else
      problems.push(
        problem(
          `${list}[${index}]`,
          `matches the same ledger lines as ${list}[${earlier}]`,
          'Remove one, set it to "active": false, or give it a discriminator, currency or tax group of its own.',
        ),
      )
  }
  return problems
}

/** Charts of a store name a store of that company; every company that stores name has a chart. */
export function findChartStoreProblems(charts: readonly Chart[], stores: readonly Store[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  for (const [index, chart] of charts.entries()) {
    if (chart.storeId === null) continue
    const store = stores.find(({ id }) => id === chart.storeId)
    if (store?.accountingCompanyCode !== chart.companyCode) {
      problems.push(
        problem(
          `charts[${index}].storeId`,
          `"${chart.storeId}" is not a store of company "${chart.companyCode}"`,
          'Name a store whose accountingCompanyCode is that company, or correct the companyCode of the chart.',
        ),
      )
    }
  }
  const companies = charts.filter((chart) => chart.storeId === null).map((chart) => chart.companyCode)
  const references = stores.flatMap((store, index) =>
    store.accountingCompanyCode === null || charts.some((chart) => chart.storeId === store.id)
      ? []
      : [{ path: `stores[${index}].accountingCompanyCode`, name: store.accountingCompanyCode }],
  )
  return [
    ...problems,
    ...findUnresolved('stores.json', references, { what: 'a company with a chart of accounts', names: companies }),
  ]
}

/** Entries name tax groups that exist. */
export function findChartTaxGroupProblems(charts: readonly Chart[], groups: readonly TaxGroup[]): ConfigProblem[] {
  const references = charts.flatMap((chart, index) =>
    chart.accounts.flatMap((account, at) =>
      account.taxGroupCode === null
        ? []
        : [{ path: `charts[${index}].accounts[${at}].taxGroupCode`, name: account.taxGroupCode }],
    ),
  )
  return findUnresolved(file, references, { what: 'a tax group', names: groups.map((group) => group.code) })
}

import type { Chart } from '../chart-of-accounts.ts'
import type { ConfigProblem } from '../config-file.ts'
import { type Settings, settingsFile } from '../settings.ts'
import type { Store } from '../stores.ts'
import { findDuplicates, findUnresolved, problemIn } from './find-problems.ts'

/** The suspense and over/short accounts are in every chart of accounts. */
export function findAccountingSettingProblems({ accounting }: Settings, charts: readonly Chart[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  for (const field of ['suspenseAccountNumber', 'overShortAccountNumber'] as const) {
    const number = accounting[field]
    if (number === null) continue
    const without = charts.filter((chart) => !chart.accounts.some((account) => account.accountNumber === number))
    for (const chart of without) {
      const owner = chart.storeId === null ? `company "${chart.companyCode}"` : `store "${chart.storeId}"`
      problems.push(
        problemIn(settingsFile.file)(
          `accounting.${field}`,
          `the chart of ${owner} has no account "${number}"`,
          'Add the account to that chart, or name one that all charts have.',
        ),
      )
    }
  }
  return problems
}

/** Every issuer of documents is the company of some store, and is listed once. */
export function findDocumentIssuerProblems({ documents }: Settings, stores: readonly Store[]): ConfigProblem[] {
  const { file } = settingsFile
  const list = 'documents.issuers'
  const names = stores.flatMap(({ accountingCompanyCode }) => accountingCompanyCode ?? [])
  const references = documents.issuers.map(({ companyCode }, index) => ({
    path: `${list}[${index}].companyCode`,
    name: companyCode,
  }))
  return [
    ...findDuplicates({ file, list, items: documents.issuers, key: 'companyCode', value: (issuer) => issuer.companyCode }),
    ...findUnresolved(file, references, { what: 'the company of a store', names }),
  ]
}

import type { ConfigProblem } from './config-file.ts'
import { findDuplicates, findUnresolved } from './find-problems.ts'
import { type Settings, settingsFile } from './settings.ts'
import type { Store } from './stores.ts'

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

import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, findUnresolved, problemIn } from './checks/find-problems.ts'
import { ConfigFile, ConfigObject, type ConfigProblem, defineConfigFile, Name, OrNull, TimeZone, Words } from './config-file.ts'
import type { Market } from './markets.ts'

export const Store = ConfigObject(
  {
    id: Name('The id that orders carry as storeId.'),
    name: Name('The name people see.'),
    marketId: Name('The market of the store.'),
    storeGroupId: OrNull(Words('Group by which postings and ledger lines may be searched.')),
    accountingCompanyCode: OrNull(Words('The company that keeps the ledger of the store; null: its postings stay drafts.')),
    accountingDimensionCode: OrNull(Words('The name of the store in the ledger on internal transfers; null: by its id.')),
    timeZone: OrNull(TimeZone('Decides the day of a transaction; null: the accounting time zone of the settings.')),
    warehouses: Type.Array(Name('Warehouse code.'), {
      minItems: 1,
      description: 'Warehouses that serve the store, the preferred first.',
    }),
  },
  'A store, on the web or in a street.',
)
export type Store = Static<typeof Store>

export const storesFile = defineConfigFile({
  file: 'stores.json',
  summary: 'Stores with market, company, time zone and warehouses.',
  schema: ConfigFile({ stores: Type.Array(Store, { minItems: 1 }) }, 'The stores of the tenant.'),
  read: (content) => content.stores,
})

/** Ids are unique; no store names a warehouse twice. */
export function findStoreProblems(stores: readonly Store[]): ConfigProblem[] {
  const { file } = storesFile
  const problems = findDuplicates({ file, list: 'stores', items: stores, key: 'id', value: (store) => store.id })
  for (const [index, store] of stores.entries()) {
    for (const [at, code] of store.warehouses.entries()) {
      if (store.warehouses.indexOf(code) < at)
        problems.push(problemIn(file)(`stores[${index}].warehouses[${at}]`, `"${code}" is named twice`, 'Remove it here.'))
    }
  }
  return problems
}

/** Every store belongs to a market that exists. */
export function findStoreMarketProblems(stores: readonly Store[], markets: readonly Market[]): ConfigProblem[] {
  const references = stores.map((store, index) => ({ path: `stores[${index}].marketId`, name: store.marketId }))
  return findUnresolved(storesFile.file, references, { what: 'a market', names: markets.map((market) => market.id) })
}

type Scope = { storeIds: readonly string[]; allStores: boolean }
type Report = (path: string, reason: string, remedy: string) => ConfigProblem

/** Nobody is limited to stores and works in all of them. */
export function storesContradicted(report: Report, path: string, { storeIds, allStores }: Scope): ConfigProblem[] {
  if (!allStores || storeIds.length === 0) return []
  return [report(`${path}.allStores`, 'says all stores beside a list of some', 'Remove one of "storeIds" and "allStores".')]
}

/** A list that is empty means all stores: who has emptied it by mistake is told so. */
export function storesUnstated(report: Report, path: string, { storeIds, allStores }: Scope): ConfigProblem[] {
  if (allStores || storeIds.length > 0) return []
  const remedy = 'Name stores, or write "allStores": true where all are meant.'
  return [report(`${path}.storeIds`, 'is empty, which means all stores', remedy)]
}

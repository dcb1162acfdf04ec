import type { Database } from '@oms/service-kit/database/database'
import { type BuiltStatement, fetchRows } from '@oms/service-kit/database/statement'
import { orderDocument } from '../../../order/store/stored-document.ts'
import type { ScopedFilter } from '../../search/domain/search-filter.ts'
import { searchCondition, searchedTables } from '../../search/search-condition.ts'
import { type SearchSort, searchOrder } from '../../search/search-sorts.ts'

export type WantedDocuments = ScopedFilter & {
  sort: SearchSort
  /** Besides the filter: only these; null for all. */
  orderIds: readonly string[] | null
  countMax: number
}

const documentRow = { document: orderDocument }

/** Finds the documents of the first orders of a search. Raises what the search condition raises. */
export function firstDocumentsStatement(wanted: WantedDocuments): BuiltStatement<typeof documentRow> {
  const { filter, scope, sort, orderIds, countMax } = wanted
  const condition = searchCondition(filter, scope)
  const first = condition.values.length + 1
  return {
    text: `select o.document from ${searchedTables(condition)} join "order" o on o.id = s.order_id
      where ${condition.sql} and ($${first}::text[] is null or s.order_id = any($${first}))
      order by ${searchOrder(sort)} limit $${first + 1}`,
    values: [...condition.values, orderIds, countMax],
    row: documentRow,
  }
}

/**
 * The documents, as JSON, of the first orders that a search finds, as of one moment. Raises what
 * the search condition raises.
 */
export async function findFirstDocuments(database: Pick<Database, 'query'>, wanted: WantedDocuments): Promise<string[]> {
  return (await fetchRows(database, firstDocumentsStatement(wanted))).map(({ document }) => document)
}

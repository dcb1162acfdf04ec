import { storedAddressPattern } from '@open-oms/contracts/catalog/file-addresses'
import type { Database } from '../database/database.ts'
import { type BuiltStatement, fetchRows, Sql } from '../database/statement.ts'

/** A column that holds addresses of stored files: JSON documents, or one address each. */
export type AddressColumn = {
  table: string
  column: string
  isDocument: boolean
  /** The columns of the primary key. */
  key: readonly string[]
}

export type RelocationResult = { table: string; column: string; changed: number }

const BATCH_SIZE = 200

const batchRow = { changed: Sql.integer, last: Sql.nullable(Sql.list(Sql.text)) }

/** The statement of the next batch behind the last key; of the first one without a key. */
function batchStatement(
  { table, column, isDocument, key }: AddressColumn,
  pattern: string,
  last: readonly string[],
): BuiltStatement<typeof batchRow> {
  const columns = key.join(', ')
  const after = last.length === 0 ? '' : `where (${columns}) > (${key.map((_, index) => `$${index + 3}`).join(', ')})`
  const changed = `regexp_replace(stored.${column}::text, $2, '\\1\\2', 'g')${isDocument ? '::json' : ''}`
  const sql = `
    with batch as (
      select ${columns} from "${table}" ${after} order by ${columns} limit $1
    ), changed as (
      update "${table}" as stored set ${column} = ${changed}
      from batch
      where (${key.map((name) => `stored.${name}`).join(', ')}) = (${key.map((name) => `batch.${name}`).join(', ')})
        and stored.${column}::text like '%/assets/%' and stored.${column}::text ~ $2
      returning 1
    )
    select (select count(*) from changed)::integer as changed,
      (select array[${key.map((name) => `${name}::text`).join(', ')}] from batch order by ${key.map((name) => `${name} desc`).join(', ')} limit 1) as last`
  return { text: sql, values: [BATCH_SIZE, pattern, ...last], row: batchRow }
}

/**
 * Makes the addresses of stored files that begin with one of the bases relative, in every row, and
 * returns how many rows changed. Rows are processed in short transactions, so that concurrent
 * writes wait for a moment at most; an address that one of them writes meanwhile may stay, and goes
 * when this is run again. Addresses elsewhere stay as they are.
 */
export async function relocateAddresses(
  database: Pick<Database, 'query'>,
  columns: readonly AddressColumn[],
  bases: readonly string[],
): Promise<RelocationResult[]> {
  const relocated: RelocationResult[] = []
  for (const one of columns) {
    const pattern = storedAddressPattern(bases, one.isDocument ? 'document' : 'address')
    let total = 0
    for (let last: string[] = []; ; ) {
      const [batch] = await fetchRows(database, batchStatement(one, pattern, last))
      total += batch?.changed ?? 0
      if (!batch?.last) break
      last = batch.last
    }
    relocated.push({ table: one.table, column: one.column, changed: total })
  }
  return relocated
}

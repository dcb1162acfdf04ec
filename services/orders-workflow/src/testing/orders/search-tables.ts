import type { Database } from '@open-oms/service-kit/database/database'
import { countSource } from '../../modules/search/order-counts.ts'
import { searchedBy } from '../../order/rules/search/search-row.ts'
import { parseStoredOrder } from '../../order/rules/sparse-order.ts'
import { customerRecord } from '../../order/store/customer-statements.ts'
import { dimensions, searchRecord } from '../../order/store/search-statements.ts'
import { sampleConfig } from '../test-orders.ts'

type Reader = Pick<Database, 'query'>

/**
 * The differences of the search tables and counts from the documents of all orders; empty when they
 * agree.
 */
export async function searchTableFaults(database: Reader): Promise<string[]> {
  return [...(await rowFaults(database)), ...(await countFaults(database))]
}

async function rowFaults({ query }: Reader): Promise<string[]> {
  const rows = await query<Record<string, unknown>>({
    text: `select o.id, o.document, o.version_number as stored_number, o.store_id as stored_store, o.is_deleted as stored_deleted, c.*, s.*, t.*
      from "order" o full join order_search s on s.order_id = o.id full join order_term t on t.order_id = o.id
        full join order_customer c on c.order_id = o.id`,
  })
  const config = await sampleConfig()
  return rows.flatMap((row) => {
    if (typeof row.document !== 'string') return [`${row.order_id}: no order`]
    const document = parseStoredOrder(row.document)
    const wanted: Record<string, unknown> = {
      order_id: document.id,
      version_number: row.stored_number,
      stored_store: document.storeId,
      stored_deleted: document.status === 'Deleted',
      ...searchRecord(document, searchedBy(document, config)),
      ...customerRecord(document, searchedBy(document, config)),
    }
    return Object.entries(wanted)
      .filter(([column, value]) => comparable(row[column]) !== comparable(value))
      .map(([column, value]) => `${row.id}.${column}: ${comparable(row[column])} instead of ${comparable(value)}`)
  })
}

/** Columns are as the driver returns them, records as in JSON. */
function comparable(value: unknown): string {
  if (value === undefined || value === null) return 'null'
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Buffer.isBuffer(value)) return JSON.stringify(`\\x${value.toString('hex')}`)
  if (typeof value === 'string' && /^-?\d+\.\d{4}$/.test(value)) return String(Number(value))
  return JSON.stringify(value)
}

async function countFaults({ query }: Reader): Promise<string[]> {
  const list = dimensions.join(', ')
  const rows = await query({
    text: `(select 'counted' as what, ${list}, sum(count)::bigint as count from ${countSource} as c group by ${list} having sum(count) <> 0
        except select 'counted', ${list}, count(*) from order_search group by ${list})
      union all (select 'there', ${list}, count(*) from order_search group by ${list}
        except select 'there', ${list}, sum(count)::bigint from ${countSource} as c group by ${list})`,
  })
  return rows.map((row) => JSON.stringify(row))
}

import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import { queryRows } from '../../verify-deployment/orders.ts'
import type { AcknowledgedWrite } from '../journal.ts'

/** What the database has of an order or of a product. */
export type StoredAggregate = {
  id: string
  /** The number of its current version. */
  versionNumber: number
  /** Of all versions, the oldest first. */
  versionIds: readonly string[]
  /** Null for a product. */
  status: string | null
  transactionIds: readonly string[]
}

const orderRows = `select o.id, o.version_number as "versionNumber", o.document ->> 'status' as status,
  array(select v.version_id::text from order_version v where v.order_id = o.id order by v.version_number) as "versionIds",
  array(select p ->> 'transactionId' from json_array_elements(o.document -> 'orderForm' -> 'payments') p) as "transactionIds"
  from "order" o where o.id = any ($1)`

const productRows = `select p.product_id as id, p.revision as "versionNumber", null as status, '{}'::text[] as "transactionIds",
  array(select v.version_id::text from product_version v where v.product_id = p.product_id order by v.revision) as "versionIds"
  from product p where p.product_id = any ($1)`

/** What is missing of acknowledged writes in the databases; empty when nothing is. */
export async function findLostWrites({ adminUrls }: SystemDatabases, writes: readonly AcknowledgedWrite[]): Promise<string[]> {
  const of = (aggregate: AcknowledgedWrite['aggregate']) => writes.filter((write) => write.aggregate === aggregate)
  const ids = (some: readonly AcknowledgedWrite[]) => [...new Set(some.map(({ id }) => id))]
  const orders = await queryRows<StoredAggregate>(adminUrls['orders-workflow'], orderRows, [ids(of('order'))])
  const products = await queryRows<StoredAggregate>(adminUrls['catalog-assets'], productRows, [ids(of('product'))])
  return [...lostWrites(of('order'), orders), ...lostWrites(of('product'), products)]
}

/**
 * The same of what was read: each write has its version, in the order of their acknowledgements,
 * and versions have no gap.
 */
export function lostWrites(writes: readonly AcknowledgedWrite[], stored: readonly StoredAggregate[]): string[] {
  const byId = Map.groupBy(writes, ({ id }) => id)
  const found = new Map(stored.map((each) => [each.id, each]))
  return [...byId].flatMap(([id, own]) => {
    const there = found.get(id)
    if (there === undefined) return [`${id}: ${own.length} writes were acknowledged, and it is not there`]
    return writeFaults(own, there).map((fault) => `${id}: ${fault}`)
  })
}

function writeFaults(writes: readonly AcknowledgedWrite[], stored: StoredAggregate): string[] {
  const { versionIds, versionNumber, transactionIds, status } = stored
  const faults: string[] = []
  if (versionIds.length !== versionNumber) faults.push(`version ${versionNumber} is current, ${versionIds.length} are there`)
  let last = -1
  for (const { versionId, transactionId } of writes) {
    const index = versionIds.indexOf(versionId)
    if (index === -1) faults.push(`version ${versionId} was acknowledged, and is not there`)
    else if (index <= last) faults.push(`version ${versionId} is not after the one that was acknowledged before`)
    last = Math.max(last, index)
    const times = transactionIds.filter((each) => each === transactionId).length
    if (transactionId !== undefined && times !== 1) faults.push(`payment ${transactionId} is there ${times} times`)
  }
  const entered = writes.findLast((write) => write.status !== undefined)?.status
  if (entered !== undefined && status !== entered) faults.push(`status ${entered} was acknowledged; it is ${status}`)
  return faults
}

import { createHash } from 'node:crypto'
import type { Order } from '@oms/contracts/orders/order'
import type { Database } from '@oms/service-kit/database/database'
import { bigint, integer, json, nullable, numeric, statement, text, timestamptz } from '@oms/service-kit/database/statement'
import type { RecordedRun, RecordedVersion } from './domain/recorded-requests.ts'

type Queries = Pick<Database, 'query'>

const findLatest = statement({
  name: 'simulation-orders',
  text: `select order_id from order_search where modified >= $1 and not is_deleted order by modified desc, order_id desc limit $2`,
  parameters: [timestamptz, bigint],
  row: { order_id: text },
})

/** The orders that changed last, the newest first, without deleted ones. */
export async function findLatestOrders(
  database: Queries,
  { since, countMax }: { since: Date; countMax: number },
): Promise<string[]> {
  const rows = await findLatest.on(database, since, countMax)
  return rows.map(({ order_id }) => order_id)
}

/** Versions of an order that are looked at, the newest ones. */
export const VERSIONS_MAX = 250

const findVersions = statement({
  name: 'simulation-versions',
  text: `select version_number, operation, created, document from order_version_content where order_id = $1 order by version_number desc limit ${VERSIONS_MAX}`,
  parameters: [text],
  row: { version_number: integer, operation: text, created: timestamptz, document: json },
})

/** The newest versions of an order, the oldest of them first. */
export async function readVersions(database: Queries, orderId: string): Promise<RecordedVersion[]> {
  const rows = await findVersions.on(database, orderId)
  return rows.reverse().map(({ version_number: versionNumber, operation, created, document }) => {
    return { versionNumber, operation, created: created.toISOString(), order: JSON.parse(document) as Order }
  })
}

const findRuns = statement({
  name: 'simulation-runs',
  text: 'select started, status, shipment_id, return_id, hops from workflow_run where order_id = $1 order by started, id',
  parameters: [text],
  row: { started: timestamptz, status: text, shipment_id: nullable(text), return_id: nullable(text), hops: integer },
})

/** The runs of an order, as far as they are kept. */
export async function readRecordedRuns(database: Queries, orderId: string): Promise<RecordedRun[]> {
  const rows = await findRuns.on(database, orderId)
  return rows.map(({ started, status, shipment_id: shipmentId, return_id: returnId, hops }) => {
    return { started: started.toISOString(), status, shipmentId, returnId, transitionCount: hops }
  })
}

const findMovements = statement({
  name: 'simulation-movements',
  text: `select sku_id, warehouse_code, kind, quantity_delta, reserved_delta from inventory_movement where order_id = $1 order by id`,
  parameters: [text],
  row: { sku_id: text, warehouse_code: text, kind: text, quantity_delta: numeric, reserved_delta: numeric },
})

/** The stock movements of an order, in words. */
export async function readMovements(database: Queries, orderId: string): Promise<string[]> {
  const rows = await findMovements.on(database, orderId)
  return rows.map(
    (row) =>
      `${row.kind} ${row.sku_id} in ${row.warehouse_code}: quantity ${Number(row.quantity_delta)}, reserved ${Number(row.reserved_delta)}`,
  )
}

const findMessages = statement({
  name: 'simulation-messages',
  text: 'select kind, connector, content from message where order_id = $1 order by created, id',
  parameters: [text],
  row: { kind: text, connector: text, content: json },
})

/**
 * The messages of an order, in words: recipients are masked, because reports are passed on, and a digest stands for the
 * whole content. `clean` removes ids of the replay from it.
 */
export async function readMessages(database: Queries, orderId: string, clean: (text: string) => string): Promise<string[]> {
  const rows = await findMessages.on(database, orderId)
  return rows.map(({ kind, connector, content }) => {
    const { subject, to } = JSON.parse(content) as { subject?: string; to?: unknown }
    return `${kind} by ${connector} to ${masked(to)}: ${subject ?? ''} (content ${digestOf(clean(content))})`
  })
}

/** The first letter and the domain of an address; a digest of anything else. */
function masked(to: unknown): string {
  if (Array.isArray(to)) return to.map(masked).join(', ')
  const text = typeof to === 'string' ? to : JSON.stringify(to ?? null)
  const [, first, domain] = /^([^@\s])[^@\s]*(@[^@\s]+)$/u.exec(text) ?? []
  return first === undefined ? `#${digestOf(text)}` : `${first}…${domain}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

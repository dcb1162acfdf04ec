import type { InventoryMovement, MovementKind } from '@open-oms/contracts/orders/inventory/inventory'
import type { Database } from '@open-oms/service-kit/database/database'
import { sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { levelColumns, levelOrder, levelRow } from '../../order/store/stock-statements.ts'
import { type StoredLevel, toStoredLevel } from '../../order/store/stock-store.ts'

type Queries = Pick<Database, 'query'>

const findLevels = statement({
  name: 'inventory-load',
  text: `select ${levelColumns} from inventory as i
    where i.sku_id = any($1) and ($2::text[] is null or i.warehouse_code = any($2)) order by ${levelOrder}`,
  parameters: [Sql.list(Sql.text), Sql.nullable(Sql.list(Sql.text))],
  row: levelRow,
})

/** The levels of some SKUs, by SKU and warehouse. `warehouses` null means all. */
export async function loadLevels(
  database: Queries,
  { skuIds, warehouses }: { skuIds: readonly string[]; warehouses: readonly string[] | null },
): Promise<StoredLevel[]> {
  return (await findLevels.on(database, skuIds, warehouses)).map(toStoredLevel)
}

const findPage = statement({
  name: 'inventory-page',
  text: `select ${levelColumns} from inventory as i
    where (i.sku_id, i.warehouse_code) > ($1, $2) and ($3::text[] is null or i.warehouse_code = any($3)) order by ${levelOrder} limit $4`,
  parameters: [Sql.text, Sql.text, Sql.nullable(Sql.list(Sql.text)), Sql.bigint],
  row: levelRow,
})

/** Where a list of levels is. */
export type LevelPosition = { skuId: string; warehouseCode: string }

/** At most `take` levels behind a position, by SKU and warehouse. `warehouses` null means all. */
export async function loadLevelsAfter(
  database: Queries,
  { after, warehouses, take }: { after: LevelPosition; warehouses: readonly string[] | null; take: number },
): Promise<StoredLevel[]> {
  return (await findPage.on(database, after.skuId, after.warehouseCode, warehouses, take)).map(toStoredLevel)
}

const lowOrder = `i.quantity - i.reserved_quantity, ${levelOrder}`
const afterLow = `(i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
      and ($5::text[] is null or i.warehouse_code = any($5))`

/** By two indexes over what is available, however many levels there are. */
export const findLowPage = statement({
  name: 'inventory-low-page',
  text: `with
    -- the levels that are low by the settings
    usual as (
      select ${levelColumns} from inventory as i
      where ${afterLow} and i.quantity - i.reserved_quantity <= $4 and i.low_stock_at is null order by ${lowOrder} limit $6
    ),
    -- those that are low by a limit of their own
    own as (
      select ${levelColumns} from inventory as i
      where ${afterLow} and i.quantity - i.reserved_quantity <= i.low_stock_at order by ${lowOrder} limit $6
    )
    select ${levelColumns} from (select * from usual union all select * from own) as i order by ${lowOrder} limit $6`,
  parameters: [Sql.numeric, Sql.text, Sql.text, Sql.numeric, Sql.nullable(Sql.list(Sql.text)), Sql.bigint],
  row: levelRow,
})

/** Where a list of low levels is; available in units. */
export type LowLevelPosition = LevelPosition & { available: number }

type LowPage = { after: LowLevelPosition; lowStockAt: number; warehouses: readonly string[] | null; take: number }

/**
 * At most `take` levels behind a position of which so many units or fewer are available, or what
 * they say themselves, the fewest first. `warehouses` null means all.
 */
export async function loadLowLevelsAfter(
  database: Queries,
  { after: { available, skuId, warehouseCode }, lowStockAt, warehouses, take }: LowPage,
): Promise<StoredLevel[]> {
  const rows = await findLowPage.on(database, String(available), skuId, warehouseCode, String(lowStockAt), warehouses, take)
  return rows.map(toStoredLevel)
}

export type MovementFilter = {
  skuId: string | null
  /** Null means all. */
  warehouses: readonly string[] | null
  orderId: string | null
  /** The stores whose orders may be named; null means all. */
  storeIds: readonly string[] | null
  /** The id of the last movement of the previous page; 0 for the first page. */
  after: number
  take: number
}

const movementRow = {
  id: Sql.bigint,
  sku_id: Sql.text,
  warehouse_code: Sql.text,
  kind: Sql.oneOf<MovementKind>(),
  quantity_delta: Sql.numeric,
  reserved_delta: Sql.numeric,
  order_id: Sql.nullable(Sql.text),
  shipment_id: Sql.nullable(Sql.text),
  line_item_id: Sql.nullable(Sql.text),
  reason: Sql.nullable(Sql.text),
  created: Sql.timestamptz,
  is_named: Sql.boolean,
}

/**
 * The order of a movement, if it is of the stores. A closed movement belongs to a purged order: its
 * store is unknown, and another order may have its id now.
 */
const visibleOrderId = (stores: string) =>
  `(select o.id from "order" as o where o.id = m.order_id and not m.is_closed and o.store_id = any(${stores}))`

/** Finds movements after a position, oldest first. */
export function movementStatement(filter: MovementFilter): BuiltStatement<typeof movementRow> {
  const conditions = sqlConditions()
  conditions.add((id) => `id > ${id}`, filter.after)
  if (filter.skuId !== null) conditions.add((sku) => `sku_id = ${sku}`, filter.skuId)
  if (filter.orderId !== null) conditions.add((order) => `order_id = ${order}`, filter.orderId)
  const stores = filter.storeIds === null ? null : conditions.parameter(filter.storeIds)
  if (filter.orderId !== null && stores !== null) conditions.addText(`${visibleOrderId(stores)} is not null`)
  if (filter.warehouses !== null) conditions.add((codes) => `warehouse_code = any(${codes})`, filter.warehouses)
  const page = `select * from inventory_movement as m where ${conditions.sql()} order by id limit ${conditions.parameter(filter.take)}`
  const columns = `id, sku_id, warehouse_code, kind, quantity_delta, reserved_delta, order_id, shipment_id, line_item_id, reason, created,
      ${stores === null ? 'true' : `${visibleOrderId(stores)} is not null`} as is_named`
  return { text: `select ${columns} from (${page}) as m order by id`, values: conditions.values, row: movementRow }
}

/**
 * Movements after a position, oldest first. Those of other stores' orders have no ids of order,
 * shipment and line.
 */
export async function loadMovements(database: Queries, filter: MovementFilter): Promise<InventoryMovement[]> {
  const rows = await fetchRows(database, movementStatement(filter))
  return rows.map((row) => ({
    id: row.id,
    skuId: row.sku_id,
    warehouseCode: row.warehouse_code,
    kind: row.kind,
    quantityDelta: Number(row.quantity_delta),
    reservedDelta: Number(row.reserved_delta),
    orderId: row.is_named ? row.order_id : null,
    shipmentId: row.is_named ? row.shipment_id : null,
    lineItemId: row.is_named ? row.line_item_id : null,
    reason: row.reason,
    created: row.created.toISOString(),
  }))
}

/** $1 the SKUs, $2 the warehouses, $3 at how many available units each is low; null: as usual. */
const writeLimits = statement({
  name: 'inventory-low-limits',
  text: `update inventory as i set low_stock_at = w.low_stock_at
    from unnest($1::text[], $2::text[], $3::numeric[]) as w (sku_id, warehouse_code, low_stock_at)
    where i.sku_id = w.sku_id and i.warehouse_code = w.warehouse_code`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text), Sql.list(Sql.nullable(Sql.numeric))],
  row: {},
})

export type LowStockLimit = LevelPosition & { lowStockAt: number | null }

/** Sets at how many available units levels are low. They are locked in this transaction. */
export async function writeLowStockLimits(tx: Transaction, limits: readonly LowStockLimit[]): Promise<void> {
  if (limits.length === 0) return
  await writeLimits.on(
    tx,
    limits.map(({ skuId }) => skuId),
    limits.map(({ warehouseCode }) => warehouseCode),
    limits.map(({ lowStockAt }) => (lowStockAt === null ? null : String(lowStockAt))),
  )
}

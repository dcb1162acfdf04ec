import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { freeAll } from '../rules/stock/inventory-reservations.ts'
import type { Facts } from './intent.ts'

// SQL: part of writes of orders (ADR 49).
const closeMovements = statement({
  name: 'inventory-close',
  text: 'update inventory_movement set is_closed = true where order_id = $1 and not is_closed',
  parameters: [Sql.text],
  row: {},
})

const renameLines = statement({
  name: 'inventory-rename-lines',
  text: `update inventory_movement as m set line_item_id = r.new_id
    from unnest($2::text[], $3::text[]) as r (old_id, new_id)
    where m.order_id = $1 and not m.is_closed and m.line_item_id = r.old_id`,
  parameters: [Sql.text, Sql.list(Sql.text), Sql.list(Sql.text)],
  row: {},
})

export type ClosingOrder = { orderId: string; actor: string; time: Date }

/**
 * Frees the reservations of an order that is being purged, and closes its movements: they stay in
 * the log, and a new order with its id does not get them. The order must be locked.
 */
export async function closeInventory(
  { tx, stock: session }: Pick<Facts, 'tx' | 'stock'>,
  { orderId, actor, time }: ClosingOrder,
): Promise<void> {
  const lookUp = { orderId, lines: [], isNewOrder: false, returnId: null, locations: { existing: [], made: [] }, time }
  const { stock, levels } = await session.lock(lookUp)
  freeAll(stock, () => true)
  session.write({ levels, changes: stock.changes, cause: 'Purge', actor, time })
  // The movements that are closed include those.
  session.flush()
  await closeMovements.on(tx, orderId)
}

export type RenamedLine = { from: string; to: string }

/**
 * Gives the movements of an order the new ids of its lines in one statement, so that the movements
 * of a line are found by its new id.
 */
export async function renameMovements(tx: Transaction, orderId: string, renamed: readonly RenamedLine[]): Promise<void> {
  if (renamed.length === 0) return
  await renameLines.on(
    tx,
    orderId,
    renamed.map(({ from }) => from),
    renamed.map(({ to }) => to),
  )
}

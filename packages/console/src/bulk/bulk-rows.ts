import type { BulkOrder } from './bulk-action.ts'

/**
 * `unchanged`: the order is already as it is to be, so nothing was sent. `stopped`: not begun,
 * because the person has stopped it.
 */
export type RowState = 'waiting' | 'running' | 'done' | 'unchanged' | 'failed' | 'stopped'

/** One of the orders of a bulk action, and what has become of it. */
export type BulkRow = {
  /** The order as the person has seen it, or as the last attempt has found it. */
  order: BulkOrder
  /** Makes a repetition of the same request harmless. */
  key: string
  state: RowState
  reason: string | null
  /** The last attempt failed without a response: it may have had its effect. */
  isUnknown: boolean
}

/** The result of one attempt. `order` is its newest version, where it is known. */
export type Outcome = {
  state: 'done' | 'unchanged' | 'failed'
  reason?: string | null
  order?: BulkOrder | null
  isUnknown?: boolean
}

export type RowEvent =
  | { type: 'begun'; id: string }
  | { type: 'waits'; id: string; reason: string }
  | { type: 'ended'; id: string; outcome: Outcome }
  | { type: 'stopped' }
  | { type: 'replaced'; rows: readonly BulkRow[] }

/** The rows of orders that nothing has been done with. */
export function newRows(orders: readonly BulkOrder[], newKey: () => string): BulkRow[] {
  return orders.map((order) => ({ order, key: newKey(), state: 'waiting', reason: null, isUnknown: false }))
}

/** The rows after an event. Rows that it is not about stay the same objects. */
export function rowsAfter(rows: readonly BulkRow[], event: RowEvent): readonly BulkRow[] {
  switch (event.type) {
    case 'begun':
      return rows.map((row) => (row.order.id === event.id ? { ...row, state: 'running', reason: null } : row))
    case 'waits':
      return rows.map((row) => (row.order.id === event.id ? { ...row, reason: event.reason } : row))
    case 'ended':
      return rows.map((row) => (row.order.id === event.id ? ended(row, event.outcome) : row))
    case 'stopped':
      return rows.map((row) => (row.state === 'waiting' ? { ...row, state: 'stopped' } : row))
    case 'replaced':
      return event.rows
  }
}

/**
 * The rows of which those in some states wait again. What may have had its effect keeps its key, so
 * that it has it once; what was refused is another request.
 */
export function repeatedRows(rows: readonly BulkRow[], states: readonly RowState[], newKey: () => string): BulkRow[] {
  return rows.map((row) =>
    states.includes(row.state) ? { ...row, state: 'waiting', key: row.isUnknown ? row.key : newKey() } : row,
  )
}

/** How many rows are in each state. */
export function countRows(rows: readonly BulkRow[]): Record<RowState, number> {
  const counts = { waiting: 0, running: 0, done: 0, unchanged: 0, failed: 0, stopped: 0 }
  for (const { state } of rows) counts[state]++
  return counts
}

function ended(row: BulkRow, { state, reason = null, order, isUnknown = false }: Outcome): BulkRow {
  return { ...row, state, reason, order: order ?? row.order, isUnknown }
}

import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { list, nullable, statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderConfig } from '../../../order/document/order-context.ts'
import { returnsChangedInUse } from '../../../order/returns/return-changes.ts'

const findReturnCalls = statement({
  name: 'run-return-calls',
  text: `select a.open_for, r.return_id from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
    where a.open_for = any($1::text[]) and r.return_id is not null`,
  parameters: [list(text)],
  row: { open_for: nullable(text), return_id: nullable(text) },
})

/** By order, the return forms of which a step has an open external call. */
export type ReturnCalls = ReadonlyMap<string, readonly string[]>

/**
 * Reads the open external calls for return forms of orders. They must be locked: then none can
 * begin.
 */
export async function readReturnCalls(tx: Transaction, orders: readonly Order[]): Promise<ReturnCalls> {
  const ids = orders.flatMap(({ id, returnOrderForms }) => (id === null || returnOrderForms.length === 0 ? [] : [id]))
  if (ids.length === 0) return new Map()
  const byOrder = Map.groupBy(await findReturnCalls.on(tx, ids), ({ open_for }) => open_for as string)
  return new Map([...byOrder].map(([id, rows]) => [id, rows.map(({ return_id }) => return_id as string)]))
}

type Change = { before: Order; after: Order; config: OrderConfig }

/**
 * Raises `ResourceLocked` when a change concerns the status, goods or money of a return form of
 * which a step has an open external call (returns.md#return-patches).
 */
export function assertNotInUse(calls: ReturnCalls, { before, after, config }: Change): void {
  const open = calls.get(before.id as string)
  if (open === undefined || after === before) return
  const returnId = returnsChangedInUse(before, after, config).find((id) => open.includes(id))
  if (returnId !== undefined) throw returnCallUnderWay(returnId)
}

/** The error of a write that a step of the return form with an open external call forbids. */
export function returnCallUnderWay(returnId: string): DomainError {
  return new DomainError('ResourceLocked', `A step of return form "${returnId}" is under way.`, { retryAfterSeconds: 1 })
}

import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { OrderConfig } from '../order/rules/context/order-context.ts'
import { returnsChangedInUse } from '../order/rules/returns/return-changes.ts'

// SQL: part of every write that changes return forms (ADR 49).
const findReturnCalls = statement({
  name: 'run-return-calls',
  text: `select r.return_id from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
    where a.open_for = $1 and r.return_id is not null`,
  parameters: [Sql.text],
  row: { return_id: Sql.nullable(Sql.text) },
})

type OrderReplacement = { before: Order; after: Order }

/**
 * Raises `ResourceLocked` when a change concerns the status, goods or money of a return form of
 * which a step has an open external call (returns.md#return-patches). The order must be locked:
 * then none can begin.
 */
export async function assertNotInUse(tx: Transaction, { before, after }: OrderReplacement, config: OrderConfig): Promise<void> {
  const hasOthers = after.orderForm !== before.orderForm || after.returnOrderForms !== before.returnOrderForms
  const changed = hasOthers ? returnsChangedInUse(before, after, config) : []
  if (changed.length === 0) return
  const open = new Set((await findReturnCalls.on(tx, before.id)).map(({ return_id }) => return_id))
  const returnId = changed.find((id) => open.has(id))
  if (returnId !== undefined) throw returnCallUnderWay(returnId)
}

/** The error of a write that a step of the return form with an open external call forbids. */
export function returnCallUnderWay(returnId: string): DomainError {
  return new DomainError('ResourceLocked', `A step of return form "${returnId}" is under way.`, { retryAfterSeconds: 1 })
}

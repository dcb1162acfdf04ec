import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { list, nullable, statement, text } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderConfig } from '../../../order/document/order-context.ts'
import { returnsChangedInUse } from '../../../order/returns/return-changes.ts'

const findReturnCalls = statement({
  name: 'run-return-calls',
  text: `select r.return_id from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
    where a.open_for = $1 and r.return_id = any($2::text[])`,
  parameters: [text, list(text)],
  row: { return_id: nullable(text) },
})

type Change = { before: Order; after: Order; config: OrderConfig }

/**
 * Raises `ResourceLocked` when a change concerns the status, goods or money of a return form of
 * which a step has an open external call (returns.md#return-patches). The order must be locked:
 * then no call can begin.
 */
export async function refuseDuringReturnCall(tx: Transaction, { before, after, config }: Change): Promise<void> {
  const returnIds = returnsChangedInUse(before, after, config)
  if (returnIds.length === 0) return
  const [open] = await findReturnCalls.on(tx, before.id as string, returnIds)
  if (open !== undefined) throw returnCallUnderWay(open.return_id as string)
}

/** The error of a write that a step of the return form with an open external call forbids. */
export function returnCallUnderWay(returnId: string): DomainError {
  return new DomainError('ResourceLocked', `A step of return form "${returnId}" is under way.`, { retryAfterSeconds: 1 })
}

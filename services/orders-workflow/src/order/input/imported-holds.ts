import { completer } from '@oms/contracts/complete'
import { invalid } from '@oms/contracts/errors'
import { Hold } from '@oms/contracts/orders/hold'
import type { InputOf } from '@oms/contracts/primitives'
import type { OrderInputContext } from './order-input.ts'

const complete = completer(Hold)

/**
 * The holds of an order that is taken over from another system, with ids and times where they were
 * sent without (orders.md#order-import). Raises `ValidationFailed` for one without a reason.
 */
export function importedHolds(sent: readonly InputOf<Hold>[], { now, newId }: Pick<OrderInputContext, 'now' | 'newId'>): Hold[] {
  return sent.map((hold, index) => {
    if (!hold.reasonCode) throw invalid(`holds[${index}].reasonCode`, 'is required')
    return complete({ ...hold, id: hold.id || newId(), created: hold.created ?? now })
  })
}

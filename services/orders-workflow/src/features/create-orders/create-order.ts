import type { Order } from '@oms/contracts/orders/order'
import type { Deps } from '../../deps.ts'
import { enterFirstStatus } from '../../domain/enter-status.ts'
import { newOrder, type OrderInput } from '../../domain/new-order.ts'
import { typeOf } from '../../domain/transitions.ts'
import { type SavedOrder, type WriteRequest, createOrder as writeOrder } from '../../persistence/change-order.ts'
import type { Advanced } from '../../workflow/advance.ts'
import { beginRun, endingEvents } from '../../workflow/begin-run.ts'
import { advanceContext, goOnInBackground } from '../../workflow/runner.ts'

export type CreateOrder = { input: OrderInput; runWorkflow: boolean; write: WriteRequest }

/**
 * Creates an order (document 3, Create; 4-decisions F.2, J.1, J.4, J.5). Steps of its first status that reach outside are carried
 * out in the background. Raises `ValidationFailed`, `QuantityNotAvailable`, `OrderIdExists`, `Forbidden`.
 */
export async function createOrder(deps: Deps, { input, runWorkflow, write }: CreateOrder): Promise<SavedOrder> {
  const now = deps.now().toISOString()
  const order = newOrder(input, { config: deps.config(), now, newId: deps.newId })
  if (input.marketId === undefined)
    deps.log.warn({ orderId: order.id, marketId: order.marketId }, 'an order named no market; the default one was taken')
  const begun = runWorkflow ? enter(deps, order, { write, now }) : { order, advanced: null }
  const { advanced } = begun
  return writeOrder(deps, {
    ...write,
    order: begun.order,
    run: advanced?.run ?? null,
    extraEvents: endingEvents(advanced?.run ?? null),
    afterCommit(saved) {
      if (advanced !== null) goOnInBackground(deps, { ...advanced, saved })
    },
  })
}

type Entering = { write: WriteRequest; now: string }

function enter(deps: Deps, order: Order, { write, now }: Entering): { order: Order; advanced: Advanced | null } {
  const type = typeOf(order, deps.config().orderTypes)
  const entered = enterFirstStatus(order, type, now)
  const advanced = beginRun(
    entered,
    { id: deps.newId(), startedBy: write.by, type },
    advanceContext(deps, { now, isBackground: false, stored: null }),
  )
  return { order: advanced?.order ?? entered.order, advanced }
}

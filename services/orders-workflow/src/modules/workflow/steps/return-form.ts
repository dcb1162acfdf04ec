import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import type { StepContext } from './step-definition.ts'

type Scope = Pick<StepContext, 'run' | 'now'>

/** The return form of the run; none in a run of an order. */
export function findRunReturnForm(order: Order, { run }: Scope): ReturnOrderForm | undefined {
  if (run.returnId === null) return undefined
  return order.returnOrderForms.find(({ returnId }) => returnId === run.returnId)
}

/** The order with a change to the return form of the run. */
export function withForm(order: Order, scope: Scope, change: (form: ReturnOrderForm) => ReturnOrderForm): Order {
  const form = findRunReturnForm(order, scope)
  if (form === undefined) return order
  const changed = { ...change(form), modified: scope.now }
  return { ...order, returnOrderForms: order.returnOrderForms.map((one) => (one === form ? changed : one)) }
}

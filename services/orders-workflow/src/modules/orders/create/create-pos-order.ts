import { invalid } from '@oms/contracts/errors'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { posOrderInput } from '../domain/new-order.ts'
import { type CreatedOrder, type CreateOrder, createOrder } from './create-order.ts'

/**
 * Creates the order of a sale at a point of sale: of type Pos and completed
 * (orders.md#point-of-sale-creation). Raises what `createOrder` raises.
 */
export async function createPosOrder(deps: RunnerDeps, command: CreateOrder): Promise<CreatedOrder> {
  // An empty number is as good as none, and here there must be one.
  if (command.input.orderNumber === '') throw invalid('orderNumber', 'must not be empty')
  return createOrder(deps, { ...command, input: posOrderInput(command.input) })
}

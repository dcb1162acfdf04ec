import type { OrderType } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import type { Problems } from '@oms/contracts/problems'
import { isCurrency } from '@oms/money/currency'
import type { OrderConfig } from '../context/order-context.ts'
import { typeNamed } from '../status/order-type.ts'
import { assertTransitionAllowed } from '../status/transitions.ts'

/** Orders of this type need a market (orders.md#default-market). */
const POS = 'Pos'

export type Heads = {
  before: Order
  after: Order
}

/**
 * Checks what a patch makes of store, market, currency, type and status (workflow.md#status-fields,
 * workflow.md#transition-policy, orders.md#order-patch); values that the order had already may be
 * missing from the configuration. Notes problems by path; raises `TransitionNotAllowed`.
 */
export function checkPatchedHead({ before, after }: Heads, config: OrderConfig, problems: Problems): void {
  if (after.storeId !== before.storeId && !config.stores.some((store) => store.id === after.storeId))
    problems.add('storeId', `"${after.storeId}" is not a store`)
  checkMarket({ before, after }, config, problems)
  if (after.billingCurrency !== before.billingCurrency && after.billingCurrency !== null && !isCurrency(after.billingCurrency))
    problems.add('billingCurrency', `"${after.billingCurrency}" is not a currency of ISO 4217`)
  checkStatus({ before, after }, config, problems)
}

function checkMarket({ before, after }: Heads, { markets }: OrderConfig, problems: Problems): void {
  const { marketId, orderType } = after
  if (marketId === before.marketId && orderType === before.orderType) return
  if (marketId === null) {
    if (orderType === POS) problems.add('marketId', `is required for orders of type "${POS}"`)
  } else if (marketId !== before.marketId && !markets.some((market) => market.id === marketId))
    problems.add('marketId', `"${marketId}" is not a market`)
}

function checkStatus({ before, after }: Heads, { orderTypes }: OrderConfig, problems: Problems): void {
  const isMoved = after.status !== before.status
  if (!isMoved && after.orderType === before.orderType) return
  const type = typeNamed(after.orderType, orderTypes)
  if (type === undefined) problems.add('orderType', `"${after.orderType}" is not a configured order type`)
  else if (!type.orderStatuses.some((status) => status.name === after.status))
    problems.add('status', `"${after.status}" is not a status of order type "${type.name}"`)
  else if (isMoved) checkMove(before, after.status as string, orderTypes)
}

/**
 * The policy is of the status that the order leaves; changing the type as well is no way around it.
 */
function checkMove(before: Order, status: string, orderTypes: readonly OrderType[]): void {
  const left = typeNamed(before.orderType, orderTypes)
  if (left !== undefined) assertTransitionAllowed(left, before.status, status)
}

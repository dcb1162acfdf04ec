import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { Cart } from '@open-oms/contracts/orders/carts/cart'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import { componentDisplayName, isUnselected } from '../../packages/domain/component-state.ts'

export type CartOrderRequest = {
  /** That of the cart, else the default one, when undefined. */
  orderType: string | undefined
  /** That of the cart where the type has it, else the first of the type, when undefined. */
  status: string | undefined
}

/**
 * Fields of a cart that its order does not take over: the cart's identity, and fields that each
 * order gets new.
 */
const ownFields = ['id', 'created', 'modified', 'modifiedBy', 'versionId', 'customerGroups', 'expiredDate'] as const

/**
 * The request to create the order of a cart (carts.md#cart-order). Raises `ValidationFailed` for an
 * order type that is not configured or takes no carts, and `ComponentInvalid` for a bundle of which
 * a required component is not selected; the status is checked with the order.
 */
export function toOrderInput(cart: Cart, request: CartOrderRequest, types: readonly OrderType[]): OrderInput {
  const type = typeFor(cart, request, types)
  requireSelections(cart)
  const status = request.status ?? (type.orderStatuses.some(({ name }) => name === cart.status) ? cart.status : null)
  const input = withoutNulls(cart) as OrderInput
  for (const field of ownFields) delete (input as Record<string, unknown>)[field]
  delete input.status
  return {
    ...input,
    orderType: type.name,
    ...(status === null ? {} : { status }),
    orderForm: { ...input.orderForm, cartId: cart.id },
  }
}

/** An incomplete bundle is allowed in a cart, not in an order. */
function requireSelections({ orderForm }: Cart): void {
  for (const [index, { isBundle, isPackageBrokeDown, components }] of orderForm.lineItems.entries()) {
    const missing = components.find((component) => component.isRequired && isUnselected(component))
    if (!isBundle || isPackageBrokeDown || missing === undefined) continue
    const text = `component "${componentDisplayName(missing)}" is required and not selected`
    throw packageProblem('ComponentInvalid', `orderForm.lineItems[${index}].components`, text)
  }
}

function typeFor(cart: Cart, { orderType }: CartOrderRequest, types: readonly OrderType[]): OrderType {
  const name = orderType ?? cart.orderType
  const type = name === null ? types.find((candidate) => candidate.defaultOrderType) : types.find((one) => one.name === name)
  if (type === undefined) throw invalid('orderType', `"${name}" is not a configured order type`)
  if (!type.enableCreateFromCart) throw invalid('orderType', `"${type.name}" takes no orders from carts`)
  return type
}

/** A request omits the fields that a document has as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]))
}

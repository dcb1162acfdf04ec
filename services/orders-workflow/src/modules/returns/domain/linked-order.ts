import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { type Minor, ratio, sum, times, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { newShipmentLike } from '../../../order/rules/shipments/shipment-info.ts'
import { activeQuantity } from '../../../order/rules/totals/line-totals.ts'

/** The fields that a linked order takes over: customer and terms. */
const inCommon = [
  'billingAddress',
  'billingCurrency',
  'contactPerson',
  'customerClubMemberId',
  'customerContact',
  'customerEmail',
  'customerId',
  'customerName',
  'customerNumber',
  'customerPhone',
  'customerReference',
  'customerRequisition',
  'customerType',
  'isNotificationsDisabled',
  'marketId',
  'orderOrigin',
  'paymentTermsNet',
  'salesChannel',
  'salesPersonId',
  'salesPersonName',
  'storeId',
] as const satisfies readonly (keyof Order)[]

export type LinkedOrderInput = {
  id: string
  orderNumber: string
  orderType: string
  /** The first status of the type when absent. */
  status?: string | undefined
  storeId?: string | undefined
  warehouseCode?: string | undefined
  shippingMethodName?: string | undefined
  properties?: OrderInput['properties']
  form: Pick<InputOf<OrderForm>, 'lineItems' | 'payments' | 'discounts' | 'grossRoundoff'>
}

/** The input of a linked order: same customer, terms and address, shipped at no cost. */
export function linkedOrderInput(order: Order, linked: LinkedOrderInput): OrderInput {
  const { id, orderNumber, orderType, status, storeId, properties, form } = linked
  const common = Object.fromEntries(inCommon.flatMap((name) => (order[name] === null ? [] : [[name, order[name]]])))
  const shipment = {
    ...newShipmentLike(order.orderForm.shipments[0], '1'),
    warehouseCode: linked.warehouseCode ?? null,
    ...(linked.shippingMethodName === undefined ? {} : { shippingMethodName: linked.shippingMethodName }),
  }
  return {
    ...(common as OrderInput),
    ...{ id, orderNumber, orderType },
    ...(status === undefined ? {} : { status }),
    ...(storeId === undefined ? {} : { storeId }),
    ...(properties === undefined ? {} : { properties }),
    relatedOrders: [order.id],
    orderForm: { ...form, shipments: [shipment as NonNullable<InputOf<OrderForm>['shipments']>[number]] },
  }
}

/** The list with one more id; a problem where it is full. */
export function withLink(
  ids: readonly string[],
  id: string,
  { field, problems }: { field: string; problems: Problems },
): string[] {
  if (ids.length >= LIST_MAX) problems.add(field, `of the order has ${LIST_MAX} ids already`)
  return [...ids, id]
}

const DECIMALS_OF_PRICES = 4

/**
 * A line of another order as a new one: not delivered, cancelled or discounted; its price is what a
 * unit was sold for.
 */
export function sentAnew(line: OrderLine, quantity: number): OrderLine {
  const active = activeQuantity(line)
  const worth = active === 0 ? ZERO : ratio(toMinor(line.extendedPrice, DECIMALS_OF_PRICES), 1, active)
  return {
    ...line,
    quantity,
    placedPrice: toAmount(worth, DECIMALS_OF_PRICES),
    deliveredQuantity: 0,
    canceledQuantity: 0,
    returnQuantity: 0,
    readyForPickupQuantity: null,
    reservedInventoryQuantity: 0,
    replacedQuantity: null,
    replacedDate: null,
    deliveredDate: null,
    canceledDate: null,
    readyForPickupDate: null,
    returnDate: null,
    discounted: 0,
    orderLineDiscounts: [],
    isGift: false,
    isExcludedFromPromotions: false,
    serialNumber: null,
  }
}

/** The sum of lines before any discount. */
export function sumPlacedPrices(lines: readonly Pick<OrderLine, 'placedPrice' | 'quantity'>[], exponent: number): Minor {
  return sum(lines.map(({ placedPrice, quantity }) => times(placedPrice, quantity, exponent)))
}

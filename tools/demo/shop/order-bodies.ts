import type { NewOrder, NewPayment } from '@open-oms/client/types'
import { shelfOf } from './goods.ts'
import type { ShopOrder } from './shop-plan.ts'

const HOUR_MS = 3_600_000

type Form = NonNullable<NewOrder['orderForm']>
type Line = NonNullable<Form['lineItems']>[number]

/** What every order of the shop has, whatever became of it. */
function commonBody({ id, plan, customer, at, discount }: ShopOrder) {
  const { firstName, lastName, email, phone, customerNumber, address } = customer
  return {
    ...{ id, orderNumber: id, storeId: plan.storeId, marketId: plan.marketId, billingCurrency: plan.currency },
    created: at.toISOString(),
    customerType: 'B2C',
    customerName: `${firstName} ${lastName}`,
    customerEmail: email,
    customerPhone: phone,
    customerNumber,
    billingAddress: { firstName, lastName, email, daytimePhoneNumber: phone, ...address },
    discounts:
      discount === 0
        ? []
        : [
            {
              discountId: 'WELCOME',
              discountName: 'Welcome back',
              discountType: 'Order' as const,
              rewardType: 'Money' as const,
              discountValue: discount,
            },
          ],
  }
}

/** The lines of an order, with what became of all units of each. */
function lineBodies({ lines }: ShopOrder, state: (quantity: number) => Partial<Line> = () => ({})): Line[] {
  return lines.map(({ article, quantity, placedPrice, taxRate }, index) => ({
    ...state(quantity),
    lineItemId: String(index + 1),
    code: article.skuId,
    productId: article.goods.productId,
    displayName: article.goods.name,
    internalWarehouseLocation: shelfOf(article.goods),
    ...{ quantity, placedPrice, taxRate },
    isPackageProduct: article.goods.contents !== undefined,
  }))
}

function payment(order: ShopOrder, transactionType: NewPayment['transactionType'], at: Date): NewPayment {
  return {
    id: `${order.id}-${transactionType === 'Authorization' ? 'a' : 'c'}`,
    amount: order.total,
    paymentMethodName: order.paymentMethod,
    transactionId: `${order.paymentMethod.toLowerCase()}-${order.id}`,
    transactionType,
    status: 'Processed',
    created: at.toISOString(),
    authorizationExpires:
      transactionType === 'Authorization' ? new Date(order.at.getTime() + 7 * 24 * HOUR_MS).toISOString() : null,
  }
}

const windows = ['morning', 'afternoon', 'evening'] as const

/**
 * Values of the fields that the sample declares (custom-fields.json); another tenant keeps them all
 * the same.
 */
function declaredValues({ id, isGift, shippingMethod }: ShopOrder): NonNullable<NewOrder['properties']> {
  const window = windows[Number(id) % windows.length] ?? null
  return [
    ...(isGift ? [{ key: 'giftMessage', value: 'Happy birthday, and see you soon!' }] : []),
    ...(shippingMethod === 'Home delivery' ? [{ key: 'deliveryWindow', value: window }] : []),
  ]
}

type BodyOptions = {
  orderType: string
  status: string
  /** The mails about the order go to files, and not to a mail server. */
  hasMessages: boolean
}

/** An order as a web shop sends it: the workflow of its first status follows. */
export function newOrderBody(order: ShopOrder, { orderType, status, hasMessages }: BodyOptions): NewOrder {
  const { discounts, ...common } = commonBody(order)
  const lineItems = lineBodies(order)
  return {
    ...common,
    ...{ orderType, status, orderOrigin: 'WEB', isNotificationsDisabled: !hasMessages },
    tags: order.isGift ? ['gift-wrap'] : [],
    properties: declaredValues(order),
    publicOrderNotes: order.isGift ? [{ detail: 'It is a present. Please leave the price out.', type: 'Public' }] : [],
    orderForm: {
      lineItems,
      discounts,
      shipments: [
        {
          shipmentId: '1',
          shippingMethodName: orderType === 'ClickAndCollect' ? 'Collect in store' : order.shippingMethod,
          shippingSubTotal: order.shipping,
          shipmentTaxRate: order.plan.rates[0],
          address: common.billingAddress,
          lineItems,
        },
      ],
      payments: order.kind === 'Unpaid' ? [] : [payment(order, 'Authorization', order.at)],
    },
  }
}

/** An order of former weeks: shipped the next day and paid with it, or cancelled. */
export function pastOrderBody(order: ShopOrder, orderType: string): NewOrder {
  const { discounts, ...common } = commonBody(order)
  const isCancelled = order.kind === 'PastCancelled'
  const [left, delivered] = [new Date(order.at.getTime() + 22 * HOUR_MS), new Date(order.at.getTime() + 44 * HOUR_MS)]
  const lineItems = lineBodies(order, (quantity) =>
    isCancelled
      ? { canceledQuantity: quantity, canceledDate: left.toISOString() }
      : { deliveredQuantity: quantity, deliveredDate: delivered.toISOString() },
  )
  const status = isCancelled ? 'Cancelled' : 'Completed'
  return {
    ...common,
    returnOrderForms: comesBack(order) ? [returnBody(order)] : [],
    ...{ orderType, status, orderOrigin: 'WEB', isNotificationsDisabled: true },
    completed: isCancelled ? null : delivered.toISOString(),
    tags: order.isGift ? ['gift-wrap'] : [],
    orderForm: {
      lineItems,
      discounts,
      shipments: [
        {
          shipmentId: '1',
          ...{ shippingMethodName: order.shippingMethod, shippingSubTotal: order.shipping, shipmentTaxRate: order.plan.rates[0] },
          ...{ address: common.billingAddress, orderStatus: status, status: isCancelled ? 'Cancelled' : 'Released' },
          warehouseCode: order.plan.warehouses[0] ?? null,
          shipmentTrackingNumber: isCancelled ? null : `70${order.id.padStart(10, '0')}`,
          completed: isCancelled ? null : delivered.toISOString(),
          lineItems,
        },
      ],
      payments: isCancelled
        ? [payment(order, 'Authorization', order.at), { ...payment(order, 'Void', left), id: `${order.id}-v` }]
        : [payment(order, 'Authorization', order.at), { ...payment(order, 'Capture', left), internalReference: `${order.id}-a` }],
    },
  }
}

/** Whether something of an order was announced to come back in the days before the demo ran. */
function comesBack({ kind }: ShopOrder): boolean {
  return kind === 'ReturnWaits' || kind === 'Returned'
}

/** The return of every order of the past that has one. */
export const RETURN_ID = '1'
/** From the order to the return: two days on its way, and some to think about it. */
const RETURNED_AFTER_HOURS = 76
const reasons = ['Wrong size', 'Changed my mind', 'Damaged in transit'] as const

/** One unit of the first line, which nobody at the desk has dealt with yet. */
function returnBody(order: ShopOrder) {
  const { id, plan, at } = order
  const [line] = lineBodies(order)
  const returnReason = reasons[Number(id) % reasons.length] ?? null
  return {
    ...{ returnId: RETURN_ID, rmaNumber: `R-${id}`, status: 'New', storeId: plan.storeId },
    created: new Date(at.getTime() + RETURNED_AFTER_HOURS * HOUR_MS).toISOString(),
    creditPayment: true,
    creditAmount: line?.placedPrice ?? 0,
    lineItems: line === undefined ? [] : [{ ...line, quantity: 1, isStockUpdated: true, returnReason }],
  }
}

/** A sale of a till. */
export function tillOrderBody(order: ShopOrder, register: string): NewOrder {
  const { billingAddress: _, customerEmail, customerPhone, customerNumber, customerName, ...common } = commonBody(order)
  const at = order.at.toISOString()
  // Every third customer shows a card of the shop's club.
  const member = Number(order.id) % 3 === 0 ? { customerEmail, customerPhone, customerNumber, customerName } : {}
  const { discounts, ...head } = common
  return {
    ...head,
    ...member,
    ...{ orderType: 'Pos', status: 'Completed', orderOrigin: 'POS', isNotificationsDisabled: true, completed: at },
    properties: [{ key: 'RegisterId', value: register }],
    orderForm: {
      lineItems: lineBodies(order, (quantity) => ({ deliveredQuantity: quantity, deliveredDate: at })),
      discounts,
      payments: [payment(order, 'Sale', order.at)],
    },
  }
}

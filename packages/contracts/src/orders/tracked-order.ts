import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { described, LINES_MAX, List, Model } from '../primitives.ts'
import { Order } from './order.ts'
import { OrderForm } from './order-form.ts'
import { OrderLine } from './order-line.ts'
import { Payment } from './payment.ts'
import { Comment } from './primitive-models.ts'
import { ReturnOrderForm } from './returns/returns.ts'
import { Shipment } from './shipment.ts'

/**
 * What a guest who follows an order by its secret key does not see, by model
 * (orders.md#guest-tracking): what the shop notes for itself, what goods cost it and where they
 * come from, who of its people was at work, and what names a payment to its provider.
 */
export const hiddenFromGuests = {
  order: [
    'errors',
    'holds',
    'lineItemsCost',
    'modifiedBy',
    'orderNotes',
    'salesPersonId',
    'salesPersonName',
    'secretKey',
    'session',
    'versionId',
  ],
  line: ['cost', 'costTotal', 'internalWarehouseLocation', 'supplierId', 'supplierName', 'supplierSkuId'],
  payment: [
    'authorizationCode',
    'comment',
    'externalIds',
    'implementationClass',
    'internalReference',
    'paymentId',
    'paymentMethodId',
    'properties',
    'reason',
    'transactionId',
    'validationCode',
  ],
  comment: ['userId'],
  returnForm: ['errors', 'sentNotificationIds', 'userId'],
} as const satisfies {
  order: readonly (keyof Order)[]
  line: readonly (keyof OrderLine)[]
  payment: readonly (keyof Payment)[]
  comment: readonly (keyof Comment)[]
  returnForm: readonly (keyof ReturnOrderForm)[]
}

/** The fields of a model without some, and with others in place of its own. */
function without<T extends TProperties, const K extends readonly (keyof T & string)[], R extends TProperties>(
  model: TObject<T>,
  names: K,
  replaced: R,
): Omit<T, K[number] | keyof R> & R {
  const kept = Object.entries(model.properties).filter(([name]) => !names.includes(name))
  return { ...Object.fromEntries(kept), ...replaced } as never
}

const TrackedLine = Model(
  'TrackedOrderLine',
  without(OrderLine, hiddenFromGuests.line, {}),
  'A line of an order as guests see it.',
)
const TrackedPayment = Model('TrackedPayment', without(Payment, hiddenFromGuests.payment, {}), 'A payment as guests see it.')
const TrackedComment = Model('TrackedComment', without(Comment, hiddenFromGuests.comment, {}), 'A comment as guests see it.')
const lines = {
  lineItems: described(List(TrackedLine, LINES_MAX), 'The lines, without what the goods cost the shop and where they come from.'),
}
const TrackedShipment = Model('TrackedShipment', without(Shipment, [], lines), 'A shipment as guests see it.')
const parts = {
  ...lines,
  payments: described(List(TrackedPayment), 'The payments, without what names them to their provider.'),
  shipments: described(List(TrackedShipment), 'The shipments, with the lines that they hold.'),
}

const TrackedForm = Model('TrackedOrderForm', without(OrderForm, [], parts), 'The order form as guests see it.')
const TrackedReturnForm = Model(
  'TrackedReturnOrderForm',
  without(ReturnOrderForm, hiddenFromGuests.returnForm, parts),
  'A return form as guests see it.',
)

/** An order as a guest sees it who knows its secret key. */
export const TrackedOrder = Model(
  'TrackedOrder',
  without(Order, hiddenFromGuests.order, {
    orderForm: described(TrackedForm, 'The lines, shipments, payments and discounts of the order, with their totals.'),
    publicOrderNotes: described(List(TrackedComment), 'The comments that the customer may see, oldest first.'),
    returnOrderForms: described(List(TrackedReturnForm), 'The returns of delivered goods.'),
  }),
  'An order as a guest sees it who knows its secret key: without what is the shop’s own.',
)
export type TrackedOrder = Static<typeof TrackedOrder>

import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { LINES_MAX, List, Model } from '../primitives.ts'
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

const TrackedLine = Model('TrackedOrderLine', without(OrderLine, hiddenFromGuests.line, {}))
const TrackedPayment = Model('TrackedPayment', without(Payment, hiddenFromGuests.payment, {}))
const TrackedComment = Model('TrackedComment', without(Comment, hiddenFromGuests.comment, {}))
const lines = { lineItems: List(TrackedLine, LINES_MAX) }
const TrackedShipment = Model('TrackedShipment', without(Shipment, [], lines))
const parts = { ...lines, payments: List(TrackedPayment), shipments: List(TrackedShipment) }

/** An order as a guest sees it who knows its secret key. */
export const TrackedOrder = Model(
  'TrackedOrder',
  without(Order, hiddenFromGuests.order, {
    orderForm: Model('TrackedOrderForm', without(OrderForm, [], parts)),
    publicOrderNotes: List(TrackedComment),
    returnOrderForms: List(Model('TrackedReturnOrderForm', without(ReturnOrderForm, hiddenFromGuests.returnForm, parts))),
  }),
)
export type TrackedOrder = Static<typeof TrackedOrder>

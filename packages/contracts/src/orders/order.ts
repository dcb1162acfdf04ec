import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, describedFields, Flag, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { ContactPerson, OrderAddress } from './address.ts'
import { Hold } from './hold.ts'
import { OrderForm } from './order-form.ts'
import { fulfilmentStatuses, orderPaymentStatuses } from './order-states.ts'
import { orderTexts } from './order-texts.ts'
import { Asset, Comment, EntityError, ExternalId, PropertyItem } from './primitive-models.ts'
import { ReturnOrderForm } from './returns/returns.ts'

export const OrderGroup = Model(
  'OrderGroup',
  {
    description: described(Nullable(Text), 'What the group is, in words.'),
    id: described(Nullable(Text), 'Identifies the group in the order; lines name it as `groupId`.'),
    name: described(Nullable(Text), 'The name of the group.'),
  },
  'A group of lines of an order, as the client sorts them.',
)
export type OrderGroup = Static<typeof OrderGroup>

/**
 * Calculated and service-owned fields: money.md#calculated-amounts, orders.md#service-owned-fields;
 * holds: holds.md#holds.
 */
export const Order = Model(
  'Order',
  describedFields(
    {
      assets: List(Asset),
      billingAddress: Nullable(OrderAddress),
      billingCurrency: Nullable(Text),
      completed: Nullable(DateTime),
      contactPerson: Nullable(ContactPerson),
      created: DateTime,
      customerClubMemberId: Nullable(Text),
      customerContact: Nullable(Text),
      customerEmail: Nullable(Text),
      customerId: Nullable(Text),
      customerName: Nullable(Text),
      customerNumber: Nullable(Text),
      customerPhone: Nullable(Text),
      customerPickupDeadline: Nullable(DateTime),
      customerReference: Nullable(Text),
      customerRequisition: Nullable(Text),
      customerType: Nullable(Text),
      discountTotalIncVat: Amount,
      errors: List(EntityError),
      externalIds: List(ExternalId),
      followUpDate: Nullable(DateTime),
      fulfilmentStatus: Word(fulfilmentStatuses),
      groups: List(OrderGroup),
      holds: Type.Optional(List(Hold)),
      id: Text,
      invoiceComment: Nullable(Text),
      isNewCustomer: Nullable(Flag),
      isNotificationsDisabled: Flag,
      isPickable: Flag,
      isReadOnly: Flag,
      lineItemsCost: Amount,
      marketId: Nullable(Text),
      modified: DateTime,
      modifiedBy: Nullable(Text),
      netTotal: Amount,
      netTotalExclTax: Amount,
      nextOrderStatus: Nullable(Text),
      orderForm: OrderForm,
      orderNotes: List(Comment),
      orderNumber: Nullable(Text),
      orderOrigin: Nullable(Text),
      orderType: Text,
      paymentStatus: Word(orderPaymentStatuses),
      paymentTermsNet: Nullable(Type.Integer({ minimum: 0, maximum: 3650 })),
      paymentType: Nullable(Text),
      projectId: Nullable(Text),
      projectIds: List(Text),
      properties: List(PropertyItem),
      publicOrderNotes: List(Comment),
      readyForPickup: Nullable(DateTime),
      received: Nullable(DateTime),
      relatedOrders: List(Text),
      remainingPayment: Amount,
      replacementOrderIds: List(Text),
      requestedDeliveryDate: Nullable(DateTime),
      returnOrderForms: List(ReturnOrderForm),
      salesChannel: Nullable(Text),
      salesPersonId: Nullable(Text),
      salesPersonName: Nullable(Text),
      secretKey: Nullable(Text),
      session: Nullable(Text),
      shippingDiscountTotal: Amount,
      shippingSubTotal: Amount,
      status: Text,
      storeId: Text,
      storePickDate: Nullable(DateTime),
      subTotal: Amount,
      subTotalExclTax: Amount,
      subscriptionId: Nullable(Text),
      tags: List(Text),
      taxTotal: Amount,
      total: Amount,
      totalExclTax: Amount,
      updateStatusDate: Nullable(DateTime),
      versionId: Nullable(Text),
    },
    orderTexts,
  ),
  'A sale to a customer with its lines, shipments, payments and returns. Amounts are in the main unit of its currency (12.5 is twelve and a half crowns or euros) and ' +
    'include tax (costs excepted) unless the name ends in `ExclTax`; those that are calculated are ignored in requests.',
)
export type Order = Static<typeof Order>

type StoredField = 'id' | 'orderType' | 'status' | 'storeId' | 'paymentStatus' | 'fulfilmentStatus'

/** An order that is being made, or a cart: what every stored order has may be missing. */
export type OrderDraft = Omit<Order, StoredField> & { [Field in StoredField]: Order[Field] | null }

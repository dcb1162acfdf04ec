import type { Static } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, LINES_MAX, List, Model, Nullable, Text } from '../../primitives.ts'
import { Discount } from '../discount.ts'
import { Charge } from '../order-form.ts'
import { OrderLine } from '../order-line.ts'
import { Payment } from '../payment.ts'
import { EntityError, ExternalId, PropertyItem } from '../primitive-models.ts'
import { Shipment } from '../shipment.ts'

export const ReturnCharge = Model(
  'ReturnCharge',
  {
    amount: described(
      Amount,
      'How much, with tax, in the main unit of the currency of the order. It is subtracted from the total of the form, with the tax of what the form credits.',
    ),
    key: described(Nullable(Text), 'What is charged for: `ShipmentCost` for shipping.'),
  },
  'Something that the customer has to pay for a return.',
)
export type ReturnCharge = Static<typeof ReturnCharge>

export const Claim = Model(
  'Claim',
  {
    projectId: described(Nullable(Text), 'The project of the claim. Stored as sent; searches of return forms find it.'),
    projectType: described(Nullable(Text), 'The type of project: `projectTypeId` of the request that made the return.'),
  },
  'The claim that a return belongs to.',
)
export type Claim = Static<typeof Claim>

export const ReturnOrderForm = Model(
  'ReturnOrderForm',
  {
    authorizedPaymentTotal: described(Amount, 'Authorisations less voids among the payments of the form. Calculated.'),
    capturedPaymentTotal: described(Amount, 'Captures, sales and invoiced payments among the payments of the form. Calculated.'),
    cartId: described(Nullable(Text), 'A cart that the return was made of. Stored as sent.'),
    cartName: described(Nullable(Text), 'The name of that cart. Stored as sent.'),
    charges: described(List(Charge), 'Charges that the client notes. Stored as sent; `returnCharges` are those that count.'),
    claim: described(Nullable(Claim), 'The claim that the return belongs to.'),
    couponCodes: described(List(Text), 'Codes of coupons. Stored as sent.'),
    created: described(DateTime, 'When the form was made.'),
    creditAmount: described(
      Amount,
      'The total to refund, with tax. It follows `total` as long as both are equal. A sent amount is at most `total`, and at most what was captured and not refunded yet.',
    ),
    creditPayment: described(Flag, 'False: step CreditReturn refunds nothing.'),
    creditPaymentTotal: described(Amount, 'What was refunded for the form already. Calculated.'),
    discountAmount: described(Amount, 'Always 0: discounts are taken into account in the credit of the lines.'),
    discounts: described(List(Discount), 'Discounts. Stored as sent, without effect on the form.'),
    errors: described(
      List(EntityError),
      'Errors of the form that the client notes. Those of workflow steps are among the errors of the order.',
    ),
    externalIds: described(List(ExternalId), 'Ids of the return in other systems. Searches of return forms find them.'),
    fullRefund: described(
      Flag,
      'Whether as much was credited as was captured among the payments of the form. Calculated; `fullRefund` of the order form is about the order.',
    ),
    grossRoundoff: described(Nullable(Amount), 'What is rounded off or up, of either sign and without tax. Part of `total`.'),
    handlingTotal: described(Amount, 'Handling that is credited, with tax; not negative. Part of `total`.'),
    isPriority: described(Nullable(Flag), 'Whether the return is urgent. Stored as sent.'),
    lineItems: described(
      List(OrderLine, LINES_MAX),
      'The lines that come back, as they were sold: `quantity` is the returned units, `extendedPrice` what is credited for them.',
    ),
    modified: described(DateTime, 'When the form was last changed. Set by the system.'),
    orderLevelTax: described(Amount, 'The tax in `handlingTotal`. Calculated.'),
    payments: described(
      List(Payment),
      'The refunds of the form: the `Credit` payments that step CreditReturn made, which the order form has too.',
    ),
    properties: described(List(PropertyItem), 'Custom data by key. Step CreateCreditNote enters `CreditNoteNumber`.'),
    purchaseOrderId: described(Nullable(Text), "The number of the customer's purchase order. Stored as sent."),
    replacementOrderIds: described(
      List(Text),
      'Ids of the exchange orders that were made with the return. Entered by the system.',
    ),
    returnCharges: described(List(ReturnCharge), 'What the customer has to pay for the return; subtracted from `total`.'),
    returnComment: described(Nullable(Text), 'A remark about the return. Searches of return forms find it.'),
    returnId: described(Text, 'Identifies the form in its order. The highest number + 1 where it is left out.'),
    returnType: described(Nullable(Text), 'The kind of return, in a word of the client.'),
    rmaNumber: described(
      Nullable(Text),
      'The number that the customer sends the goods back with. Sent by the client, else drawn from its number sequence by step EnsureRma.',
    ),
    sentNotificationIds: described(List(Text), 'Messages about the return that were sent. Stored as sent.'),
    shipments: described(
      List(Shipment),
      'Shipments of the return. Where the form has no store, the goods go into the `warehouseCode` of one of them.',
    ),
    shippingCreditedTotal: described(
      Amount,
      'Shipping that is credited, with tax; not negative. Part of `total`; all forms together credit at most what shipping cost.',
    ),
    shippingDiscountTotal: described(Amount, 'Always 0.'),
    shippingSubTotal: described(Amount, 'The same as `shippingCreditedTotal`. Calculated.'),
    shippingSubTotalExclTax: described(Amount, '`shippingCreditedTotal` without tax. Calculated.'),
    shippingTotal: described(Amount, 'The same as `shippingCreditedTotal`. Calculated.'),
    status: described(
      Nullable(Text),
      'The status of the form, one of those of order type `ReturnOrder`. The order keeps its own.',
    ),
    storeId: described(
      Nullable(Text),
      'The store that took the goods back; they go into its first warehouse. Null: into the warehouse of a shipment of the form, else the one that they came from.',
    ),
    subTotal: described(Amount, 'What is credited for the lines, with tax. Calculated.'),
    subTotalExclTax: described(Amount, '`subTotal` without tax. Calculated.'),
    taxTotal: described(Amount, 'The tax in `total`. Calculated.'),
    total: described(
      Amount,
      'What the return is worth, with tax: `subTotal` + `shippingCreditedTotal` + `handlingTotal` + `grossRoundoff` less `returnCharges`; not below 0. Calculated.',
    ),
    totalExclTax: described(Amount, '`total` without tax. Calculated.'),
    userId: described(Nullable(Text), 'Who took the goods back. Stored as sent.'),
  },
  'The return of delivered goods: what came back and what is credited for it. All amounts are positive, in the main unit of the currency of the order, and include tax unless the name ends in `ExclTax`. A form in a cancelled status credits nothing.',
)
export type ReturnOrderForm = Static<typeof ReturnOrderForm>

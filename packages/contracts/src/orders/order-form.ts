import type { Static } from '@sinclair/typebox'
import { Amount, described, Flag, LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'
import { Discount } from './discount.ts'
import { OrderLine } from './order-line.ts'
import { Payment } from './payment.ts'
import { PropertyItem } from './primitive-models.ts'
import { Shipment } from './shipment.ts'

export const Charge = Model(
  'Charge',
  {
    amount: described(Amount, 'How much, in the main unit of the currency of the order.'),
    code: described(Nullable(Text), 'What is charged for; a patch merges the list by it.'),
  },
  'A charge that the client notes.',
)
export type Charge = Static<typeof Charge>

export const OrderForm = Model(
  'OrderForm',
  {
    authorizedPaymentTotal: described(
      Amount,
      'What is or was reserved with providers: authorisations that count less voids. What was captured of them is not taken off. Calculated.',
    ),
    capturedPaymentTotal: described(
      Amount,
      'What was taken from the customer: captures, sales and invoiced payments that count. Refunds are not taken off. Calculated.',
    ),
    cartId: described(Nullable(Text), 'The cart that the order was made of. Set by CreateOrder of the cart, or sent.'),
    cartName: described(Nullable(Text), 'The name of the cart or offer that the order was made of. Stored as sent.'),
    charges: described(
      List(Charge),
      'Charges that the client notes. Stored as sent: they are not part of `total`; use `handlingTotal` for that.',
    ),
    couponCodes: described(
      List(Text),
      'The codes that the customer redeemed. Stored as sent: only `discounts` take something off.',
    ),
    creditPaymentTotal: described(Amount, 'What was refunded to the customer: `Credit` payments that count. Calculated.'),
    discountAmount: described(
      Amount,
      'What discounts on the order took off, with tax; those on lines and on shipping are not in it. Calculated.',
    ),
    discounts: described(
      List(Discount),
      'Discounts on lines, on the order and on shipping. Those of one line or one shipment alone are there.',
    ),
    fullRefund: described(Flag, 'True: as much was refunded as was captured, and something was. Calculated.'),
    grossRoundoff: described(
      Nullable(Amount),
      'What was rounded off or up, of either sign and without tax, such as at a till. Part of `total`; sent by the client.',
    ),
    handlingTotal: described(
      Amount,
      'What handling costs the customer, with tax at the rate of the market; not negative. Part of `total`; sent by the client.',
    ),
    isPriority: described(Nullable(Flag), 'True: the order is urgent. The search filter `urgent` finds it.'),
    lineItems: described(
      List(OrderLine, LINES_MAX),
      'The goods that are sold, a line for each product. Shipments hold copies of the lines.',
    ),
    orderLevelTax: described(Amount, 'The tax that belongs to no line and no shipment: that in `handlingTotal`. Calculated.'),
    payments: described(List(Payment), 'All transactions, also failed ones, in the order in which they were added.'),
    properties: described(List(PropertyItem), 'Custom data of the form by key. Those of the order are beside it.'),
    purchaseOrderId: described(
      Nullable(Text),
      "The number of the customer's purchase order. Documents for the customer print it.",
    ),
    shipments: described(
      List(Shipment),
      'The parts in which the order is sent. Empty until a step or line operation needs one; then shipment "1" with all lines is made.',
    ),
    shippingCreditedTotal: described(
      Amount,
      'What return forms that are not cancelled credit of the shipping, with tax. Calculated.',
    ),
    shippingDiscountTotal: described(Amount, 'What discounts take off shipping, over all shipments, with tax. Calculated.'),
    shippingSubTotal: described(
      Amount,
      'What shipping costs before discounts, over all shipments that are not cancelled whole, with tax. Calculated.',
    ),
    shippingSubTotalExclTax: described(Amount, '`shippingSubTotal` without tax, before discounts. Calculated.'),
    shippingTotal: described(
      Amount,
      'What shipping costs after discounts, with tax: `shippingSubTotal` less `shippingDiscountTotal`. Calculated.',
    ),
    subTotal: described(Amount, 'The goods after all discounts, with tax: the sum of `extendedPrice` of the lines. Calculated.'),
    subTotalExclTax: described(Amount, '`subTotal` without tax. Calculated.'),
    taxTotal: described(Amount, 'The tax in `total`: of lines, shipping and handling. Calculated.'),
    total: described(
      Amount,
      '`subTotal` + `shippingTotal` + `handlingTotal` + `grossRoundoff`, the latter two unless every line is cancelled whole. Returns are not taken off: see `netTotal` of the order. Calculated.',
    ),
    totalExclTax: described(Amount, '`total` without tax. Calculated.'),
  },
  'The lines, shipments, payments and discounts of an order, with their totals. Amounts are in the main unit of the currency of the order and include tax unless the name ends in `ExclTax`.',
)
export type OrderForm = Static<typeof OrderForm>

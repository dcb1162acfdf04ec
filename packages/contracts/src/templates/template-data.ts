import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'

function Group<T extends TProperties>(properties: T, description: string) {
  return Type.Object(properties, { description })
}
const Line = (description: string) => Type.String({ description })
const LineOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Money = (description: string) => Type.Number({ description })
const Count = (description: string) => Type.Number({ description })
const Flag = (description: string) => Type.Boolean({ description })
const Many = <T extends TSchema>(items: T, description: string) => Type.Array(items, { description })
const Lines = (description: string) => Type.Array(Type.String(), { description })

const Property = Group({ key: Line('Name.'), value: Line('Value.') }, 'A property.')

const OrderLineData = Group(
  {
    code: Line('Item number.'),
    name: Line('Name that the customer sees.'),
    size: LineOrNull('Size.'),
    color: LineOrNull('Colour.'),
    unit: LineOrNull('Unit, such as pcs.'),
    quantity: Count('Quantity without cancelled units.'),
    deliveredQuantity: Count('Delivered quantity.'),
    price: Money('Price of one unit, tax included.'),
    discount: Money('Discount of the line, without its share of the order discounts.'),
    amount: Money('Amount of the line after its discount, tax included.'),
    taxRate: Count('VAT in percent.'),
    isComponent: Flag('The line is a component of the package above it.'),
    packageName: LineOrNull('Name of the package that the line is a component of.'),
    properties: Many(Property, 'Custom properties; see filter `property`.'),
  },
  'A line.',
)

const ShipmentData = Group(
  {
    id: Line('Id.'),
    method: LineOrNull('Shipping method.'),
    trackingNumber: LineOrNull('Tracking number.'),
    trackingLink: LineOrNull('Tracking link; null unless it is an address of http or https.'),
    address: Lines('Delivery address or pick-up point, in lines.'),
  },
  'A shipment.',
)

const PaymentData = Group(
  {
    method: LineOrNull('Payment method.'),
    type: LineOrNull('Authorization, Capture, Sale, Credit, Invoiced or Void.'),
    label: Line('The type in the language of the message.'),
    date: LineOrNull('When; ISO 8601 UTC.'),
    amount: Money('Amount; refunds and releases are negative.'),
  },
  'A payment.',
)

const VatData = Group(
  {
    rate: Type.Union([Type.Number(), Type.Null()], { description: 'Percent; null: rounding.' }),
    net: Money('Without VAT.'),
    vat: Money('VAT.'),
    gross: Money('With VAT.'),
  },
  'A rate of VAT.',
)

const OrderData = Group(
  {
    id: Line('Id.'),
    number: Line('Number that the customer knows.'),
    type: LineOrNull('Order type.'),
    status: LineOrNull('Status.'),
    created: Line('When it was placed; ISO 8601 UTC.'),
    completed: LineOrNull('When it was completed; ISO 8601 UTC.'),
    requestedDelivery: LineOrNull('Requested delivery; ISO 8601 UTC.'),
    pickupDeadline: LineOrNull('Until when the goods are kept; ISO 8601 UTC.'),
    currency: Line('ISO 4217 code.'),
    customerReference: LineOrNull('Reference of the customer.'),
    lines: Many(OrderLineData, 'Lines that are not completely cancelled, components below their package.'),
    shipments: Many(ShipmentData, 'Shipments.'),
    payments: Many(PaymentData, 'Payments that count.'),
    vat: Many(VatData, 'The total by rate of VAT.'),
    goods: Money('Sum of the lines.'),
    discount: Money('Discounts of the order.'),
    shipping: Money('Shipping after its discount.'),
    handling: Money('Handling.'),
    rounding: Money('Rounding.'),
    total: Money('Total, tax included.'),
    tax: Money('VAT in the total.'),
    returned: Money('What return forms subtract.'),
    paid: Money('Paid and not refunded, without reserved money.'),
    remaining: Money('Not covered by payments.'),
    properties: Many(Property, 'Custom properties; see filter `property`.'),
  },
  'The order. For a document of one shipment its lines, address and totals.',
)

/** What every template may use (templates.md#variables). The reference is generated from it. */
export const TemplateData = Group(
  {
    name: Line('Name of the message or document, such as `shipped`.'),
    language: Line('Language of the texts, such as `nb`.'),
    locale: Line('Language and country by which numbers and dates are formatted, such as `nb-NO`.'),
    order: OrderData,
    customer: Group(
      {
        name: LineOrNull('Name.'),
        number: LineOrNull('Customer number.'),
        email: LineOrNull('E-mail address.'),
        phone: LineOrNull('Phone number.'),
        billingAddress: Lines('Invoice address, in lines.'),
      },
      'The customer.',
    ),
    store: Group({ id: Line('Id.'), name: Line('Name.') }, 'The store of the order.'),
    market: Group({ id: Line('Id.'), name: Line('Name.'), country: Line('ISO 3166 code.') }, 'The market of the order.'),
    company: Group(
      {
        name: Line('Legal name, else the name of the store.'),
        lines: Lines('Address and the like.'),
        footer: Line('Foot of a page.'),
      },
      'The company that issues documents (setting `documents.issuers`).',
    ),
    logo: LineOrNull(
      'Address of the logo for `src` of an image in `html`: it is attached. Null without one, and in other parts.',
    ),
    tracking: Lines('Tracking links, or numbers, of the shipments that the message is about. Only in `shipped`.'),
    pickupDeadline: LineOrNull('`order.pickupDeadline` in `ready-for-pickup`; null in others.'),
    paymentLink: Type.Union(
      [
        Type.Object({
          url: Line('Address at which the customer pays.'),
          amount: Money('What is to be paid.'),
          until: Line('Until when; ISO 8601 UTC.'),
        }),
        Type.Null(),
      ],
      { description: 'The last open payment link. Only in `payment-link` and messages of the tenant; null in others.' },
    ),
    cancelledLines: Many(
      Group(
        {
          name: Line('Name.'),
          quantity: Count('Cancelled quantity.'),
          unit: LineOrNull('Unit.'),
          packageName: LineOrNull('Name of the package that the line is a component of, where the package is left.'),
        },
        'A cancelled line.',
      ),
      'What was cancelled. Only in `lines-cancelled`.',
    ),
    comment: Type.Union([Type.Object({ text: Line('The text, with line breaks.') }), Type.Null()], {
      description: 'The comment. Only in `comment`; null in others.',
    }),
    words: Type.Record(Type.String(), Type.String(), {
      description: 'Built-in texts in the language of the message: see [words](#words).',
    }),
  },
  'What a template may use.',
)
export type TemplateData = Static<typeof TemplateData>

/** The words of messages; documents have more (templates.md#built-in-words). */
export const messageWords = ['greeting', 'subject', 'text', 'tracking', 'pickupDeadline', 'paymentLink', 'paymentUntil'] as const

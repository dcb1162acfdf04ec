import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, LongInteger, Model, Quantity, Text } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'

/** Longest period of sales figures: two days, and the hour by which clocks are set back. */
export const SALES_HOURS_MAX = 49
export const SALES_PRODUCTS_DEFAULT = 5
export const SALES_PRODUCTS_MAX = 50

const amountAndCount = {
  currency: described(Text, 'The currency of the amount.'),
  total: described(Amount, 'The sum of the totals of the orders, with tax.'),
  orders: described(LongInteger, 'How many orders they are.'),
}

const CurrencySales = Model('CurrencySales', amountAndCount, 'What was sold in a currency.')

const StoreSales = Model(
  'StoreSales',
  { storeId: described(Text, 'The store that sold.'), ...amountAndCount },
  'What a store sold in a currency.',
)

const PaymentMethodSales = Model(
  'PaymentMethodSales',
  {
    paymentMethodName: described(Text, 'The payment method; empty where payments name none.'),
    currency: described(Text, 'The currency of the amount.'),
    amount: described(Amount, 'What is authorised or was taken by it: the larger of both for each order. Refunds do not count.'),
  },
  'What was paid by a payment method in a currency.',
)

const ProductSales = Model(
  'ProductSales',
  {
    code: described(Text, 'The code of the line, else the product id.'),
    name: described(Text, 'The name of the line; the code where it has none.'),
    currency: described(Text, 'The currency of the amount.'),
    quantity: described(Quantity, 'Ordered units less cancelled ones.'),
    total: described(Amount, 'The sum of the lines, with discounts and tax.'),
  },
  'How much of a product was sold in a currency.',
)

/** What was sold in a period (search.md#sales-figures). */
export const SalesFigures = Model(
  'SalesFigures',
  {
    from: described(DateTime, 'The begin of the period.'),
    to: described(DateTime, 'The end of the period, which is not part of it.'),
    currencies: described(Type.Array(CurrencySales), 'By currency, the most orders first.'),
    stores: described(Type.Array(StoreSales), 'By store and currency, the most orders first.'),
    paymentMethods: described(Type.Array(PaymentMethodSales), 'By payment method and currency, the largest amount first.'),
    products: described(Type.Array(ProductSales), 'The products of which most was sold, by amount.'),
  },
  'What was sold in a period. Amounts of different currencies are never added.',
)
export type SalesFigures = Static<typeof SalesFigures>

const Moment = Type.Unsafe<string>({ ...DateTime })

export const getSales = defineRoute({
  method: 'GET',
  url: '/api/Orders/Sales',
  operationId: 'getSales',
  summary: 'Sums up the orders that were created in a period of at most two days.',
  description:
    'By currency, store, payment method and product, in the stores of the caller. Deleted and cancelled orders do not count. ' +
    'Ask twice to compare two days.',
  tags: ['Orders'],
  access: ['OrderRead'],
  reads: 'standby',
  query: Type.Object({
    from: described(Moment, 'The begin of the period.'),
    to: described(Moment, `The end of the period, which is not part of it: at most ${SALES_HOURS_MAX} hours later.`),
    storeId: described(Type.Optional(Type.String()), 'Only the orders of this store. Absent: of all stores of the caller.'),
    products: described(
      Type.Optional(Type.Integer({ minimum: 0, maximum: SALES_PRODUCTS_MAX, default: SALES_PRODUCTS_DEFAULT })),
      'How many products are returned at most.',
    ),
  }),
  responses: { 200: SalesFigures },
})

/** Every route of sales figures. */
export const salesRoutes = [getSales] as const

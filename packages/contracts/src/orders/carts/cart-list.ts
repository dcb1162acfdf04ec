import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Integer, Model, Nullable, Text } from '../../primitives.ts'

export const CARTS_TAKE_MAX = 100

export const CartSummary = Model(
  'CartSummary',
  {
    id: described(Text, 'The id of the cart.'),
    storeId: described(Nullable(Text), 'The store of the cart. Null: none yet.'),
    marketId: described(Nullable(Text), 'The market of the cart.'),
    customerName: described(Nullable(Text), 'Who buys.'),
    billingCurrency: described(Nullable(Text), 'The currency of the amount. Null: that of the market.'),
    modified: described(DateTime, 'When the cart was changed last.'),
    modifiedBy: described(Nullable(Text), 'Who changed it last.'),
    total: described(Amount, 'What it costs, with tax.'),
    lineCount: described(Integer, 'How many lines it has.'),
  },
  'What a list shows of a cart.',
)

export const CartList = Model(
  'CartList',
  {
    result: described(Type.Array(CartSummary), 'The carts, those that were changed last first.'),
    next: described(Nullable(Text), 'What to send as `after` for the carts that follow. Null when there are none.'),
  },
  'A page of open carts.',
)
export type CartList = Static<typeof CartList>

import { type Static, Type } from '@sinclair/typebox'
import {
  DateTime,
  described,
  InputModel,
  type InputOf,
  Integer,
  List,
  Model,
  Nullable,
  Quantity,
  Text,
} from '../../primitives.ts'
import { Order } from '../order.ts'
import { OrderLine } from '../order-line.ts'

/** A cart: an order that is not placed yet (carts.md#cart-creation). */
export const Cart = Model(
  'Cart',
  {
    ...Order.properties,
    id: described(
      Order.properties.id,
      'Identifies the cart: 1 to 100 characters, letter case counts. Given by the system where it is left out.',
    ),
    orderType: described(Nullable(Text), 'The type of the order that the cart is to become; null: it is not known yet.'),
    status: described(Nullable(Text), 'The status that the order is to begin with; null: it is not known yet.'),
    storeId: described(Nullable(Text), 'The store that sells; null: it is not known yet.'),
    paymentStatus: described(Nullable(Order.properties.paymentStatus), 'Null: a cart has none.'),
    fulfilmentStatus: described(Nullable(Order.properties.fulfilmentStatus), 'Null: a cart has none.'),
    customerGroups: described(
      List(Text),
      'Groups that the customer belongs to, such as for prices. Stored with the cart; the order does not take them over.',
    ),
    expiredDate: described(
      Nullable(DateTime),
      'When the cart expires: as sent, a time in the future, else a number of days (setting `carts.expireAfterDays`) after the last change.',
    ),
  },
  'An order that is not placed yet. It has the fields of an order, calculated in the same way, and expires.',
)
export type Cart = Static<typeof Cart>

/** A cart as a client sends it; everything may be left out. */
export const NewCart = InputModel(Cart, [], 'NewCart')
export type CartInput = InputOf<Cart>

/**
 * A line of a cart by its SKU, or by its id where there are several, and the quantity that it shall
 * have.
 */
export const CartLineQuantity = InputModel(OrderLine, ['quantity'], 'CartLineQuantity')

/** What is chosen for a component of a package or bundle (carts.md#component-choice). */
export const ComponentSelection = Model(
  'ComponentSelection',
  {
    componentId: described(Nullable(Text), "The component, by the id that the line's `components` have."),
    skuId: described(
      Nullable(Text),
      'The SKU that is chosen, one of the options. Left out without `productId`: the component keeps its SKU.',
    ),
    productId: described(Nullable(Text), 'The product that is chosen, where an option allows any variant of it.'),
    quantity: described(
      Nullable(Quantity),
      'Units in one package. 0 takes an optional component of a bundle out; left out: as many as the component has in the catalogue.',
    ),
  },
  'What is chosen for a component of a package or bundle.',
)
export type ComponentSelection = Static<typeof ComponentSelection>
export const ComponentSelectionInput = InputModel(ComponentSelection, ['componentId'])

/** Units of a SKU that are added at a time: whole ones (products.md#product-fields). */
export const AddedQuantity = Type.Integer({ ...Integer, default: 1 })

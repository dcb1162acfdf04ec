import { type Static, Type } from '@sinclair/typebox'
import { DateTime, InputModel, type InputOf, Integer, List, Model, Nullable, Quantity, Text } from '../../primitives.ts'
import { Order } from '../order.ts'
import { OrderLine } from '../order-line.ts'

/** A cart: an order that is not placed yet (carts.md#cart-creation). */
export const Cart = Model('Cart', {
  ...Order.properties,
  orderType: Nullable(Text),
  status: Nullable(Text),
  storeId: Nullable(Text),
  customerGroups: List(Text),
  expiredDate: Nullable(DateTime),
})
export type Cart = Static<typeof Cart>

/** A cart as a client sends it; everything may be left out. */
export const NewCart = InputModel(Cart, [], 'NewCart')
export type CartInput = InputOf<Cart>

/** A line of a cart by its SKU, or by its id where there are several, and the quantity that it shall have. */
export const CartLineQuantity = InputModel(OrderLine, ['quantity'], 'CartLineQuantity')

/** What is chosen for a component of a package or bundle (carts.md#component-choice). */
export const ComponentSelection = Model('ComponentSelection', {
  componentId: Nullable(Text),
  skuId: Nullable(Text),
  productId: Nullable(Text),
  quantity: Nullable(Quantity),
})
export type ComponentSelection = Static<typeof ComponentSelection>
export const ComponentSelectionInput = InputModel(ComponentSelection, ['componentId'])

/** Units of a SKU that are added at a time: whole ones (products.md#product-fields). */
export const AddedQuantity = Type.Integer({ ...Integer, default: 1 })

import { Type } from '@sinclair/typebox'
import { described, List } from '../../primitives.ts'
import { defineRoute, type RouteContract } from '../../route.ts'
import { Order } from '../order.ts'
import { OrderWorkflowExecutionResult } from '../workflow/workflow.ts'
import { AddedQuantity, Cart, CartLineQuantity, ComponentSelectionInput, NewCart } from './cart.ts'
import { CARTS_TAKE_MAX, CartList } from './cart-list.ts'

const reading = { tags: ['Carts'], access: ['OrderRead', 'ProductRead'] } as const
const writing = { tags: ['Carts'], access: ['OrderAdmin', 'ProductAdmin'] } as const
const CartId = described(Type.String(), 'The id of the cart. An unknown one is 404.')
const params = Type.Object({ cartId: CartId })
const carries = { responses: { 200: Cart }, carriesVersion: true } as const

export const createCart = defineRoute({
  ...writing,
  method: 'POST',
  url: '/api/cart',
  operationId: 'createCart',
  summary: 'Creates a cart.',
  description:
    'Without an id the cart gets one, without a market the default one. Lines whose price, name, tax rate and the like are not sent have ' +
    'them from the catalogue. `expiredDate` is when the cart expires; without it that is a number of days (setting ' +
    '`carts.expireAfterDays`) after the last change. Calculated values that are sent are ignored.',
  body: NewCart,
  responses: { 201: Cart },
  carriesVersion: true,
  allowsMinimal: true,
})

export const listCarts = defineRoute({
  method: 'GET',
  url: '/api/cart',
  operationId: 'listCarts',
  summary: 'Lists the open carts of a sales channel, those that were changed last first.',
  description: 'Such as the drafts of orders by phone. Carts that have expired or have become an order are left out.',
  tags: ['Carts'],
  access: ['OrderRead'],
  query: Type.Object({
    salesChannel: described(Type.String({ minLength: 1 }), 'The `salesChannel` of the carts, in its letter case.'),
    storeId: Type.Optional(Type.String({ description: 'Only those of this store.' })),
    take: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: CARTS_TAKE_MAX, default: CARTS_TAKE_MAX })),
      'How many carts a page has at most.',
    ),
    after: Type.Optional(Type.String({ description: '`next` of the previous response.' })),
  }),
  responses: { 200: CartList },
})

export const getCart = defineRoute({
  ...reading,
  ...carries,
  method: 'GET',
  url: '/api/cart/:cartId',
  operationId: 'getCart',
  summary: 'Reads a cart that has not expired.',
  description:
    'Returns the whole cart, also one that has become an order; an expired one is 404. `ETag` is its version, to be sent as `If-Match` with a change.',
  params,
})

export const replaceCart = defineRoute({
  ...writing,
  ...carries,
  method: 'PUT',
  url: '/api/cart/:cartId',
  operationId: 'replaceCart',
  summary: 'Replaces a cart by the one that is sent.',
  description:
    'By the rules of creation: what is not sent is empty, or from the catalogue. Id, time of creation and, where `expiredDate` is not sent, ' +
    'expiry stay. Amounts are calculated.',
  params,
  body: NewCart,
  allowsMinimal: true,
})

export const deleteCart = defineRoute({
  ...writing,
  method: 'DELETE',
  url: '/api/cart/:cartId',
  operationId: 'deleteCart',
  summary: 'Deletes a cart; the order that was made of it stays.',
  description: 'It cannot be restored. An unknown or expired cart is 404.',
  params,
  responses: { 204: null },
  requestHeaders: ['If-Match'],
})

export const addToCart = defineRoute({
  ...writing,
  ...carries,
  method: 'POST',
  url: '/api/cart/:cartId/OrderLines/Add',
  operationId: 'addToCart',
  summary: 'Adds units of a SKU to a cart.',
  description: 'The line that has the SKU already gets more units, unless a line of its own is asked for.',
  params,
  query: Type.Object({
    skuId: Type.String({
      minLength: 1,
      description: 'The SKU to add; its price, name and tax rate come from the catalogue. Unknown: 404.',
    }),
    quantity: Type.Optional(described(AddedQuantity, 'How many units are added: whole ones, at least 1.')),
    forceNewOrderLine: Type.Optional(
      Type.Boolean({ default: false, description: '`true` makes a new line even where one has the SKU.' }),
    ),
  }),
  allowsMinimal: true,
})

export const setCartLine = defineRoute({
  ...writing,
  ...carries,
  method: 'PUT',
  url: '/api/cart/:cartId/OrderLines',
  operationId: 'setCartLine',
  summary: 'Sets how many units of a SKU a cart has; 0 removes its line.',
  description:
    'The line is found by `lineItemId`, else by `code`; a SKU that the cart does not have yet is added. Of the line that is sent nothing ' +
    'else counts. What a package consists of comes and goes with it.',
  params,
  body: CartLineQuantity,
  allowsMinimal: true,
})

export const updateComponentsInCart = defineRoute({
  ...writing,
  ...carries,
  method: 'POST',
  url: '/api/cart/:cartId/UpdateComponentsInCart/orderLineId/:orderLineId',
  operationId: 'updateComponentsInCart',
  summary: 'Chooses the components of a package or bundle in a cart.',
  description:
    'The list is merged with the choices made before: a component that it does not name keeps its choice, and one that it names without a SKU ' +
    'or product keeps its SKU. Quantity 0 takes a component of a bundle out that is not required; without a quantity it is that of the component. ' +
    'Each choice must be among the options of its component, and every required component must be chosen; else 400 `ComponentInvalid` names ' +
    'the component. Price offsets of the market are added to the price of the package.',
  params: Type.Object({
    cartId: CartId,
    orderLineId: described(
      Type.String(),
      'The `lineItemId` of the line of the package or bundle. 404 where the cart has none of it.',
    ),
  }),
  body: List(ComponentSelectionInput),
  allowsMinimal: true,
})

export const createCartOrder = defineRoute({
  ...writing,
  method: 'POST',
  url: '/api/cart/:cartId/CreateOrder',
  operationId: 'createCartOrder',
  summary: 'Makes an order of a cart, once.',
  description:
    'Whoever asks again gets the same order with 200, also after the cart has expired. The order gets a number of the number sequence of its type, unless ' +
    'the cart has a number, and that number as its id. A cart that has become an order can no longer be changed.',
  params,
  query: Type.Object({
    orderType: Type.Optional(
      Type.String({ description: 'One that allows orders from carts; that of the cart, else the default one, when left out.' }),
    ),
    status: Type.Optional(Type.String({ description: 'That of the cart, else the first of the type, when left out.' })),
  }),
  responses: { 200: Order, 201: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

export const processCartWorkflowTest = defineRoute({
  method: 'POST',
  url: '/api/Orders/:cartId/processCartWorkflowTest/:status',
  operationId: 'processCartWorkflowTest',
  summary: 'Dry run: returns what would happen if the order of a cart entered a status.',
  description:
    'A cart that is not ordered yet is tried as if its order were created in that status; the order of one that is, as if it got that status. ' +
    'Nothing is kept, sent or called.',
  tags: ['Workflow'],
  access: ['OrderAdmin'],
  params: Type.Object({ cartId: CartId, status: described(Type.String(), 'The status to try, one of those of the order type.') }),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
})

/** Every route of carts. */
export const cartRoutes: readonly RouteContract[] = [
  createCart,
  listCarts,
  getCart,
  replaceCart,
  deleteCart,
  addToCart,
  setCartLine,
  updateComponentsInCart,
  createCartOrder,
  processCartWorkflowTest,
]

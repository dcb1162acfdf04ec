import type { Order } from '@oms/contracts/orders/order'
import { marketOf, type OrderConfig } from './document/order-context.ts'
import { pickPlacesOf } from './fulfilment/pickable-goods.ts'
import type { SearchedBy } from './rows/search-statements.ts'

/** What of the configuration the search row of this order depends on. */
export function searchedBy(order: Order, config: OrderConfig): SearchedBy {
  return { country: marketOf(order, config).country, pickPlaces: pickPlacesOf(order, config.orderTypes) }
}

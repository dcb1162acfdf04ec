import type { Order } from '@open-oms/client/types'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Reason } from './payments/pending-refunds.ts'

/**
 * What an action gets: the order as the person sees it, and what to call when it is done or left.
 */
export type OrderActionProps = { order: Order; onDone: () => void }

/**
 * Something that a person can do with an order, in a dialog that is loaded when it is first opened.
 */
export type OrderAction = {
  /** Its name in the texts of `order.actions`. */
  name: string
  /**
   * Whether it makes sense for the order as it is, for the reasons that the API gives; the API
   * decides in the end.
   */
  isOffered: (order: Order, reasons: readonly Reason[]) => boolean
  Form: LazyExoticComponent<ComponentType<OrderActionProps>>
}

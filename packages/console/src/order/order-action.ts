import type { Order, OrderExplanation } from '@open-oms/client/types'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Act } from '../session/rights.ts'
import type { orderEn } from '../texts/en/order.ts'

/**
 * What an action gets: the order as the person sees it, and what to call when it is done or left.
 */
export type OrderActionProps = {
  order: Order
  onDone: () => void
  /** The status that a form about statuses begins with. */
  status?: string | undefined
  /** The part of the order that a form is about; absent: all of it. */
  part?: OrderPart | undefined
}

export type OrderPart = 'customer' | 'billing' | 'delivery' | 'marks'

/** The parts of the menu, in their order. */
export const actionGroups = ['ship', 'change', 'money', 'refund', 'communicate', 'hold'] as const

export type OrderActionName = Exclude<keyof typeof orderEn.actions, 'open' | 'close' | 'groups' | 'retryPayment'>

/**
 * Something that a person can do with an order, in a dialog that is loaded when it is first opened.
 */
export type OrderAction = {
  /** Its name in the texts of `order.actions`. */
  name: OrderActionName
  /** What the person has to be permitted beyond changing orders. */
  act?: Act
  /** The part of the menu that it is in. */
  group: (typeof actionGroups)[number]
  /**
   * Whether it makes sense for the order as it is, for the reasons that the API gives; the API
   * decides in the end.
   */
  isOffered: (order: Order, reasons: OrderExplanation['reasons']) => boolean
  Form: LazyExoticComponent<ComponentType<OrderActionProps>>
}

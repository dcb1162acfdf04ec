import type { ComponentType, LazyExoticComponent } from 'react'
import type { OrderView } from '../orders/order-view.ts'
import type { Act } from '../session/rights.ts'

/** What bulk actions know of an order: a row of the list, or what a write has returned. */
export type BulkOrder = {
  id: string
  orderNumber?: string | null
  versionId?: string | null
  status: string
  orderType: string
  tags?: readonly string[]
  assignee?: string | null
  properties?: readonly { key?: string | null; value?: string | null }[]
  holds?: readonly { id: string; reasonCode: string; released?: string | null }[]
  errors?: readonly { status?: string | null }[]
}

/**
 * What a bulk action is for: the selected orders, or all that the list finds when none is selected.
 */
export type BulkTarget = {
  /** The selected orders as the person has seen them; empty: all that `view` finds are meant. */
  orders: readonly BulkOrder[]
  view: OrderView
  /** How many orders are meant. */
  count: number
}

export type BulkFormProps = BulkTarget & { onDone: () => void }

/**
 * Something that a person can do with many orders, in a dialog that is loaded when it is first
 * opened.
 */
export type BulkAction = {
  name: 'move' | 'tags' | 'assign' | 'hold' | 'release' | 'retry' | 'print' | 'export'
  act: Act
  /** Whether it can be done with all that are found, without a call for each. */
  isForAll: boolean
  /**
   * Whether it makes sense for some of the selected orders as they are; the API decides in the end.
   */
  isOffered: (orders: readonly BulkOrder[]) => boolean
  Form: LazyExoticComponent<ComponentType<BulkFormProps>>
}

import { textIn } from '../address-search.ts'

/** What of an order's page is open, as its address says it. */
export type OrderPageView = {
  /** Present: the workflow is shown. */
  workflow?: 'open'
  /** The status of the workflow whose steps, or whose preview, are shown. */
  status?: string
  /** The dialog that the page opens with. */
  action?: OpenedAction
}

const openedActions = ['takeBack', 'exchange'] as const
type OpenedAction = (typeof openedActions)[number]

/**
 * The view of an order's page in an address. What it does not understand is left out: the address
 * may be old, or typed.
 */
export function readOrderPageView(raw: Readonly<Record<string, unknown>>): OrderPageView {
  const { workflow } = raw
  const action = openedActions.find((one) => one === raw.action)
  const opened = action === undefined ? {} : { action }
  if (workflow !== 'open') return opened
  const status = textIn(raw.status)
  return { workflow, ...(status === undefined ? {} : { status }), ...opened }
}

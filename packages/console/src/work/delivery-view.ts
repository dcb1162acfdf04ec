import { textIn } from '../address-search.ts'

export const deliveryStates = ['GivenUp', 'Waiting', 'Delivered'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * What the page of webhook deliveries shows, as its address says. Without a state: what was given
 * up.
 */
export type DeliveryView = { state?: DeliveryState; subscription?: string }

/** The state of the page in an address; what it does not understand is left out. */
export function readDeliveryView(raw: Readonly<Record<string, unknown>>): DeliveryView {
  const state = deliveryStates.find((one) => one === raw.state)
  const subscription = textIn(raw.subscription)
  return {
    ...(state === undefined || state === 'GivenUp' ? {} : { state }),
    ...(subscription === undefined ? {} : { subscription }),
  }
}

import type { ComponentProps } from 'react'
import { NewOrders } from '../live/new-orders.tsx'
import { NewOrderLink } from '../new-order/new-order-link.tsx'

/** What is beside the title of the list once it is there: orders that came since, and a new one. */
export function ListAside(props: ComponentProps<typeof NewOrders>) {
  return (
    <>
      <NewOrders {...props} />
      <NewOrderLink />
    </>
  )
}

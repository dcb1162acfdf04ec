import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../session/use-session.ts'
import { OrderButtons } from './order-buttons.tsx'
import { PagePlaces } from './page-places.tsx'
import { placesQuery } from './places-query.ts'
import { PlacesTexts } from './places-texts.tsx'

/** What the shop adds to the page of an order. */
export function OrderPlaces({ order }: { order: Order }) {
  const may = useMay()
  const { data } = useQuery(placesQuery)
  const buttons = may('changeOrders') ? (data?.buttons ?? []).filter(isOffered(order)) : []
  const { id, orderNumber, customerId, customerEmail, storeId } = order
  // Who may not see personal data gets it masked.
  const personal = may('seeCustomers') ? { customerId, email: customerEmail } : {}
  return (
    <PagePlaces
      page="order"
      id={id}
      values={{ orderId: id, orderNumber, storeId, ...personal }}
      buttons={
        buttons.length === 0 ? undefined : (
          <PlacesTexts>
            <OrderButtons order={order} buttons={buttons} />
          </PlacesTexts>
        )
      }
    />
  )
}

function isOffered({ status }: Order) {
  return ({ statuses }: { statuses: readonly string[] }) =>
    status !== 'Deleted' && (statuses.length === 0 || (status !== null && statuses.includes(status)))
}

/** What `GET /api/Configuration/Names` says of order types. */
type OrderTypes = readonly { name: string; statuses: readonly Status[] }[]
type Status = {
  name: string
  isInProgress: boolean
  isPicked: boolean
  isDelivered: boolean
  isCanceled: boolean
  shipmentStatus: string | null
}

/** The statuses of an order type by what entering them means. */
export type StatusMeaning = {
  delivered: readonly string[]
  canceled: readonly string[]
  /**
   * The goods of a shipment leave, all of them
   * (docs/reference/behaviour/shipments.md#shipment-statuses).
   */
  sent: readonly string[]
  /** Work on the goods is under way or done: they are picked, have left, or are delivered. */
  working: readonly string[]
}

/**
 * Return forms have the statuses of this order type
 * (docs/reference/behaviour/returns.md#return-statuses).
 */
export const RETURN_TYPE = 'ReturnOrder'

/** What is known of a type that is not configured. */
export const unknownMeaning: StatusMeaning = { delivered: [], canceled: [], sent: [], working: [] }

/** The meaning of the statuses of a type. */
export function statusMeaning(orderTypes: OrderTypes, orderType: string): StatusMeaning {
  const statuses = orderTypes.find(({ name }) => name === orderType)?.statuses
  if (statuses === undefined) return unknownMeaning
  const statusNamesWhere = (has: (status: Status) => boolean) => statuses.filter(has).map(({ name }) => name)
  return {
    delivered: statusNamesWhere(({ isDelivered }) => isDelivered),
    canceled: statusNamesWhere(({ isCanceled }) => isCanceled),
    sent: statusNamesWhere(({ shipmentStatus }) => haveLeft(shipmentStatus)),
    working: statusNamesWhere(
      ({ isInProgress, isPicked, isDelivered, shipmentStatus }) =>
        isInProgress || isPicked || isDelivered || haveLeft(shipmentStatus),
    ),
  }
}

type StatusChange = { orders: readonly { orderType: string | null }[]; status: string }

/**
 * Whether goods of some of the orders leave when they enter a status; those of unknown types do.
 */
export function goodsLeave(orderTypes: OrderTypes | undefined, { orders, status }: StatusChange): boolean {
  if (status === '') return false
  return orders.some(({ orderType }) => {
    const known = orderTypes?.find(({ name }) => name === orderType)?.statuses.find(({ name }) => name === status)
    return known === undefined || known.isDelivered || haveLeft(known.shipmentStatus)
  })
}

/** Whether the goods of a shipment have left, by its state. */
export function haveLeft(shipmentStatus: string | null): boolean {
  return shipmentStatus === 'Released' || shipmentStatus === 'Shipped'
}

/**
 * The status that a form begins with: the first that means what is done and is allowed; none when
 * the person has to choose.
 */
export function firstAllowed(meant: readonly string[], allowed: readonly string[]): string {
  return meant.find((status) => allowed.includes(status)) ?? ''
}

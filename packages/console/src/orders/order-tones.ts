import { haveLeft } from '../configuration/status-meaning.ts'

/**
 * The colour of a mark: grey is new or closed without effect, blue in work, green done, amber waits
 * for something, red is an error.
 */
export type Tone = 'grey' | 'blue' | 'green' | 'amber' | 'red'

/** What `GET /api/Configuration/Names` says of order types. */
type OrderTypes = readonly { name: string; statuses: readonly Status[] }[]
type Status = {
  name: string
  isOpen: boolean
  isInProgress: boolean
  isPicked: boolean
  isDelivered: boolean
  isCanceled: boolean
  shipmentStatus: string | null
}

export type ToneOf = (status: string, orderType?: string) => Tone

/** The tones of statuses, by what they are for. Without a type, the first that has it counts. */
export function statusTones(orderTypes: OrderTypes): ToneOf {
  const tones = new Map<string, Tone>()
  for (const type of orderTypes) {
    let isAfterLeaving = false
    for (const [index, status] of type.statuses.entries()) {
      isAfterLeaving ||= haveLeft(status.shipmentStatus)
      const tone = statusTone(status, { isFirst: index === 0, isAfterLeaving })
      tones.set(toneKey(status.name, type.name), tone)
      if (!tones.has(toneKey(status.name))) tones.set(toneKey(status.name), tone)
    }
  }
  return (status, orderType) => tones.get(toneKey(status, orderType)) ?? tones.get(toneKey(status)) ?? 'grey'
}

function toneKey(status: string, orderType?: string): string {
  return JSON.stringify([status, orderType])
}

/** On the way the goods are, there is nothing to wait for in the warehouse. */
function statusTone(status: Status, { isFirst, isAfterLeaving }: { isFirst: boolean; isAfterLeaving: boolean }): Tone {
  if (status.isDelivered || haveLeft(status.shipmentStatus)) return 'green'
  if (!status.isOpen) return 'grey'
  if (status.isInProgress || status.isPicked || isAfterLeaving) return 'blue'
  return isFirst ? 'grey' : 'amber'
}

const paymentTones: Readonly<Record<string, Tone>> = {
  Paid: 'green',
  Authorized: 'blue',
  OverPaid: 'amber',
  PartiallyPaid: 'amber',
  NotPaid: 'amber',
}

/** The tone of a payment status. */
export function paymentTone(status: string): Tone {
  return paymentTones[status] ?? 'grey'
}

const fulfilmentTones: Readonly<Record<string, Tone>> = {
  PartiallyFulfilled: 'blue',
  Fulfilled: 'green',
  PartiallyReturned: 'blue',
}

/** The tone of a fulfilment status. */
export function fulfilmentTone(status: string): Tone {
  return fulfilmentTones[status] ?? 'grey'
}

import type { Order } from '@open-oms/client/types'

type Shipment = Order['orderForm']['shipments'][number]
type Package = Shipment['packages'][number]

/**
 * The fields of a parcel as a person writes them. Contents: units by line; null where none are
 * said.
 */
export type PackageDraft = {
  /** Names the draft as long as it is edited; also the id of a parcel that has none. */
  key: string
  trackingNumber: string
  goodsDescription: string
  weightInKg: number | null
  contents: Readonly<Record<string, number | null>>
}

/** How a shipment travels, as a person writes it. */
export type TrackingDraft = {
  trackingNumber: string
  trackingLink: string
  method: string
  comment: string
  packages: readonly PackageDraft[]
}

/** The fields of a shipment to begin with. */
export function trackingDraft(shipment: Shipment): TrackingDraft {
  return {
    trackingNumber: shipment.shipmentTrackingNumber ?? '',
    trackingLink: shipment.shipmentTrackingLink ?? '',
    method: shipment.shippingMethodName ?? '',
    comment: shipment.comment ?? '',
    packages: shipment.packages.map(packageDraft),
  }
}

/** A parcel that is new: numbered after those that there are. */
export function newPackage(packages: readonly PackageDraft[]): PackageDraft {
  const numbers = packages.map(({ key }) => Number(key)).filter(Number.isSafeInteger)
  const key = String(Math.max(0, ...numbers) + 1)
  return { key, trackingNumber: '', goodsDescription: '', weightInKg: null, contents: {} }
}

function packageDraft(
  { id, goodsDescription, weightInKg, shipmentTracking, lineItemReferences }: Package,
  index: number,
): PackageDraft {
  return {
    key: id ?? `#${index + 1}`,
    trackingNumber: shipmentTracking?.shipmentTrackingNumber ?? '',
    goodsDescription: goodsDescription ?? '',
    weightInKg: weightInKg === 0 ? null : weightInKg,
    contents: Object.fromEntries(lineItemReferences.map(({ lineItemId, quantity }) => [lineItemId ?? '', quantity])),
  }
}

/**
 * All shipments of an order, one of them as the draft has it; what the draft does not show stays as
 * it was.
 */
export function withTracking(shipments: readonly Shipment[], shipmentId: string, draft: TrackingDraft) {
  return shipments.map((shipment) => (shipment.shipmentId === shipmentId ? drafted(shipment, draft) : shipment))
}

function drafted(shipment: Shipment, draft: TrackingDraft) {
  const known = new Map(shipment.packages.map((one, index) => [packageDraft(one, index).key, one]))
  return {
    ...shipment,
    shipmentTrackingNumber: orNull(draft.trackingNumber),
    shipmentTrackingLink: orNull(draft.trackingLink),
    shippingMethodName: orNull(draft.method),
    comment: orNull(draft.comment),
    packages: draft.packages.map((one) => draftedPackage(one, known.get(one.key))),
  }
}

function draftedPackage(draft: PackageDraft, known: Package | undefined): Package {
  const base = known ?? { ...emptyPackage, id: draft.key }
  const number = orNull(draft.trackingNumber)
  const { shipmentTracking: tracking } = base
  const contents = Object.entries(draft.contents).filter(
    ([lineItemId, units]) => units !== 0 && (units !== null || isInside(base, lineItemId)),
  )
  return {
    ...base,
    goodsDescription: orNull(draft.goodsDescription),
    weightInKg: draft.weightInKg ?? 0,
    shipmentTracking:
      tracking === null && number === null ? null : { ...noTracking, ...tracking, shipmentTrackingNumber: number },
    lineItemReferences: contents.map(([lineItemId, quantity]) => ({ lineItemId, quantity })),
  }
}

/** A parcel may say that a line is inside, without how much of it. */
function isInside({ lineItemReferences }: Package, lineItemId: string): boolean {
  return lineItemReferences.some((one) => one.lineItemId === lineItemId && one.quantity === null)
}

const noTracking = { shipmentLabelLink: null, shipmentTrackingLink: null, shipmentTrackingNumber: null }
const emptyPackage: Package = {
  id: null,
  barcode: null,
  dimensions: null,
  goodsDescription: null,
  lineItemReferences: [],
  shipmentTracking: null,
  volume: null,
  weightInKg: 0,
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

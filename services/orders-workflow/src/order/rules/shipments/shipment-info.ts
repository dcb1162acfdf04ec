import { completer } from '@open-oms/contracts/complete'
import { invalid } from '@open-oms/contracts/errors'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ExternalId, PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import {
  type Shipment,
  Shipment as ShipmentModel,
  ShipmentPackage,
  ShippingPickUpPoint,
} from '@open-oms/contracts/orders/shipment'
import type { UpdateShipmentInfo } from '@open-oms/contracts/orders/workflow/workflow'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'
import { collectProblems } from '@open-oms/contracts/problems'
import { checkReferences } from '../packages/package-references.ts'

export type ShipmentInfo = InputOf<UpdateShipmentInfo>
type PackageInput = NonNullable<ShipmentInfo['packages']>[number]

const completePackage = completer(ShipmentPackage)
const completePickUpPoint = completer(ShippingPickUpPoint)
const completeShipment = completer(ShipmentModel)

/**
 * The fields of the shipment that each field of the request sets
 * (shipments.md#shipment-data-of-an-update).
 */
const texts = {
  comment: 'comment',
  labelLink: 'shipmentLabelLink',
  returnLabelLink: 'returnLabelLink',
  returnTrackingLink: 'returnTrackingLink',
  returnTrackingNumber: 'returnTrackingNumber',
  servicePointId: 'servicePointId',
  shippingMethodName: 'shippingMethodName',
  shipmentMethodName: 'shippingMethodName',
  shippingMethodProductId: 'shippingMethodProductId',
  trackingNumber: 'shipmentTrackingNumber',
  trackingUrl: 'shipmentTrackingLink',
  warehouseCode: 'warehouseCode',
} as const satisfies Partial<Record<keyof ShipmentInfo, keyof Shipment>>

/**
 * The shipment with the values of an update; absent fields keep the value
 * (shipments.md#shipment-data-of-an-update). `held` are the lines that its packages may refer to.
 * Raises `ValidationFailed`.
 */
export function withShipmentInfo(shipment: Shipment, info: ShipmentInfo, held = shipment.lineItems): Shipment {
  const changed: Shipment = { ...shipment }
  for (const [from, to] of Object.entries(texts) as [keyof typeof texts, (typeof texts)[keyof typeof texts]][]) {
    const value = info[from]
    if (value !== undefined) changed[to] = value
  }
  if (info.pickUpPointInformation !== undefined) changed.pickUpPointInformation = completePickUpPoint(info.pickUpPointInformation)
  if (info.packages !== undefined && info.packages.length > 0)
    changed.packages = toPackages(info.packages, shipment.packages, held)
  changed.externalIds = withExternalIds(shipment.externalIds, info.externalIds ?? [])
  changed.properties = withProperties(shipment.properties, info.properties ?? [])
  for (const list of ['externalIds', 'properties'] as const) {
    if (changed[list].length > LIST_MAX)
      throw invalid(`shipmentInfo.${list}`, `would give the shipment more than ${LIST_MAX} of them`)
  }
  return changed
}

/**
 * A shipment without lines, with the shipping information of the one it is modelled on
 * (workflow.md#status-scope).
 */
export function newShipmentLike(model: Shipment | undefined, shipmentId: string): Shipment {
  return {
    ...completeShipment({}),
    address: model?.address ?? null,
    contactPerson: model?.contactPerson ?? null,
    pickUpPointInformation: model?.pickUpPointInformation ?? null,
    pickUpWarehouseCode: model?.pickUpWarehouseCode ?? null,
    servicePointId: model?.servicePointId ?? null,
    shipmentTaxRate: model?.shipmentTaxRate ?? null,
    shippingMethodId: model?.shippingMethodId ?? null,
    shippingMethodName: model?.shippingMethodName ?? null,
    shippingMethodProductId: model?.shippingMethodProductId ?? null,
    warehouseCode: model?.warehouseCode ?? null,
    shipmentId,
  }
}

function toPackages(sent: readonly PackageInput[], before: readonly ShipmentPackage[], held: readonly OrderLine[]) {
  const packages = sent.map((one) => toPackage(one, known(before, one.id)))
  const problems = collectProblems()
  checkReferences({ packages, lineItems: held }, 'shipmentInfo.packages', problems)
  problems.throwIfAny()
  return packages
}

function known(packages: readonly ShipmentPackage[], id: string | undefined): ShipmentPackage | undefined {
  return id ? packages.find((candidate) => candidate.id === id) : undefined
}

/**
 * The package as sent; fields that were not sent keep the known value
 * (shipments.md#shipment-data-of-an-update).
 */
function toPackage(
  { shipmentTracking, dimensions, ...sent }: PackageInput,
  before: ShipmentPackage | undefined,
): ShipmentPackage {
  const { trackingNumber, trackingUrl, ...tracking } = shipmentTracking ?? {}
  const updated = {
    ...before?.shipmentTracking,
    ...tracking,
    ...(trackingNumber === undefined ? {} : { shipmentTrackingNumber: trackingNumber }),
    ...(trackingUrl === undefined ? {} : { shipmentTrackingLink: trackingUrl }),
  }
  return completePackage({
    ...(before as PackageInput | undefined),
    ...sent,
    ...(dimensions === undefined ? {} : { dimensions: { ...before?.dimensions, ...dimensions } }),
    ...(shipmentTracking === undefined ? {} : { shipmentTracking: updated as NonNullable<PackageInput['shipmentTracking']> }),
  })
}

/** Adds external ids, or updates those of the same provider. */
function withExternalIds(existing: ExternalId[], sent: readonly InputOf<ExternalId>[]): ExternalId[] {
  return sent.reduce<ExternalId[]>((list, { id, providerName }) => {
    const item = { id: id ?? null, providerName: providerName ?? null }
    return upsert(list, item, (other) => other.providerName === item.providerName)
  }, existing)
}

/** Adds properties, or updates those of the same key and group. */
export function withProperties(existing: PropertyItem[], sent: readonly InputOf<PropertyItem>[]): PropertyItem[] {
  return sent.reduce<PropertyItem[]>((list, { key, keyGroup, value, valueType }) => {
    const item = { key: key ?? null, keyGroup: keyGroup ?? null, value: value ?? null, valueType: valueType ?? null }
    return upsert(list, item, (other) => other.key === item.key && other.keyGroup === item.keyGroup)
  }, existing)
}

function upsert<T>(list: T[], item: T, isSame: (other: T) => boolean): T[] {
  return list.some(isSame) ? list.map((other) => (isSame(other) ? item : other)) : [...list, item]
}

import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { type FieldFaults, findFieldFaults, type PropertyChange } from '@open-oms/contracts/model/field-values'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import { declaredOn } from './declared-fields.ts'

export type OrderChange = { before: OrderDraft | null; after: OrderDraft; isDerived?: boolean | undefined }

/**
 * What a change of an order does to its properties, and to those of its lines and shipments, that
 * the declared fields do not allow (custom-fields.md#checks).
 */
export function orderFieldFaults(
  change: OrderChange,
  config: Pick<TenantConfig, 'customFields'>,
  mayWrite: (field: CustomField) => boolean,
): FieldFaults {
  const { before, after, isDerived = false } = change
  const order = { path: 'properties', before: before?.properties ?? null, after: after.properties, isDerived }
  const places = [
    { fields: declaredOn(config, 'order'), changes: () => [order] },
    { fields: declaredOn(config, 'line'), changes: () => lineChanges(change) },
    { fields: declaredOn(config, 'shipment'), changes: () => shipmentChanges(change) },
  ]
  const found = places.flatMap(({ fields, changes }) =>
    fields.length === 0 ? [] : changes().map((one) => findFieldFaults(fields, one, mayWrite)),
  )
  return {
    errors: Object.assign({}, ...found.map(({ errors }) => errors)),
    forbidden: found.flatMap(({ forbidden }) => forbidden),
    undeclared: found.flatMap(({ undeclared }) => undeclared),
  }
}

/** The lines of a package that was broken down are made of its components. */
function lineChanges({ before, after, isDerived = false }: OrderChange): PropertyChange[] {
  const known = new Map(before?.orderForm.lineItems.map((line) => [line.lineItemId, line.properties]))
  return after.orderForm.lineItems.map(({ lineItemId, properties, packageLineItemId }, index) => ({
    path: `orderForm.lineItems[${index}].properties`,
    before: known.get(lineItemId) ?? null,
    after: properties,
    isDerived: isDerived || packageLineItemId !== null,
  }))
}

/** A shipment that an order gets later is made of others, or of what is left. */
function shipmentChanges({ before, after, isDerived = false }: OrderChange): PropertyChange[] {
  const known = new Map(before?.orderForm.shipments.map((shipment) => [shipment.shipmentId, shipment.properties]))
  return after.orderForm.shipments.map(({ shipmentId, properties }, index) => ({
    path: `orderForm.shipments[${index}].properties`,
    before: known.get(shipmentId) ?? null,
    after: properties,
    isDerived: isDerived || before !== null,
  }))
}

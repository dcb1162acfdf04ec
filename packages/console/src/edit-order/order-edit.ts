import type { Order, OrderPatch } from '@open-oms/client/types'

export const customerFields = [
  'customerName',
  'customerNumber',
  'customerEmail',
  'customerPhone',
  'customerReference',
  'customerRequisition',
] as const
export const addressFields = [
  'organization',
  'name',
  'firstName',
  'lastName',
  'line1',
  'line2',
  'postalCode',
  'city',
  'countryCode',
] as const
export type CustomerField = (typeof customerFields)[number]
export type AddressField = (typeof addressFields)[number]
export type AddressKind = 'billing' | 'delivery'
export type FieldName = CustomerField | `${AddressKind}.${AddressField}`

/** What of an order a person can change in the form. An empty text is none. */
export type Edit = {
  fields: Readonly<Record<FieldName, string>>
  tags: readonly string[]
  isPriority: boolean
}

type Address = Order['billingAddress']
type Addresses = { billing: Address; delivery: Address }

const addressNames = (kind: AddressKind) => addressFields.map((field) => `${kind}.${field}` as const)
export const fieldNames: readonly FieldName[] = [...customerFields, ...addressNames('billing'), ...addressNames('delivery')]

/** The order as the form shows it. */
export function toOrderEdit(order: Order): Edit {
  const addresses: Addresses = { billing: order.billingAddress, delivery: deliveryAddress(order) }
  const fieldText = (name: FieldName) => {
    const [kind, field] = name.split('.') as [AddressKind, AddressField?]
    return (field === undefined ? order[name as CustomerField] : addresses[kind]?.[field]) ?? ''
  }
  return {
    fields: Object.fromEntries(fieldNames.map((name) => [name, fieldText(name)])) as Edit['fields'],
    tags: order.tags,
    isPriority: order.orderForm.isPriority === true,
  }
}

/** An edit without blanks around its texts, as it is saved. */
export function trimmed(edit: Edit): Edit {
  const fields = Object.entries(edit.fields).map(([name, value]) => [name, value.trim()])
  return { ...edit, fields: Object.fromEntries(fields) as Edit['fields'] }
}

/** Where the goods go: the address of the first shipment that has one. */
function deliveryAddress({ orderForm }: Order): Address {
  return orderForm.shipments.find(({ address }) => address !== null)?.address ?? null
}

/** Whether two edits have the same tags, in any order. */
export function hasSameTags(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((tag) => other.includes(tag))
}

/**
 * The patch that brings an order from one edit to another; null when there is nothing to change.
 * Only with the version of the order that `from` is taken of: an address is sent as a whole
 * (docs/reference/behaviour/orders.md#forced-fields).
 */
export function buildOrderPatch(order: Order, from: Edit, to: Edit): OrderPatch | null {
  const changed = (names: readonly FieldName[]) => names.filter((name) => from.fields[name] !== to.fields[name])
  const customer = changed(customerFields) as CustomerField[]
  const [billing, delivery] = [changed(addressNames('billing')), changed(addressNames('delivery'))]
  const areTagsChanged = !hasSameTags(from.tags, to.tags)
  // The address of a shipment cannot be forced: an empty text takes the place of null.
  const address = changes(delivery, to)
  const shipments = delivery.length === 0 ? [] : deliveredTogether(order).map(({ shipmentId }) => ({ shipmentId, address }))
  const isPriorityChanged = from.isPriority !== to.isPriority
  // A patch with null leaves a field as it is, unless the field is forced.
  const forceUpdate = [...customer, ...(billing.length > 0 ? ['billingAddress'] : []), ...(areTagsChanged ? ['tags'] : [])]
  if (forceUpdate.length === 0 && shipments.length === 0 && !isPriorityChanged) return null
  const orderForm = {
    ...(isPriorityChanged ? { isPriority: to.isPriority } : {}),
    ...(shipments.length > 0 ? { shipments } : {}),
  }
  return {
    ...Object.fromEntries(customer.map((name) => [name, orNull(to.fields[name])])),
    ...(billing.length > 0 ? { billingAddress: withChanges(order.billingAddress, changes(billing, to)) } : {}),
    ...(areTagsChanged ? { tags: [...to.tags] } : {}),
    ...(Object.keys(orderForm).length > 0 ? { orderForm } : {}),
    ...(forceUpdate.length > 0 ? { forceUpdate } : {}),
  }
}

type AddressChanges = Partial<Record<AddressField, string>>

function changes(names: readonly FieldName[], { fields }: Edit): AddressChanges {
  return Object.fromEntries(names.map((name) => [name.split('.')[1], fields[name]]))
}

function withChanges(address: Address, changed: AddressChanges): Address {
  const texts = Object.entries(changed).map(([field, value]) => [field, orNull(value)])
  const merged = { ...address, ...Object.fromEntries(texts) } as NonNullable<Address>
  return Object.values(merged).every((value) => value === null) ? null : merged
}

/** The shipments that go to the delivery address of the form. */
export function deliveredTogether(order: Order): Order['orderForm']['shipments'] {
  const before = JSON.stringify(deliveryAddress(order))
  return order.orderForm.shipments.filter(({ address }) => JSON.stringify(address) === before)
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

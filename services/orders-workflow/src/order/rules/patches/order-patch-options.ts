import { type Order, Order as OrderModel } from '@open-oms/contracts/orders/order'
import type { OrderPatch } from '@open-oms/contracts/orders/order-patch'
import type { PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import type { InputOf } from '@open-oms/contracts/primitives'
import type { Problems } from '@open-oms/contracts/problems'
import { requiredOfOrder } from './patch-rules.ts'
import { type Fields, schemaShape } from './patch-shapes.ts'

export type OrderPatchInput = InputOf<OrderPatch>

const shape = schemaShape(OrderModel)
const namesByKey = new Map([...shape.fields.keys(), ...shape.readOnly].map((name) => [name.toLowerCase(), name]))

/**
 * The fields of the order that `forceUpdate` names, in any letter case (orders.md#forced-fields).
 * Calculated and read-only ones are left out. Notes as problems: names of nothing, of what is
 * required, and of what cannot be empty and has no value in the patch.
 */
export function forcedFields(patch: OrderPatchInput, problems: Problems): ReadonlySet<string> {
  const forced = new Set<string>()
  for (const [index, asked] of (patch.forceUpdate ?? []).entries()) {
    const name = namesByKey.get(asked.toLowerCase())
    const problem = problemOfForced(name, asked, patch)
    if (problem !== null) problems.add(`forceUpdate[${index}]`, problem)
    else if (name !== undefined && !shape.readOnly.has(name)) forced.add(name)
  }
  return forced
}

function problemOfForced(name: string | undefined, asked: string, patch: OrderPatchInput): string | null {
  if (name === undefined) return `"${asked}" is not a property of an order`
  if (requiredOfOrder.has(name)) return `${name} is required and cannot be emptied`
  if (shape.readOnly.has(name) || canBeEmpty(name)) return null
  const hasValue = name !== 'orderForm' && (patch as Fields)[name] !== undefined
  return hasValue ? null : `${name} cannot be emptied`
}

function canBeEmpty(name: string): boolean {
  const kind = shape.fields.get(name)?.kind
  return kind === 'items' || kind === 'texts' || shape.isNullable(name)
}

/** The order with the given fields null, or empty where they are lists. */
export function withEmptied(order: Order, names: readonly string[]): Order {
  if (names.length === 0) return order
  const emptied = names.map((name) => [name, shape.isNullable(name) ? null : []])
  return { ...order, ...Object.fromEntries(emptied) }
}

/**
 * The order without the properties, its own and the form's, that the patch's removal conditions
 * name (orders.md#forced-fields).
 */
export function withoutRemovedProperties(order: Order, { propertiesRemovalConditions: conditions = [] }: OrderPatchInput): Order {
  const form = order.orderForm
  const properties = withoutMatching(order.properties, conditions)
  const ofForm = withoutMatching(form.properties, conditions)
  if (properties === order.properties && ofForm === form.properties) return order
  return { ...order, properties, orderForm: ofForm === form.properties ? form : { ...form, properties: ofForm } }
}

export type PropertyCondition = InputOf<PropertyItem>

/**
 * The properties without those for which every field that one of the conditions names is equal
 * (orders.md#merged-properties). A condition that names none removes nothing. The same list when
 * none goes.
 */
export function withoutMatching(properties: PropertyItem[], conditions: readonly PropertyCondition[]): PropertyItem[] {
  const effective = conditions
    .map((condition) => Object.entries(condition) as [keyof PropertyItem, string][])
    .filter((fields) => fields.length > 0)
  if (effective.length === 0) return properties
  const remaining = properties.filter((property) =>
    effective.every((fields) => fields.some(([field, value]) => property[field] !== value)),
  )
  return remaining.length === properties.length ? properties : remaining
}

import type { PropertyItem } from '@oms/contracts/orders/primitive-models'
import type { InputOf } from '@oms/contracts/primitives'

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

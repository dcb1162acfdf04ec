import type { Order } from '@open-oms/client/types'

type Property = Order['properties'][number]

/** The value of a key outside of groups; an empty text where there is none. */
export function propertyValue(properties: readonly Property[], key: string): string {
  return properties.find((item) => item.key === key && !item.keyGroup)?.value ?? ''
}

/** The properties that no field is declared for, and that have a value. */
export function otherProperties(properties: readonly Property[], fields: readonly { key: string }[]): Property[] {
  return properties.filter(({ key, keyGroup, value }) => value && (keyGroup || fields.every((field) => field.key !== key)))
}

/** How a property is called that no field is declared for. */
export function propertyName({ key, keyGroup }: Property): string {
  return keyGroup ? `${keyGroup}: ${key}` : (key ?? '')
}

export type FieldValues = Readonly<Record<string, string>>

/** The values of some fields, as a form shows them. */
export function fieldValues(properties: readonly Property[], fields: readonly { key: string }[]): FieldValues {
  return Object.fromEntries(fields.map(({ key }) => [key, propertyValue(properties, key)]))
}

/** What a form has changed, as properties: an empty text takes a value away. */
export function changedProperties(before: FieldValues, after: FieldValues): { key: string; value: string }[] {
  return Object.entries(after)
    .map(([key, value]) => ({ key, value: value.trim() }))
    .filter(({ key, value }) => value !== before[key])
}

/** All properties with what a form has changed, for a write that replaces them. */
export function withChanged(properties: readonly Property[], changes: readonly { key: string; value: string }[]): Property[] {
  const isChanged = ({ key, keyGroup }: Property) => !keyGroup && changes.some((change) => change.key === key)
  const set = changes.filter(({ value }) => value !== '').map((change) => ({ ...change, keyGroup: null, valueType: null }))
  return [...properties.filter((item) => !isChanged(item)), ...set]
}

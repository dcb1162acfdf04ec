import { invalid } from '@open-oms/contracts/errors'
import type { PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import { type InputOf, LIST_MAX } from '@open-oms/contracts/primitives'

type Item = InputOf<PropertyItem>

function toPropertyItem(key: string, value: unknown): Item {
  if (typeof value === 'string') return { key, value }
  return { key, value: JSON.stringify(value), valueType: typeof value === 'object' ? 'json' : typeof value }
}

/**
 * The properties of a product with the unknown fields of its request (products.md#free-properties).
 * A value that is no text is stored as JSON with its type; null is left out. A field replaces an
 * item of the same key. Raises `ValidationFailed` when there are more than a product may carry.
 */
export function withFreeProperties(items: readonly Item[], fields: Readonly<Record<string, unknown>>): Item[] {
  const free = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  const names = new Set(free.map(([name]) => name))
  const kept = items.filter(({ key, keyGroup }) => (keyGroup ?? null) !== null || !names.has(key ?? ''))
  if (kept.length + free.length > LIST_MAX) {
    throw invalid('properties', `must have at most ${LIST_MAX} items, properties that no product has included`)
  }
  return [...kept, ...free.map(([name, value]) => toPropertyItem(name, value))]
}

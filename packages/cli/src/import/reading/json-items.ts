import type { ReadItem } from './read-item.ts'
import type { JsonItem } from './read-ndjson.ts'

/** Names of objects that exports of the closed system put around an order. */
const wrappers = ['order', 'item']

/**
 * Items of JSON values: those of the API, and those that the closed system's `Orders` export wraps
 * as `{ order, returnOrderForm, shipment }`, in any letter case
 * (docs/reference/import-formats.md#closed-system-orders).
 */
export async function* jsonItems(values: AsyncIterable<JsonItem>): AsyncGenerator<ReadItem> {
  for await (const { line, value, reason } of values) {
    const origin = { line }
    const refuse = (why: string): ReadItem => ({
      line,
      item: null,
      problems: [{ line, column: null, path: '', reason: why }],
      origin,
    })
    if (reason !== null) yield refuse(reason)
    else if (!isObject(value)) yield refuse('is no JSON object')
    else yield { line, item: unwrapped(value), problems: [], origin }
  }
}

function unwrapped(value: Record<string, unknown>): Record<string, unknown> {
  for (const [name, inner] of Object.entries(value))
    if (wrappers.includes(name.toLowerCase()) && isObject(inner) && !hasOwnIdentity(value)) return unwrapped(inner)
  return value
}

function hasOwnIdentity(value: Record<string, unknown>): boolean {
  return Object.keys(value).some((name) => ['id', 'ordernumber', 'productid', 'skuid'].includes(name.toLowerCase()))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

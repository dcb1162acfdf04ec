import { Decimal } from '@oms/money/decimal'
import type { Item, UnkeyedItem } from './read-item.ts'
import { ITEM_MAX, type RawItem } from './read-ndjson.ts'
import { type Refusal, refused } from './reasons.ts'

/** Names of objects that exports of the closed system put around an order. */
const wrappers: readonly string[] = ['order', 'item']
const identities: readonly string[] = ['id', 'ordernumber', 'productid', 'skuid']
/** Where in the item it is, which browsers say twice. */
const PLACE = / \(line \d+ column \d+\)$/

/**
 * Items of JSON texts: those of the API, and those that the closed system's `Orders` export wraps
 * as `{ order, returnOrderForm, shipment }`, in any letter case
 * (docs/reference/import-formats.md#closed-system-orders).
 */
export async function* jsonItems(texts: AsyncIterable<RawItem>): AsyncGenerator<UnkeyedItem> {
  for await (const { line, text } of texts) {
    const read = text === null ? refused('tooLong', { max: ITEM_MAX }) : parsed(text)
    const base = { line, origin: { line }, text: text ?? '' }
    if ('reason' in read) {
      const rows = { count: 1, totals: [] }
      yield { ...base, item: null, problems: [{ line, column: null, path: '', ...(read as Refusal) }], rows }
    } else yield { ...base, item: read, problems: [], rows: { count: 1, totals: statedTotals(read) } }
  }
}

function parsed(text: string): Item | Refusal {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? unwrapped(value) : refused('notObject')
  } catch (error) {
    return refused('notJson', { detail: (error as Error).message.replace(PLACE, '') })
  }
}

function statedTotals(item: Item): Decimal[] {
  const total = Object.entries(item).find(([name]) => name.toLowerCase() === 'total')?.[1]
  return typeof total === 'number' ? [new Decimal(total)] : []
}

function unwrapped(value: Item): Item {
  const names = Object.keys(value)
  const wrapper = names.find((name) => wrappers.includes(name.toLowerCase()) && isObject(value[name]))
  if (wrapper === undefined || names.some((name) => identities.includes(name.toLowerCase()))) return value
  return unwrapped(value[wrapper] as Item)
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

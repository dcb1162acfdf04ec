import { invalid } from '@open-oms/contracts/errors'
import { InventoryQuantity } from '@open-oms/contracts/orders/inventory/inventory'
import { getInventory, INVENTORY_SKUS_MAX, setInventory } from '@open-oms/contracts/orders/inventory/routes'
import { kinds } from '@open-oms/import/kinds'
import type { Item } from '@open-oms/import/reading/read-item'
import { Decimal } from '@open-oms/money/decimal'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { type Api, sendLeavingOut } from './api.ts'
import { mergeSums } from './merge-sums.ts'
import { portionsOfIds } from './portions-of-ids.ts'
import type { ComparedItem, Comparison, Difference, Resource, SendOptions, SendResult, Sum } from './resource.ts'

type Level = InventoryQuantity

const readLevel = compileReader(InventoryQuantity, 'json') as (item: Item) => Item

/**
 * Stock levels, which replace those that there are (inventory.md#inventory-writes). Reservations
 * remain.
 */
export const stock: Resource = {
  ...kinds.stock,
  read,
  batchMax: INVENTORY_SKUS_MAX,
  canUpdate: false,
  send,
  compare,
}

function read(item: Item): Item {
  const level = readLevel(item) as Level
  const { quantity, lowStockAt } = level
  if (quantity === undefined && lowStockAt === undefined) throw invalid('quantity', 'must be there, or lowStockAt')
  for (const [field, value] of Object.entries({ quantity, lowStockAt }))
    if (typeof value === 'number' && value < 0) throw invalid(field, `must not be negative, and is ${value}`)
  return level
}

async function send(api: Api, items: readonly Item[], { key }: SendOptions): Promise<SendResult> {
  const { positions, refusals } = await sendLeavingOut(items as unknown as Level[], (body, tries) =>
    api.call(setInventory, { body: [...body], headers: { 'idempotency-key': `${key}-${tries}` } }),
  )
  const written = new Set(positions)
  return { outcomes: items.map((_, index) => (written.has(index) ? 'updated' : 'failed')), refusals }
}

async function compare(api: Api, items: readonly ComparedItem[]): Promise<Comparison> {
  const stored = new Map<string, number>()
  const skus = [...new Set(items.map(({ item }) => item.skuId as string))]
  for (const skuIds of portionsOfIds(skus, INVENTORY_SKUS_MAX)) {
    const levels = await api.call(getInventory, { query: { skuIds } })
    for (const { skuId, warehouseCode, quantity } of levels) stored.set(stockLevelKey({ skuId, warehouseCode }), quantity)
  }
  const levels = items.map(({ item }) => item as Level)
  const compared = levels.map((level) => compareLevel(level, stored.get(stockLevelKey(level))))
  return {
    found: compared.filter(({ isFound }) => isFound).length,
    differences: compared.flatMap(({ differences }) => differences),
    sums: mergeSums(compared.map(({ sum }) => sum)),
  }
}

/**
 * What a file and the system say of a level; `system` is undefined where there is none. A row
 * without a quantity is compared by its existence.
 */
export function compareLevel(
  { skuId, warehouseCode, quantity }: Level,
  system: number | undefined,
): { isFound: boolean; differences: Difference[]; sum: Sum } {
  const stated = quantity ?? system ?? 0
  const sum: Sum = { measure: 'stock', unit: warehouseCode, file: new Decimal(stated), system: new Decimal(system ?? 0) }
  const isSame = system === stated
  const difference = {
    key: stockLevelKey({ skuId, warehouseCode }),
    property: 'quantity',
    file: stated,
    system: system ?? 'missing',
  }
  return { isFound: system !== undefined, differences: isSame ? [] : [difference], sum }
}

function stockLevelKey({ skuId, warehouseCode }: Pick<Level, 'skuId' | 'warehouseCode'>): string {
  return `${skuId} · ${warehouseCode}`
}

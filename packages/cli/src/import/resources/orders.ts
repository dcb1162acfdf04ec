import { NewOrder } from '@open-oms/contracts/orders/batch'
import { importOrders } from '@open-oms/contracts/orders/routes/create-orders'
import { getOrdersByIds } from '@open-oms/contracts/orders/routes/retrieve-orders'
import { kinds } from '@open-oms/import/kinds'
import type { Item } from '@open-oms/import/reading/read-item'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { type Api, type Refusal, sendLeavingOut } from './api.ts'
import { compareOrder } from './compare-order.ts'
import { mergeSums } from './merge-sums.ts'
import { portionsOfIds } from './portions-of-ids.ts'
import type { ComparedItem, Comparison, Resource, SendOptions, SendResult } from './resource.ts'

const IDS_MAX = 100

/**
 * Orders, by `ImportMany`: dates, numbers and statuses are kept, and no workflow runs
 * (orders.md#order-import).
 */
export const orders: Resource = {
  ...kinds.orders,
  read: compileReader(NewOrder, 'json') as (item: Item) => Item,
  batchMax: 100,
  canUpdate: false,
  check,
  send,
  compare,
}

async function check(api: Api, items: readonly Item[]): Promise<readonly Refusal[]> {
  const { refusals } = await sendLeavingOut(items, (body) => api.call(importOrders, { query: { dryRun: true }, body: [...body] }))
  return refusals
}

async function send(api: Api, items: readonly Item[], { key }: SendOptions): Promise<SendResult> {
  const headers = { 'idempotency-key': key, 'error-policy': 'continue', prefer: 'return=representation' }
  const { results } = await api.call(importOrders, { body: [...items], headers })
  const refusals = results.flatMap(({ index, status, message }) =>
    status === 'failed' ? [{ index, path: '', reason: message ?? 'is refused' }] : [],
  )
  return { outcomes: results.map(({ status }) => (status === 'skipped' ? 'existing' : status)), refusals }
}

async function compare(api: Api, items: readonly ComparedItem[]): Promise<Comparison> {
  const stored = new Map<string, Item>()
  const keys = items.map(({ key }) => key)
  for (const ids of portionsOfIds(keys, IDS_MAX)) {
    const found = await api.call(getOrdersByIds, { query: { ids } })
    for (const order of found.orders) stored.set(order.id, order)
  }
  const compared = items.map((compared) => compareOrder(compared, stored.get(compared.key) ?? null))
  return {
    found: stored.size,
    differences: compared.flatMap(({ differences }) => differences),
    sums: mergeSums(compared.flatMap(({ sums }) => sums)),
  }
}

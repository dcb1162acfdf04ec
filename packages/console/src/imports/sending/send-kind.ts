import { isApiError } from '@open-oms/client/errors'
import { gateway } from '../../session/gateway.ts'
import type { ImportKind, Item } from '../import-kinds.ts'
import type { Patience } from './patience.ts'
import type { SendResult } from './row-results.ts'
import { type SendItems, sendLeavingOut } from './send-leaving-out.ts'

/** Rows of one batch: of one request, or of those that are written down together. */
export const batchSizes: Readonly<Record<ImportKind, number>> = { orders: 100, products: 20, stock: 500, customers: 20 }

/** A hundred orders with all of their lines take longer than what a person clicks. */
const TIMEOUT_MS = 120_000

/** How items of a kind are sent; `replaces`: products that are there are replaced. */
export function senderFor(kind: ImportKind, { replaces, patiently }: { replaces: boolean; patiently: Patience }): SendItems {
  switch (kind) {
    case 'orders':
      return (items, key) => sendLeavingOut(items, key, (some, name) => patiently(() => sendOrders(some, name)))
    case 'stock':
      return (items, key) => sendLeavingOut(items, key, (some, name) => patiently(() => sendStock(some, name)))
    case 'products':
      return eachAlone((item, key) => patiently(() => sendProduct(item, { key, replaces })))
    case 'customers':
      return eachAlone((item, key) => patiently(() => sendCustomer(item, key)))
  }
}

function sendOptions(idempotencyKey: string) {
  return { idempotencyKey, timeoutMs: TIMEOUT_MS }
}

/** The file says what an item is; whether that is what the API takes, the API says. */
const requestBody = (content: Item | readonly Item[]) => content as never

async function sendOrders(items: readonly Item[], key: string): Promise<SendResult[]> {
  const headers = { 'error-policy': 'continue', prefer: 'return=representation' }
  const { results } = await gateway.post('/api/Orders/ImportMany', { ...sendOptions(key), headers, body: requestBody(items) })
  return results.map(({ status, message }): SendResult => {
    if (status === 'failed') return { outcome: 'refused', reason: message }
    return { outcome: status === 'skipped' ? 'existing' : status, reason: null }
  })
}

async function sendStock(items: readonly Item[], key: string): Promise<SendResult[]> {
  const levels = await gateway.put('/api/Inventory', { ...sendOptions(key), body: requestBody(items) })
  // Each SKU and warehouse is in a request once.
  return items.map((_, index): SendResult => ({ outcome: 'updated', reason: levels[index]?.warning ?? null }))
}

async function sendProduct(item: Item, { key, replaces }: { key: string; replaces: boolean }): Promise<SendResult> {
  const headers = { prefer: 'return=minimal' }
  try {
    await gateway.post('/api/products', { ...sendOptions(key), headers, body: requestBody(item) })
    return { outcome: 'created', reason: null }
  } catch (error) {
    if (!isApiError(error, 'ProductIdExists')) throw error
    if (!replaces) return { outcome: 'existing', reason: null }
    await gateway.put('/api/products', { ...sendOptions(`${key}.update`), headers, body: requestBody(item) })
    return { outcome: 'updated', reason: null }
  }
}

async function sendCustomer(item: Item, key: string): Promise<SendResult> {
  const { status } = await gateway.request('post', '/api/BusinessCustomer', { ...sendOptions(key), body: requestBody(item) })
  return { outcome: status === 201 ? 'created' : 'updated', reason: null }
}

/** Sends items that the API takes one by one; each has a key of its own. */
function eachAlone(send: (item: Item, key: string) => Promise<SendResult>): SendItems {
  return async (items, key) => {
    const sent: SendResult[] = []
    for (const [index, item] of items.entries())
      sent.push(...(await sendLeavingOut([item], `${key}-${index}`, async ([only], name) => [await send(only ?? {}, name)])))
    return sent
  }
}

import { FIRST_STOCK, registers, skus, stores, warehouses } from './bodies.ts'
import type { Client } from './client.ts'
import { keepId, knownOrder } from './order-commands.ts'

/** Goods arrive or are lost; the reason of the movement is the mark. */
export async function adjustStock(client: Client): Promise<void> {
  const { random } = client
  const mark = client.newMark()
  const row = { skuId: random.pick(skus), warehouseCode: random.pick(warehouses), reason: mark }
  const body = [{ ...row, delta: random.integer(-3, 12) || 1 }]
  await client.send({ operation: 'adjustStock', method: 'POST', path: '/api/Inventory/Adjust', body, mark })
}

export async function transferStock(client: Client): Promise<void> {
  const { random } = client
  const mark = client.newMark()
  const [fromWarehouseCode, toWarehouseCode] = random.pick([
    ['Oslo-01', 'Central'],
    ['Central', 'Bergen-01'],
    ['Bergen-01', 'Oslo-01'],
  ] as const)
  const body = [{ skuId: random.pick(skus), fromWarehouseCode, toWarehouseCode, quantity: random.integer(1, 4), reason: mark }]
  await client.send({ operation: 'transferStock', method: 'POST', path: '/api/Inventory/Transfer', body, mark })
}

/** A count says how much there is. */
export async function countStock(client: Client): Promise<void> {
  const { random } = client
  const body = [{ skuId: random.pick(skus), warehouseCode: random.pick(warehouses), quantity: random.integer(100, FIRST_STOCK) }]
  await client.send({ operation: 'countStock', method: 'PUT', path: '/api/Inventory', body })
}

/** A cart that becomes an order, by two callers at times. */
export async function orderCart(client: Client): Promise<void> {
  const { random } = client
  const id = client.newMark()
  const cart = { id, storeId: random.pick(stores), marketId: 'NOR', orderType: 'Online' }
  const lineItems = [
    { lineItemId: '1', code: random.pick(skus), displayName: 'Goods', quantity: random.integer(1, 3), placedPrice: 125 },
  ]
  const made = await client.send({
    operation: 'createCart',
    method: 'POST',
    path: '/api/cart',
    body: { ...cart, orderForm: { lineItems } },
  })
  if (!made.isOk) return
  const order = () =>
    client.send({
      operation: 'orderCart',
      method: 'POST',
      path: `/api/cart/${id}/CreateOrder?orderType=Online`,
      mark: id,
      keep: keepId,
    })
  const replies = await Promise.all(random.isTrue(0.3) ? [order(), order()] : [order()])
  const reply = replies.find(({ isOk }) => isOk)
  if (reply !== undefined) client.pool.add(knownOrder(reply.body))
}

export async function closeTill(client: Client): Promise<void> {
  const zReportId = client.newMark()
  const body = { zReportId, storeId: client.random.pick(stores), registerIds: registers }
  const keep = ({ zReportNumber, storeId }: { zReportNumber: string; storeId: string }) => ({ zReportNumber, storeId })
  await client.send({ operation: 'closeTill', method: 'POST', path: '/api/ZReport/Close', body, mark: zReportId, keep })
}

const SCROLL_PARTS_MAX = 60

/** Reads all orders by a scroll, and notes their ids when it came to its end. */
export async function scroll(client: Client): Promise<void> {
  const start = client.now()
  const ids: string[] = []
  const call = { operation: 'scroll', isRead: true } as const
  let reply = await client.send({ ...call, method: 'POST', path: '/api/Orders/Scroll', body: {} })
  for (let parts = 0; reply.isOk && parts < SCROLL_PARTS_MAX; parts++) {
    const { result, scrollId } = reply.body as { result: { id: string }[]; scrollId: string }
    const path = `/api/Orders/Scroll/${encodeURIComponent(scrollId)}`
    if (result.length === 0) {
      client.history.write({ type: 'scroll', client: client.name, start, end: client.now(), ids })
      await client.send({ operation: 'endScroll', method: 'DELETE', path, isRead: true })
      return
    }
    ids.push(...result.map(({ id }) => id))
    reply = await client.send({ ...call, method: 'GET', path })
  }
}

export async function search(client: Client): Promise<void> {
  const body = { take: 20, statuses: [client.random.pick(['New', 'Shipped', 'Completed'])] }
  await client.send({ operation: 'search', method: 'POST', path: '/api/Orders/Search', body, isRead: true })
}

export async function readPostings(client: Client): Promise<void> {
  const path = '/api/Accounting/Postings/Search'
  await client.send({ operation: 'readPostings', method: 'POST', path, body: { take: 10 }, isRead: true })
}

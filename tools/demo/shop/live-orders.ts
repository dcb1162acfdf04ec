import type { Client } from '@open-oms/client'
import { unlessApprovalIsNeeded } from '../needs-approval.ts'
import { newOrderBody, RETURN_ID } from './order-bodies.ts'
import type { LiveKind, ShopOrder } from './shop-plan.ts'

/** Null: it ends where a refund needs the approval of someone else. */
type Act = (client: Client, order: ShopOrder) => Promise<unknown>

const to =
  (...statuses: readonly string[]): Act =>
  async (client, { id }) => {
    for (const status of statuses)
      await client.post('/api/Orders/{orderId}/UpdateStatus', {
        params: { orderId: id },
        body: { status, ...shipmentOf(id, status) },
      })
  }

function shipmentOf(id: string, status: string) {
  if (status !== 'Shipped') return {}
  const trackingNumber = `70${id.padStart(10, '0')}`
  return { shipmentInfo: { shipmentId: '1', trackingNumber, trackingUrl: `https://tracking.example.com/${trackingNumber}` } }
}

const holds = [
  { reasonCode: 'address', note: 'The post code does not fit the town. Asked by mail.' },
  { reasonCode: 'fraud-check', note: 'Three cards were refused before this one.' },
  { reasonCode: 'customer-request', note: 'Wants it next week, when they are at home.' },
] as const

const hold: Act = (client, { id }) => {
  const body = holds[Number(id) % holds.length] ?? holds[0]
  return client.post('/api/Orders/{orderId}/Holds', { params: { orderId: id }, body })
}

/** The first line leaves in a parcel of its own, with the money for it. */
const shipFirstLine: Act = async (client, { id, lines }) => {
  await to('InProgress')(client, { id } as ShopOrder)
  const body = {
    status: 'Shipped',
    shipmentInfo: { shipmentId: '2', trackingNumber: `71${id.padStart(10, '0')}` },
    lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: lines[0]?.quantity ?? 1 }],
  }
  await client.post('/api/Orders/{orderId}/OrderLinesUpdate', { params: { orderId: id }, body })
}

const completeReturn = (client: Client, orderId: string, returnId: string) =>
  unlessApprovalIsNeeded(() =>
    client.post('/api/Returns/{orderId}/UpdateStatus', { params: { orderId }, body: { returnId, status: 'Completed' } }),
  )

/** The order that an order is exchanged for. */
export function exchangeId(orderId: string): string {
  return `${orderId}-B`
}

/** The customer takes another one of the same in the place of what comes back. */
const exchange: Act = async (client, order) => {
  const [line] = order.lines
  if (line === undefined) return undefined
  const { article, placedPrice, taxRate } = line
  const exchangeOrderLines = [
    { lineItemId: '1', code: article.skuId, displayName: article.goods.name, quantity: 1, placedPrice, taxRate },
  ]
  const exchangeOrderOptions = { exchangeOrderId: exchangeId(order.id), orderStatus: 'New', exchangeOrderLines }
  const returns = [{ lineItemId: '1', returnQuantity: 1, isStockUpdated: true, returnReason: 'Wrong size' }]
  const { returnId } = await client.post('/api/Returns/{orderId}/Return', {
    params: { orderId: order.id },
    body: { returns, storeId: order.plan.storeId, exchangeOrderOptions },
  })
  return completeReturn(client, order.id, returnId)
}

const nothing: Act = async () => undefined

/** What the orders of a kind go through once they are there. */
const acts: Readonly<Record<LiveKind, Act>> = {
  New: nothing,
  Unpaid: nothing,
  Short: to('InProgress'),
  InProgress: to('InProgress'),
  Packed: to('InProgress', 'PackedAndReady'),
  Shipped: to('InProgress', 'PackedAndReady', 'Shipped'),
  PartlyShipped: shipFirstLine,
  Delivered: to('Shipped', 'Completed'),
  Collect: to('InProgress', 'ReadyForPickup'),
  Held: hold,
  // Its authorisation has expired meanwhile.
  CaptureFails: to('InProgress', 'Shipped'),
  Cancelled: (client, { id }) =>
    client.post('/api/Orders/{orderId}/Cancel', { params: { orderId: id }, body: { reason: 'The customer ordered twice' } }),
  ReturnWaits: nothing,
  Returned: (client, { id }) => completeReturn(client, id, RETURN_ID),
  Exchanged: exchange,
}

/**
 * Kinds whose orders were delivered before the demo ran; what comes back waits, or is dealt with
 * while it runs.
 */
export const returnedKinds: ReadonlySet<string> = new Set(['ReturnWaits', 'Returned', 'Exchanged'])

/**
 * Brings an order that is already delivered, or a new one, to where its kind says. Returns false
 * where its return waits, since the refund needs the approval of someone else.
 */
export async function liveThrough(client: Client, order: ShopOrder, hasMessages: boolean): Promise<boolean> {
  const kind = order.kind as LiveKind
  const orderType = kind === 'Collect' ? 'ClickAndCollect' : 'Online'
  if (!returnedKinds.has(kind))
    await client.post('/api/Orders', { body: newOrderBody(order, { orderType, status: 'New', hasMessages }) })
  return (await acts[kind](client, order)) !== null
}

import { payment } from './bodies.ts'
import type { Client } from './client.ts'
import { learn, orderPath, target } from './order-commands.ts'
import type { KnownOrder } from './pool.ts'

const steps = [
  { status: 'InProgress', weight: 2 },
  { status: 'PackedAndReady', weight: 1 },
  { status: 'Shipped', weight: 4 },
  { status: 'Completed', weight: 3 },
  { status: 'Cancelled', weight: 1 },
] as const

/** A whole authorisation of a card, whose provider is called, or a part that was paid. */
export async function pay(client: Client): Promise<void> {
  const order = client.pool.any(client.random, ({ isTill, total }) => !isTill && total > 0)
  if (order === null) return
  const mark = client.newMark()
  const isCard = client.random.isTrue(0.7)
  const amount = isCard ? order.total : Math.max(1, Math.floor(order.total / 4))
  const body = [isCard ? payment('Authorization', 'Card', { amount, mark }) : payment('Sale', 'Vipps', { amount, mark })]
  const path = `${orderPath(order)}/AddPayments`
  learn(order, await client.send({ operation: 'pay', method: 'POST', path, ...target(client, order), body, mark }))
}

export async function updateStatus(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null) return
  const { status } = client.random.weighted(steps)
  const path = `${orderPath(order)}/UpdateStatus`
  const keep = ({ isAborted }: { isAborted?: boolean }) => ({ isAborted: isAborted ?? null })
  const call = { operation: 'updateStatus', method: 'POST', path, ...target(client, order), body: { status }, keep } as const
  const reply = await client.send(call)
  learn(order, reply)
  if (reply.isOk) order.status = status
}

/** Delivers one more unit of a line than none: the amounts are those of the shipment afterwards. */
export async function deliver(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null || order.lines.length === 0) return
  const line = client.random.pick(order.lines)
  const deliveredQuantity = client.random.integer(1, line.quantity)
  const body = { status: 'PartiallyShipped', lineItemUpdates: [{ lineItemId: line.lineItemId, deliveredQuantity }] }
  await updateLines(client, order, { operation: 'deliver', body })
}

/** Moves one unit of a line to a shipment whose id is the mark. */
export async function split(client: Client): Promise<void> {
  const order = webOrderOf(client)
  const line = order?.lines.find(({ quantity }) => quantity > 1)
  if (order === null || line === undefined) return
  const mark = client.newMark()
  const lineItemUpdates = [{ lineItemId: line.lineItemId, splitQuantity: 1 }]
  const body = { status: 'InProgress', lineItemUpdates, shipmentInfo: { shipmentId: mark } }
  await updateLines(client, order, { operation: 'split', body, mark })
}

async function updateLines(client: Client, order: KnownOrder, more: { operation: string; body: object; mark?: string }) {
  const path = `${orderPath(order)}/OrderLinesUpdate`
  learn(order, await client.send({ method: 'POST', path, ...target(client, order), ...more }))
}

export async function cancelLine(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null || order.lines.length === 0) return
  const path = `${orderPath(order)}/OrderLines/${client.random.pick(order.lines).lineItemId}/Cancel`
  learn(order, await client.send({ operation: 'cancelLine', method: 'POST', path, ...target(client, order) }))
}

/** Pays a small amount back without a return. */
export async function refund(client: Client): Promise<void> {
  const order = client.pool.any(client.random, ({ status }) => status === 'Completed' || status === 'Shipped')
  if (order === null) return
  const mark = client.newMark()
  const body = { amount: client.random.integer(1, 5), reason: 'Goodwill', note: mark }
  const path = `${orderPath(order)}/Refund`
  learn(order, await client.send({ operation: 'refund', method: 'POST', path, ...target(client, order), body, mark }))
}

export async function captureOrVoid(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null) return
  const operation = client.random.isTrue(0.7) ? 'capture' : 'void'
  const path = `${orderPath(order)}/${operation === 'capture' ? 'Capture' : 'Void'}`
  learn(order, await client.send({ operation, method: 'POST', path, ...target(client, order), body: {} }))
}

function webOrderOf({ pool, random }: Client): KnownOrder | null {
  return pool.any(random, ({ isTill }) => !isTill)
}

/** Asks a service about the order by a button of its page, and records what it answers. */
export async function pressButton(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null) return
  const path = `${orderPath(order)}/Buttons/ask`
  learn(order, await client.send({ operation: 'pressButton', method: 'POST', path, ...target(client, order), body: {} }))
}

/** Has the provider make a link for what is due, takes one back, or reports that it was paid. */
export async function usePaymentLink(client: Client): Promise<void> {
  const { random, pool } = client
  const linked = pool.any(random, ({ links }) => links.length > 0)
  if (linked === null || random.isTrue(0.5)) return sendPaymentLink(client)
  const { paymentId, transactionId, amount } = random.pick(linked.links)
  const isPaid = random.isTrue(0.5)
  const call = isPaid
    ? { operation: 'payLink', body: [payment('Sale', 'Card', { amount, mark: transactionId })] }
    : { operation: 'withdrawLink', body: { paymentId } }
  const path = `${orderPath(linked)}/${isPaid ? 'AddPayments' : 'WithdrawPaymentLink'}`
  learn(linked, await client.send({ ...call, method: 'POST', path, ...target(client, linked) }))
}

async function sendPaymentLink(client: Client): Promise<void> {
  const order = webOrderOf(client)
  if (order === null) return
  const path = `${orderPath(order)}/PaymentLink`
  learn(order, await client.send({ operation: 'sendLink', method: 'POST', path, ...target(client, order), body: {} }))
}

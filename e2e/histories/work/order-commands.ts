import { markProperty, tillOrder, webOrder } from './bodies.ts'
import type { Client, Reply } from './client.ts'
import type { KnownOrder, PendingLink } from './pool.ts'

const BATCH = 5
const IF_MATCH = 0.35
const NUMBERED = 0.4

/** What the body of an order says to the clients. */
// biome-ignore lint/suspicious/noExplicitAny: an order, as the interface has it
export function knownOrder(body: any): KnownOrder {
  const { id, versionId, status, total, orderType, orderForm, holds, orderNotes } = body
  return {
    ...{ id, versionId, status, total, isTill: orderType === 'Pos' },
    lines: orderForm.lineItems,
    holdIds: (holds ?? [])
      .filter(({ released }: { released: unknown }) => released === null)
      .map((hold: { id: string }) => hold.id),
    commentIds: (orderNotes ?? []).map((note: { id: string }) => note.id),
    links: orderForm.payments.flatMap(pendingLink),
  }
}

type LinkPayment = { id: string; status: string; amount: number; transactionId: string | null; properties: { key: string }[] }

function pendingLink({ id: paymentId, status, amount, transactionId, properties }: LinkPayment): PendingLink[] {
  const isLink = status === 'Pending' && properties.some(({ key }) => key === 'PaymentLink')
  return isLink && transactionId !== null ? [{ paymentId, transactionId, amount }] : []
}

/** Keeps the id of an order that was created: a number of a sequence is known from there only. */
export const keepId = (body: { id?: string } | null) => ({ id: body?.id ?? null })

/** The newest version of an order that a response had, for the next request. */
export function learn(order: KnownOrder, { isOk, body, versionId }: Reply): void {
  if (!isOk) return
  if (versionId !== null) order.versionId = versionId
  const known = body?.order ?? body
  if (known?.orderForm !== undefined) Object.assign(order, knownOrder(known))
}

export async function create(client: Client): Promise<void> {
  const { random, pool } = client
  const mark = client.newMark()
  const isNumbered = random.isTrue(NUMBERED)
  const body = webOrder(random, mark)
  const reply = await client.send({
    operation: isNumbered ? 'createNumbered' : 'create',
    method: isNumbered ? 'PUT' : 'POST',
    path: '/api/Orders',
    orderId: isNumbered ? null : mark,
    body: isNumbered ? body : { ...body, id: mark },
    mark,
    keep: keepId,
  })
  if (reply.isOk) pool.add(knownOrder(reply.body))
}

export async function sellAtTill(client: Client): Promise<void> {
  const mark = client.newMark()
  const body = tillOrder(client.random, mark)
  const call = {
    operation: 'createPos',
    method: 'PUT',
    path: '/api/Orders/PosOrders',
    orderId: mark,
    body,
    mark,
    keep: keepId,
  } as const
  const reply = await client.send(call)
  if (reply.isOk) client.pool.add(knownOrder(reply.body))
}

export async function addMany(client: Client): Promise<void> {
  const mark = client.newMark()
  const body = Array.from({ length: BATCH }, (_, index) => ({ ...webOrder(client.random, mark), id: `${mark}-${index}` }))
  await client.send({ operation: 'addMany', method: 'POST', path: '/api/Orders/AddMany', body, mark })
}

export async function read(client: Client): Promise<void> {
  const order = client.pool.any(client.random)
  if (order === null) return
  learn(order, await client.send({ operation: 'read', method: 'GET', path: orderPath(order), orderId: order.id }))
}

/** Reads several orders by their ids. */
export async function readMany(client: Client): Promise<void> {
  const ids = new Set(Array.from({ length: BATCH }, () => client.pool.any(client.random)?.id).filter((id) => id !== undefined))
  if (ids.size === 0) return
  const query = [...ids].map((id) => `ids=${encodeURIComponent(id)}`).join('&')
  const keep = ({ orders }: { orders: { id: string; versionId: string }[] }) => ({
    orders: orders.map(({ id, versionId }) => ({ id, versionId })),
  })
  await client.send({ operation: 'readMany', method: 'GET', path: `/api/Orders/GetOrders/ByIds?${query}`, keep })
}

export async function patch(client: Client): Promise<void> {
  const order = client.pool.any(client.random)
  if (order === null) return
  const mark = client.newMark()
  const path = `${orderPath(order)}/PatchOrder`
  const body = { properties: [markProperty(mark)], customerName: `Kunde ${mark}` }
  learn(order, await client.send({ operation: 'patch', method: 'PATCH', path, ...target(client, order), body, mark }))
}

/** Reads an order and sends it back with one more property: the last one to do so wins. */
export async function replace(client: Client): Promise<void> {
  const order = client.pool.any(client.random, ({ isTill }) => !isTill)
  if (order === null) return
  const { body, isOk, versionId } = await client.send({
    operation: 'read',
    method: 'GET',
    path: orderPath(order),
    orderId: order.id,
  })
  if (!isOk) return
  const mark = client.newMark()
  const sent = { ...body, properties: [...body.properties, markProperty(mark)] }
  const ifMatch = client.random.isTrue(IF_MATCH) ? versionId : null
  const call = {
    operation: 'replace',
    method: 'PUT',
    path: '/api/Orders/Update',
    orderId: order.id,
    body: sent,
    mark,
    ifMatch,
  } as const
  learn(order, await client.send(call))
}

export async function comment(client: Client): Promise<void> {
  const order = client.pool.any(client.random)
  if (order === null) return
  const mark = client.newMark()
  const body = { orderId: order.id, commentText: mark, commentType: 'Internal' }
  const path = '/api/Orders/AddComment'
  learn(order, await client.send({ operation: 'comment', method: 'POST', path, orderId: order.id, body, mark }))
}

export async function changeComment(client: Client): Promise<void> {
  const order = client.pool.any(client.random, ({ commentIds }) => commentIds.length > 0)
  if (order === null) return
  const mark = client.newMark()
  const path = `${orderPath(order)}/Comments/${client.random.pick(order.commentIds)}`
  const call = { operation: 'changeComment', method: 'PATCH', path, body: { commentText: mark }, mark } as const
  learn(order, await client.send({ ...call, ...target(client, order) }))
}

export async function hold(client: Client): Promise<void> {
  const order = client.pool.any(client.random)
  if (order === null) return
  const mark = client.newMark()
  const body = { reasonCode: 'fraud-check', note: mark }
  const path = `${orderPath(order)}/Holds`
  learn(order, await client.send({ operation: 'hold', method: 'POST', path, ...target(client, order), body, mark }))
}

export async function release(client: Client): Promise<void> {
  const order = client.pool.any(client.random, ({ holdIds }) => holdIds.length > 0)
  if (order === null) return
  const mark = client.newMark()
  const path = `${orderPath(order)}/Holds/${client.random.pick(order.holdIds)}/Release`
  const call = { operation: 'release', method: 'POST', path, body: { note: mark } } as const
  learn(order, await client.send({ ...call, ...target(client, order), mark }))
}

/** Deletes an order; it comes back, or is purged. */
export async function remove(client: Client): Promise<void> {
  const order = client.pool.any(client.random)
  if (order === null) return
  const path = orderPath(order)
  if (client.random.isTrue(0.4)) {
    client.pool.remove(order.id)
    await client.send({ operation: 'purge', method: 'DELETE', path: `${path}?deletePermanently=true`, orderId: order.id })
    return
  }
  learn(order, await client.send({ operation: 'delete', method: 'DELETE', path, ...target(client, order) }))
  learn(order, await client.send({ operation: 'restore', method: 'POST', path: `${path}/Restore`, orderId: order.id }))
}

export function orderPath({ id }: KnownOrder): string {
  return `/api/Orders/${encodeURIComponent(id)}`
}

/** The order, and at times the version that its client believes to be the current one. */
export function target({ random }: Client, { id, versionId }: KnownOrder) {
  return { orderId: id, ifMatch: versionId !== null && random.isTrue(IF_MATCH) ? versionId : null }
}

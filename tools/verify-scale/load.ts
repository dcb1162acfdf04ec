import { setTimeout as delay } from 'node:timers/promises'
import { waitUntil } from '../verify-deployment/wait-until.ts'
import type { AcknowledgedWrite, Journal } from './journal.ts'
import { authorization, sale, unpaidOrder } from './order-bodies.ts'
import { type Acknowledgement, createSender, type Request, type Sender } from './send-until-acknowledged.ts'

const ORDER_CLIENTS = 6
const PRODUCT_CLIENTS = 2
/**
 * What a client thinks between two requests: the machine has two processors for some twenty
 * processes.
 */
const THINK_MS = 100
const REVISIONS = 5

export type Load = {
  journal: Journal
  /** Waits until this many more writes are acknowledged. */
  more(count: number): Promise<void>
  /** Lets what is under way be acknowledged, and ends. */
  stop(): Promise<void>
}

export type LoadPlan = {
  url: string
  token: string
  journal: Journal
}

/**
 * Concurrent clients: of orders, which are created, paid, read and shipped; of products, which are
 * created and updated; and one who reads postings. Every write that is acknowledged is in the
 * journal.
 */
export function startLoad(plan: LoadPlan): Load {
  const { journal } = plan
  const over = new AbortController()
  const ended = new AbortController()
  const send = createSender({ ...plan, signal: ended.signal })
  const loop = async (turn: (name: string) => Promise<void>, client: string) => {
    for (let count = 1; !over.signal.aborted; count++) await turn(`${client}-${count}`)
  }
  const clients = [
    ...named('order', ORDER_CLIENTS).map((client, index) =>
      loop((id) => liveOrder({ journal, send }, id, index % 2 === 0), client),
    ),
    ...named('product', PRODUCT_CLIENTS).map((client) => loop((id) => liveProduct({ journal, send }, id), client)),
    loop(() => readPostings(send), 'reader'),
  ]
  const running = Promise.all(clients)
  return {
    journal,
    more: (count) => {
      const wanted = journal.writes.length + count
      return waitUntil(`${count} more acknowledged writes`, async () => journal.writes.length >= wanted)
    },
    stop: async () => {
      over.abort()
      await running
      ended.abort()
    },
  }
}

function named(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`)
}

type Caller = { journal: Journal; send: Sender }

/**
 * Creates an order, pays it, reads it and ships it; a card is authorised first and captured when
 * the order is shipped.
 */
async function liveOrder({ journal, send }: Caller, id: string, isCard: boolean): Promise<void> {
  const path = `/api/Orders/${id}`
  const note = (response: Acknowledgement, more: Partial<AcknowledgedWrite> = {}) =>
    journal.writes.push({ aggregate: 'order', id, ...writeTimes(response), ...more })
  const created = await calmly(send, { method: 'POST', path: '/api/Orders', body: unpaidOrder(id) })
  if (created === null) return
  note(created)
  const payment = isCard ? authorization(id) : sale(id)
  const paid = await calmly(send, { method: 'POST', path: `${path}/AddPayments`, body: [payment] })
  if (paid === null) return
  note(paid, { transactionId: payment.transactionId })
  const read = await calmly(send, { method: 'GET', path })
  if (read !== null && read.versionId !== paid.versionId)
    journal.failures.push(`GET ${path}: read version ${read.versionId} after ${paid.versionId} was acknowledged`)
  const shipped = await calmly(send, { method: 'POST', path: `${path}/UpdateStatus`, body: { status: 'Shipped' } })
  if (shipped !== null) note(shipped, { status: 'Shipped', isAborted: shipped.body.isAborted })
}

/** Creates a product and updates it. */
async function liveProduct({ journal, send }: Caller, productId: string): Promise<void> {
  for (let revision = 1; revision <= REVISIONS; revision++) {
    const body = { productId, name: `Revision ${revision}` }
    const written = await calmly(send, { method: revision === 1 ? 'POST' : 'PUT', path: '/api/products', body })
    if (written === null) return
    journal.writes.push({ aggregate: 'product', id: productId, ...writeTimes(written) })
  }
}

async function readPostings(send: Sender): Promise<void> {
  await calmly(send, { method: 'POST', path: '/api/Accounting/Postings/Search', body: { take: 10 }, isRead: true })
}

async function calmly(send: Sender, request: Request): Promise<Acknowledgement | null> {
  await delay(THINK_MS)
  return await send(request)
}

function writeTimes({ versionId, sent, acknowledged }: Acknowledgement) {
  return { versionId, sent, acknowledged }
}

import { markProperty, skus } from './bodies.ts'
import type { Client } from './client.ts'
import { keepId, knownOrder, orderPath, target } from './order-commands.ts'
import type { KnownOrder } from './pool.ts'

/** Takes one unit back, with its money, and into stock at times. */
export async function takeBack(client: Client): Promise<void> {
  await sendReturn(client, { operation: 'return', mark: client.newMark(), more: {} })
}

/** Takes one unit back for another one, of a new order whose id follows from the mark. */
export async function exchange(client: Client): Promise<void> {
  const { random, pool } = client
  const mark = client.newMark()
  const exchangeOrderId = exchangeIdOf(mark)
  const exchangeOrderLines = [
    { code: random.pick(skus), displayName: 'Goods', quantity: 1, placedPrice: random.pick([49, 125, 250]), taxRate: 25 },
  ]
  const exchangeOrderOptions = { exchangeOrderId, exchangeOrderLines, properties: [markProperty(mark)] }
  // The rest of the credit is paid out, or all of it settles the new order.
  const more = { exchangeOrderOptions, ...(random.isTrue(0.5) ? { creditPayment: false } : {}) }
  if (!(await sendReturn(client, { operation: 'exchange', mark, more }))) return
  const path = `/api/Orders/${exchangeOrderId}`
  const { isOk, body } = await client.send({ operation: 'read', method: 'GET', path, orderId: exchangeOrderId })
  if (isOk) pool.add(knownOrder(body))
}

/** The id of the order that an exchange with this mark makes. */
export const exchangeIdOf = (mark: string) => `${mark}-x`

type SentReturn = { operation: string; mark: string; more: object }

async function sendReturn(client: Client, { operation, mark, more }: SentReturn): Promise<boolean> {
  const { random, pool } = client
  const order = pool.any(random, ({ status, isTill, lines }) => (isTill || status === 'Completed') && lines.length > 0)
  if (order === null) return false
  const { lineItemId } = random.pick(order.lines)
  const returns = [{ lineItemId, returnQuantity: 1, isStockUpdated: random.isTrue(0.5) }]
  const body = { status: 'Completed', storeId: 'Oslo-01', comment: mark, returns, ...more }
  const path = `/api/Returns/${encodeURIComponent(order.id)}/Return`
  return (await client.send({ operation, method: 'POST', path, ...target(client, order), body, mark })).isOk
}

/** Sends a unit of a line once more, by a new order. */
export async function sendAgain(client: Client): Promise<void> {
  const { random, pool } = client
  const isWanted = ({ isTill, lines, status }: KnownOrder) => !isTill && lines.length > 0 && status !== 'New'
  const order = pool.any(random, isWanted)
  if (order === null) return
  const mark = client.newMark()
  const orderLineReplacements = [{ lineItemId: random.pick(order.lines).lineItemId, quantity: 1, replacementReason: mark }]
  const reply = await client.send({
    operation: 'sendAgain',
    method: 'POST',
    path: '/api/Returns/CreateReplacementOrder',
    ...target(client, order),
    body: { orderId: order.id, orderLineReplacements },
    mark,
    namesAnother: true,
    keep: keepId,
  })
  if (reply.isOk) pool.add(knownOrder(reply.body))
}

/** Has a run that waits or has failed go on, tries its step again, or ends its waiting. */
export async function manageRun(client: Client): Promise<void> {
  const { random, pool } = client
  const order = pool.any(random)
  if (order === null) return
  const path = `${orderPath(order)}/WorkflowRuns`
  const { isOk, body } = await client.send({ operation: 'readRuns', method: 'GET', path, orderId: order.id })
  if (!isOk) return
  const runs = (body.result as Run[]).filter(({ state }) => state === 'Waiting' || state === 'Aborted' || state === 'Interrupted')
  if (runs.length === 0) return
  const run = random.pick(runs)
  const act = random.pick(run.state === 'Waiting' ? (['Resume', 'Dismiss'] as const) : (['Resume', 'RetryStep'] as const))
  const failed = run.steps.find(({ actionStatus }) => actionStatus === 'Error')
  const sent = act === 'RetryStep' ? { body: { stepId: failed?.stepId ?? '' } } : {}
  const operation = operations[act]
  await client.send({ operation, method: 'POST', path: `${path}/${run.runId}/${act}`, ...target(client, order), ...sent })
}

type Run = { runId: string; state: string; steps: readonly { stepId: string; actionStatus: string | null }[] }

const operations = { Resume: 'resumeRun', RetryStep: 'retryStep', Dismiss: 'dismissRun' } as const

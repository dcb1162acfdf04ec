import { setTimeout as sleep } from 'node:timers/promises'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import { alternate } from './alternate.ts'
import type { Figure } from './figures.ts'
import { CONNECTIONS, requestsPerSecond } from './load.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'
import { p95, type Session, send, WARM_UP_TURNS } from './session.ts'

const PACKAGE = 'BENCH-KIT'
const COMPONENTS = 10
const LINES = 50
const TIMES = 100
const TARGET_MS = 30

const SECONDS = 4
/** More carts than become orders in all rounds. */
const CARTS = 5_000

/**
 * The figures of carts: a package into a cart of many lines, and an order of a cart beside the same
 * order without one.
 */
export async function carts(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await makePackage(serviceSession(system, 'catalog-assets'))
  return [await packageFigure(session), ...(await orderFigures(session))]
}

async function makePackage(catalogue: Session): Promise<void> {
  const productIds = Array.from({ length: COMPONENTS }, (_, index) => `BENCH-PART-${index}`)
  for (const productId of productIds)
    await send(catalogue, 'POST', '/api/products', { productId, name: productId, price: 10, taxRate: 25 })
  const components = productIds.map((productId) => ({ productId, quantity: 1 }))
  await send(catalogue, 'POST', '/api/products', { productId: PACKAGE, name: PACKAGE, price: 90, isPackage: true, components })
}

const add = (session: Session, cartId: string) =>
  send(session, 'POST', `/api/cart/${cartId}/OrderLines/Add?skuId=${PACKAGE}&quantity=1`)

async function packageFigure(session: Session): Promise<Figure> {
  const lineItems = Array.from({ length: LINES }, (_, index) => ({
    code: `SKU-${index}`,
    quantity: 1,
    placedPrice: 10 + index,
    taxRate: 25,
  }))
  const cart = () => ({ id: nextOrderId(), storeId: 'Oslo-01', orderForm: { lineItems, shipments: [{ shipmentId: '1' }] } })
  await packageKnown(session, await createdCart(session, cart()))
  const ids: string[] = []
  for (let turn = 0; turn < TIMES + WARM_UP_TURNS; turn++) ids.push(await createdCart(session, cart()))
  const product = await p95(TIMES, (turn) => add(session, ids[turn] as string))
  return { name: `add a package of ${COMPONENTS} to a cart of ${LINES} lines, p95`, product, unit: 'ms', valueMax: TARGET_MS }
}

async function createdCart(session: Session, cart: { id: string }): Promise<string> {
  await send(session, 'POST', '/api/cart', cart)
  return cart.id
}

/** Waits until the order service knows the product, so that it can be added. */
async function packageKnown(session: Session, cartId: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await add(session, cartId).catch(() => null)
    if (response !== null && JSON.parse(response).orderForm.lineItems.length === LINES + 1 + COMPONENTS) return
    if (response !== null) throw new Error('The package was not broken down.')
    await sleep(100)
  }
  throw new Error('The package did not reach the order service within 30 s.')
}

const withItsNumber = (id: string) => sampleOrder(id)

/** An order of which the service makes the number and the id. */
function withoutNumber(id: string): string {
  const { id: _id, orderNumber: _number, ...order } = JSON.parse(sampleOrder(id))
  return JSON.stringify(order)
}

/**
 * The order of a cart beside the same order without one: once with given numbers, once with drawn
 * ones.
 */
async function orderFigures(session: Session): Promise<Figure[]> {
  const load = {
    url: `${session.url}/api/Orders`,
    seconds: SECONDS,
    headers: { authorization: `Bearer ${session.token}` },
  } as const
  const numbered = await manyCarts(session, withItsNumber)
  const unnumbered = await manyCarts(session, (id) => JSON.stringify({ ...JSON.parse(withoutNumber(id)), id }))
  const ofCarts = (ids: string[]) => () =>
    requestsPerSecond({ ...load, method: 'POST', nextPath: () => `/api/cart/${takeNextId(ids)}/CreateOrder` })
  const rates = await alternate({
    post: () => requestsPerSecond({ ...load, method: 'POST', nextBody: () => withItsNumber(nextOrderId()) }),
    numbered: ofCarts(numbered),
    put: () => requestsPerSecond({ ...load, method: 'PUT', nextBody: () => withoutNumber(nextOrderId()) }),
    unnumbered: ofCarts(unnumbered),
  })
  const target = { unit: '1/s', ratioMin: 0.8 }
  return [
    { name: 'CreateOrder of a cart, beside POST of the same order', baseline: rates.post, product: rates.numbered, ...target },
    { name: 'CreateOrder that draws a number, beside PUT', baseline: rates.put, product: rates.unnumbered, ...target },
  ]
}

async function manyCarts(session: Session, bodyOf: (id: string) => string): Promise<string[]> {
  const ids = Array.from({ length: CARTS }, nextOrderId)
  const left = [...ids]
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await send(session, 'POST', '/api/cart', bodyOf(id))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return ids
}

function takeNextId(ids: string[]): string {
  const id = ids.pop()
  if (id === undefined) throw new Error(`${CARTS} carts were not enough.`)
  return id
}

import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import { batchFigures } from './figures/batch-figures.ts'
import { scrollFigures } from './figures/scroll-figures.ts'
import { searchFigures } from './figures/search-figures.ts'
import type { Figure } from './figures.ts'
import { growTo } from './samples/many-orders.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'
import { p95, type Session, send, WARM_UP_TURNS } from './session.ts'

const LINES = 1_000
const TIMES = 20
const MS_MAX = { create: 100, patch: 60, 'add a line': 60, read: 30 }

/** An order of 1,000 lines less one, so that one can be added. */
function largeOrder(id: string): string {
  const order = JSON.parse(sampleOrder(id))
  const lineItems = Array.from({ length: LINES - 1 }, (_, index) => ({
    lineItemId: String(index + 1),
    code: `SKU-${index}`,
    displayName: `Article ${index}`,
    quantity: 1 + (index % 4),
    placedPrice: 10 + (index % 50),
    taxRate: 25,
  }))
  return JSON.stringify({ ...order, orderForm: { lineItems, shipments: [{ shipmentId: '1', shippingMethodName: 'Pallet' }] } })
}

/** What an order as long as orders may be costs: to create, patch, extend and read. */
async function largeOrderFigures(session: Session): Promise<Figure[]> {
  const ids = Array.from({ length: TIMES + WARM_UP_TURNS }, nextOrderId)
  const bodies = ids.map(largeOrder)
  const id = (turn: number) => ids[turn] as string
  const measured = {
    create: (turn: number) => send(session, 'POST', '/api/Orders?runWorkflow=false', bodies[turn]),
    patch: (turn: number) =>
      send(session, 'PATCH', `/api/Orders/${id(turn)}/PatchOrder`, { customerReference: `r-${turn}-${Math.random()}` }),
    'add a line': (turn: number) =>
      send(session, 'POST', `/api/Orders/${id(turn)}/OrderLines`, { code: 'LAST', quantity: 1, placedPrice: 5 }),
    read: (turn: number) => send(session, 'GET', `/api/Orders/${id(turn)}`),
  }
  const figures: Figure[] = []
  for (const name of ['create', 'patch', 'add a line', 'read'] as const) {
    const product = await p95(TIMES, measured[name])
    figures.push({ name: `order of 1,000 lines: ${name}, p95`, product, unit: 'ms', valueMax: MS_MAX[name] })
  }
  return figures
}

const SIZES = [100_000, 1_000_000]

/**
 * The figures of orders: batches, long orders, and searches at two sizes of the table, which must
 * cost the same.
 */
export async function orders(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  const figures = await batchFigures(system, session)
  for (const size of SIZES) {
    await growTo(size, system, session)
    figures.push(...(await searchFigures(size, system, session)))
  }
  // Last, because a search that finds orders of 1,000 lines is about their size.
  return [...figures, ...(await scrollFigures(system, session)), ...(await largeOrderFigures(session))]
}

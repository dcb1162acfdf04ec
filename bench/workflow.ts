import { serviceSession } from '@oms/system/service-session'
import type { System } from '@oms/system/start/start-system'
import { alternate } from './alternate.ts'
import { startBaseline } from './baseline.ts'
import { resumeFigures } from './figures/resume-figures.ts'
import { storageFigures } from './figures/storage-figures.ts'
import type { Figure } from './figures.ts'
import { requestsPerSecond } from './load.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { type Session, send } from './session.ts'
import { keepStock, pickUpOrders } from './workflow-orders.ts'

const SECONDS = 10
/** More orders than are used in all rounds. */
const ORDERS = 15_000
/**
 * The events that the write of the sample order publishes, with one event for the stock of each
 * line.
 */
const EVENTS = 6

const body = JSON.stringify({ status: 'PickedUp' })

/**
 * The figures of the workflow: a status of four steps, beside the bare rows, how soon the runs of a
 * dead process are through, and what is kept of an order.
 */
export async function workflow(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const sampleId = await carriedOut(session)
  const figures = await updateStatusFigures(system, session, sampleId)
  return [...figures, ...(await resumeFigures(system, session, sampleId)), ...(await storageFigures(system, session))]
}

/** An order that went through the four steps. Returns its id. */
async function carriedOut(session: Session): Promise<string> {
  const [orderId] = (await pickUpOrders(session, 1)) as [string]
  const response = JSON.parse(await send(session, 'POST', `/api/Orders/${orderId}/UpdateStatus`, body))
  const results: { actionStatus: string }[] = response.orderActionExecutionResults
  if (results.length !== 4 || results.some(({ actionStatus }) => actionStatus !== 'Success'))
    throw new Error(`The sample order did not go through four steps: ${JSON.stringify(results)}`)
  return orderId
}

/** The speed of UpdateStatus alone. */
export async function updateStatusRates(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const sampleId = await carriedOut(session)
  return (await updateStatusFigures(system, session, sampleId)).filter(({ baseline }) => baseline !== undefined)
}

async function updateStatusFigures(system: System, session: Session, sampleId: string): Promise<Figure[]> {
  const ids = await pickUpOrders(session, ORDERS)
  const baseline = await startBaseline({
    script: 'workflow-baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId: sampleId,
    events: sampleEvents(sampleId, EVENTS),
  })
  try {
    const rates = await alternate({
      baseline: () => requestsPerSecond({ url: `${baseline.url}/next`, method: 'POST', nextBody: () => body, seconds: SECONDS }),
      product: () =>
        requestsPerSecond({
          url: session.url,
          method: 'POST',
          headers: { authorization: `Bearer ${session.token}` },
          nextPath: () => `/api/Orders/${takeNextId(ids)}/UpdateStatus`,
          nextBody: () => body,
          seconds: SECONDS,
        }),
    })
    const name = 'UpdateStatus with four steps, one of them a capture'
    // Both targets count, not one of them.
    return [
      { name, baseline: rates.baseline, product: rates.product, unit: '1/s', ratioMin: 0.5 },
      { name: 'the same, without regard to the baseline', product: rates.product, unit: '1/s', valueMin: 250 },
    ]
  } finally {
    await baseline.stop()
  }
}

function takeNextId(ids: string[]): string {
  const id = ids.pop()
  if (id === undefined) throw new Error(`${ORDERS} orders were not enough.`)
  return id
}

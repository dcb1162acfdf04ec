import type { System } from '../tools/start/start-system.ts'
import type { Figure } from './figures.ts'
import { startFloor } from './baseline.ts'
import { inTurns } from './alternate.ts'
import { requestsPerSecond } from './load.ts'
import { resumeFigures } from './resume-figures.ts'
import { sampleEvents } from './sample-events.ts'
import { type Session, send } from './session.ts'
import { keepStock, pickUpOrders } from './workflow-orders.ts'

const SECONDS = 10
/** More than are carried out in all turns. */
const ORDERS = 15_000
/** What the write of the sample order tells, with one event for the stock of each line. */
const EVENTS = 6

const body = JSON.stringify({ status: 'PickedUp' })

/** The figures of the workflow: a status of four steps, beside the bare rows, and how soon the runs of a dead process are through. */
export async function workflow(system: System, token: string): Promise<Figure[]> {
  const session = { url: system.services['orders-workflow'].url, token }
  await keepStock(session)
  const [sampleId] = (await pickUpOrders(session, 1)) as [string]
  await carryOut(session, sampleId)
  const figures = await updateStatusFigures(system, session, sampleId)
  return [...figures, ...(await resumeFigures(system, session, sampleId))]
}

async function carryOut(session: Session, orderId: string): Promise<void> {
  const answer = JSON.parse(await send(session, 'POST', `/api/Orders/${orderId}/UpdateStatus`, body))
  const results: { actionStatus: string }[] = answer.orderActionExecutionResults
  if (results.length !== 4 || results.some(({ actionStatus }) => actionStatus !== 'Success'))
    throw new Error(`The sample order did not go through four steps: ${JSON.stringify(results)}`)
}

async function updateStatusFigures(system: System, session: Session, sampleId: string): Promise<Figure[]> {
  const ids = await pickUpOrders(session, ORDERS)
  const floor = await startFloor({
    script: 'workflow-baseline-server.ts',
    productDatabaseUrl: system.databaseUrls['orders-workflow'],
    orderId: sampleId,
    events: sampleEvents(sampleId, EVENTS),
  })
  try {
    const rates = await inTurns({
      floor: () => requestsPerSecond({ url: `${floor.url}/next`, method: 'POST', nextBody: () => body, seconds: SECONDS }),
      product: () =>
        requestsPerSecond({
          url: session.url,
          method: 'POST',
          headers: { authorization: `Bearer ${session.token}` },
          nextPath: () => `/api/Orders/${nextOf(ids)}/UpdateStatus`,
          nextBody: () => body,
          seconds: SECONDS,
        }),
    })
    const name = 'UpdateStatus with four steps, one of them a capture'
    // Both are wished for, not either.
    return [
      { name, floor: rates.floor, product: rates.product, unit: '1/s', ratioMin: 0.5 },
      { name: 'the same, without regard to the floor', product: rates.product, unit: '1/s', valueMin: 250 },
    ]
  } finally {
    await floor.stop()
  }
}

function nextOf(ids: string[]): string {
  const id = ids.pop()
  if (id === undefined) throw new Error(`${ORDERS} orders were not enough.`)
  return id
}

import { isApiError } from '@open-oms/client/errors'
import { gateway } from '../../session/gateway.ts'
import { toPackages } from '../packing/parcels.ts'
import { keepTask, listTasks } from './pick-store.ts'
import { hasSameGoods, type PickTask } from './pick-task.ts'

/** Orders that are held for a short pick are found by it. */
const SHORT_PICK = 'ShortPick'

/** An order that others change so often is left to the person. */
const TRIES_MAX = 3

/**
 * Sends what is picked and not sent yet, each with its key: what was sent although its response was
 * lost has its effect once. One window of the browser sends at a time. Returns whether something is
 * left for lack of a connection.
 */
export async function sendPicks(userName: string): Promise<boolean> {
  return await navigator.locks.request('oms-picks', async () => {
    const due = (await listTasks(userName)).filter(({ state }) => state === 'toSend').reverse()
    for (const task of due) if (!(await sendTask(task))) return true
    return false
  })
}

/** False when there is no answer, so that it is to be sent again. */
async function sendTask(task: PickTask, tries = 1): Promise<boolean> {
  try {
    await send(task)
    await keepTask({ ...task, state: 'sent' })
    return true
  } catch (error) {
    if (!isFinal(error)) return false
    if (error.code === 'VersionConflict' && tries < TRIES_MAX) return await sendOnNewVersion(task, tries)
    await keepTask({ ...task, state: 'refused', refusal: { code: error.code, text: error.message, by: null } })
    return true
  }
}

async function send(task: PickTask): Promise<void> {
  const { shipment, key: idempotencyKey, note } = task
  const { orderId, shipmentId, versionId, pickedStatus } = shipment
  const write = { params: { orderId }, idempotencyKey, ...(versionId === null ? {} : { ifMatch: versionId }) }
  if (note !== null) await gateway.post('/api/Orders/{orderId}/Holds', { ...write, body: { reasonCode: SHORT_PICK, note } })
  else if (pickedStatus !== null)
    await gateway.post('/api/Orders/{orderId}/UpdateStatus', {
      ...write,
      body: { status: pickedStatus, shipmentInfo: { shipmentId, packages: toPackages(task) } },
    })
}

/**
 * After someone has changed the order: when the same goods are still to be picked, the pick counts.
 * Otherwise another device has picked it, or its goods are others now, and the person is told.
 */
async function sendOnNewVersion(task: PickTask, tries: number): Promise<boolean> {
  const { orderId, shipmentId } = task.shipment
  try {
    const { result } = await gateway.post('/api/Shipments/ToPick', {
      body: { shipments: [{ orderId, shipmentId }] },
      idempotencyKey: null,
    })
    const [now] = result
    if (now !== undefined && hasSameGoods(now, task.shipment)) {
      const again = { ...task, shipment: now, key: crypto.randomUUID() }
      await keepTask(again)
      return await sendTask(again, tries + 1)
    }
    const { modifiedBy } = await gateway.get('/api/Orders/{orderId}', { params: { orderId } })
    await keepTask({ ...task, state: 'refused', refusal: { code: 'VersionConflict', text: '', by: modifiedBy } })
    return true
  } catch (error) {
    if (!isFinal(error)) return false
    await keepTask({ ...task, state: 'refused', refusal: { code: error.code, text: error.message, by: null } })
    return true
  }
}

/** Whether a refusal stays one: no lost connection, no ended session and nothing that passes. */
function isFinal(error: unknown): error is Error & { code: string } {
  return isApiError(error) && error.status < 500 && error.status !== 401 && error.status !== 429 && error.retryAfterMs === null
}

import type { OrderPatch } from '@open-oms/client/types'
import { openHolds } from '../holds/open-holds.ts'
import { shipsUnpaid } from '../order/unpaid-goods.ts'
import { gateway } from '../session/gateway.ts'
import type { BulkOrder } from './bulk-action.ts'
import { assignedPicker, assignment, changedTags } from './order-facts.ts'
import type { Attempt } from './run-rows.ts'

/** A write is meant for the version that the person has seen. */
const request = ({ id, versionId }: BulkOrder, key: string) => ({
  params: { orderId: id },
  idempotencyKey: key,
  ...(versionId ? { ifMatch: versionId } : {}),
})

type Move = {
  status: string
  /**
   * The orders that had the status before the move: their steps must not run again. One whose steps
   * stopped in it is none of them.
   */
  there: ReadonlySet<string>
  /** Why a move failed for which the API gives no reason. */
  stopped: string
  /**
   * Why an order stays as it is whose goods are neither paid nor authorised, held or not there;
   * null: its goods leave, or the status lets none leave.
   */
  refusals: ShippingRefusals | null
}

export type ShippingRefusals = { unpaid: string; held: string; missing: string }

/**
 * Moves an order to a status; its steps run. A run that stopped is repeated by the same move, which
 * has no second effect.
 */
export const moveTo =
  ({ status, there, stopped, refusals }: Move): Attempt =>
  async (order, key) => {
    if (there.has(order.id)) return { state: 'unchanged' }
    const reason = refusals === null ? null : await shippingRefusal(order, { status, refusals })
    if (reason !== null) return { state: 'failed', reason }
    const result = await gateway.post('/api/Orders/{orderId}/UpdateStatus', { ...request(order, key), body: { status } })
    if (!result.isAborted) return { state: 'done', order: result.order }
    const failed = result.orderActionExecutionResults.find(({ errorReason }) => errorReason !== null)
    return { state: 'failed', reason: failed?.message ?? failed?.errorReason ?? stopped, order: result.order }
  }

/** Why the goods of an order had better not leave by a move to a status; null: they may. */
async function shippingRefusal(
  order: BulkOrder,
  { status, refusals: { unpaid, held, missing } }: { status: string; refusals: ShippingRefusals },
): Promise<string | null> {
  if (openHolds(order).length > 0) return held
  const params = { orderId: order.id }
  const { reasons } = await gateway.get('/api/Orders/{orderId}/Why', { params })
  if (reasons.some(({ code }) => code === 'StockMissing')) return missing
  const result = await gateway.post('/api/Orders/{orderId}/UpdateStatus', { params, query: { dryRun: true }, body: { status } })
  return shipsUnpaid(result) ? unpaid : null
}

/** Adds tags to an order and removes others. */
export const changeTags =
  (change: { add: readonly string[]; remove: readonly string[] }): Attempt =>
  async (order, key) => {
    const tags = changedTags(order.tags ?? [], change)
    // By force, since an empty list alone would leave the tags as they are.
    return tags === null ? { state: 'unchanged' } : await patch(order, key, { tags, forceUpdate: ['tags'] })
  }

/** Gives an order to someone; an empty name: to nobody. */
export const assignTo =
  (name: string): Attempt =>
  async (order, key) =>
    (assignedPicker(order) ?? '') === name ? { state: 'unchanged' } : await patch(order, key, assignment(name))

/** Holds an order, unless it is on hold for that reason already. */
export const holdFor =
  (hold: { reasonCode: string; note: string | null; until: string | null }): Attempt =>
  async (order, key) => {
    if (openHolds(order).some(({ reasonCode }) => reasonCode === hold.reasonCode)) return { state: 'unchanged' }
    const held = await gateway.post('/api/Orders/{orderId}/Holds', { ...request(order, key), body: hold })
    return { state: 'done', order: held }
  }

/** Releases the holds of an order: all of them, or those of one reason. */
export const releaseHolds =
  ({ reasonCode, note }: { reasonCode: string | null; note: string | null }): Attempt =>
  async (order, key) => {
    const holds = openHolds(order).filter((hold) => reasonCode === null || hold.reasonCode === reasonCode)
    if (holds.length === 0) return { state: 'unchanged' }
    let now = order
    for (const { id: holdId } of holds) {
      now = await gateway.post('/api/Orders/{orderId}/Holds/{holdId}/Release', {
        ...request(now, `${key}:${holdId}`),
        params: { orderId: order.id, holdId },
        body: { note },
      })
    }
    return { state: 'done', order: now }
  }

async function patch(order: BulkOrder, key: string, body: OrderPatch): Promise<Awaited<ReturnType<Attempt>>> {
  await gateway.patch('/api/Orders/{orderId}/PatchOrder', { ...request(order, key), body })
  return { state: 'done' }
}

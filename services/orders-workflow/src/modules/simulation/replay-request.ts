import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { composeDueOfOrder } from '../notifications/send/compose-due.ts'
import { dryRun } from '../workflow/dry-run.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { tryTransition, type WorkflowResult } from '../workflow/transition-order.ts'
import { type StatusPatch, toTransition } from '../workflow/update-status.ts'
import { describeStatuses, type Effects, newPayments, withoutChance } from './domain/effects.ts'
import type { RecordedRequest } from './domain/recorded-requests.ts'
import { readMessages, readMovements } from './simulation-queries.ts'

const write: WriteRequest = { operation: 'Simulate', by: 'simulation', actor: 'simulation', requireScope: () => undefined }

export type Replay = {
  request: RecordedRequest
  /**
   * The id of the copy: ids of its payments follow from it, so that outcomes are compared under the
   * same one.
   */
  copyId: string
  /** The order that the request is for; absent: as it was recorded. */
  order?: Order
  /** The name that the status of the request has. */
  status?: string
  isStatusOnly: boolean
}

/**
 * What a recorded request leads to with the configuration of `deps`, on a copy of the order as the
 * request found it, in a transaction that is rolled back: nothing is stored, and every outside call
 * is taken as successful (configuration.md#configuration-simulation).
 */
export async function replayRequest(
  deps: RunnerDeps,
  { request, copyId: id, order: given, status, isStatusOnly }: Replay,
): Promise<Effects> {
  const order = { ...(given ?? request.order), id }
  try {
    return await dryRun(deps, async (trying) => {
      const copy = { orderId: id, kind: 'import', create: () => ({ order }) } as const
      const { saved: inserted } = await writeOrder({ deps: trying, write }, copy)
      const patch: StatusPatch = {
        status: status ?? request.status,
        skipRunWorkflow: isStatusOnly,
        ...(request.shipmentId === null ? {} : { shipmentInfo: { shipmentId: request.shipmentId } }),
        ...(request.returnId === null ? {} : { returnId: request.returnId }),
      }
      const command = { orderId: id, isDryRun: true, write, patch, record: async () => undefined }
      const result = await tryTransition(trying, toTransition(trying, command as never), { isBackground: true })
      return collectEffects(trying, { id, before: inserted.order, result })
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...nothing, refused: withoutChance(`${error.code}: ${error.message}`, id) }
  }
}

const nothing: Effects = { refused: null, status: [], steps: [], money: [], stock: [], messages: [], postings: [] }

type ReplayResult = { id: string; before: Order; result: WorkflowResult }

async function collectEffects(deps: RunnerDeps, { id, before, result }: ReplayResult): Promise<Effects> {
  const { saved, runs } = result
  await composeDueOfOrder(deps, deps, id)
  const clean = (texts: readonly string[]) => texts.map((text) => withoutChance(text, id))
  const steps = runs.flatMap((run) =>
    run.results.map(({ stepId, actionType, actionStatus, errorReason }) =>
      [`${run.status}: ${actionType} (${stepId}) ${actionStatus}`, errorReason].filter((part) => part !== null).join(': '),
    ),
  )
  return {
    refused: null,
    status: describeStatuses(saved.order),
    steps: clean(steps),
    money: newPayments(before, saved.order),
    stock: clean(await readMovements(deps, id)),
    messages: clean(await readMessages(deps, id, (content) => withoutChance(content, id))),
    postings: clean(saved.allocations.map((allocation) => JSON.stringify(allocation))),
  }
}

/** Whether the request wanted no steps: its status has some, and no run began. */
export function wantedNoSteps({ order, status, hadRun, returnId }: RecordedRequest, deps: Pick<RunnerDeps, 'config'>): boolean {
  if (hadRun || returnId !== null) return false
  const type = effectiveOrderType(order, deps.config().orderTypes)
  const steps = type.orderStatuses.find(({ name }) => name === status)?.workflowSteps ?? []
  return !type.disableWorkflow && steps.some(({ active }) => active)
}

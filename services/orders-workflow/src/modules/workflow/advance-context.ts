import type { OrderType } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import { currencyOf, totalsContextOf } from '../../order/document/order-context.ts'
import { canceledStatusesOf, findReturnType, isStatusIn } from '../../order/document/return-type.ts'
import { enterStatus } from '../../order/status/enter-status.ts'
import { handlingTypeOf } from '../../order/status/transitions.ts'
import { planOf, type StepsRun } from '../../order/status/workflow-plan.ts'
import type { WorkflowRun } from '../../order/status/workflow-run.ts'
import { calculateTotals } from '../../order/totals/order-totals.ts'
import type { FollowContext } from './follow.ts'
import { triggerProblem } from './follow.ts'
import type { RunnerDeps } from './runner.ts'

type Moment = {
  now: string
  /** True: also the steps that run after the answer. */
  isBackground: boolean
  /** The order as it is stored; null for a new one. */
  stored: Order | null
  /** What has run for the order's shipments; needed where a shipment may move its order. */
  stepsRun?: StepsRun | undefined
}

/** What `advance` and `follow` need of the surroundings at a time. */
export function advanceContext(
  deps: Pick<RunnerDeps, 'config' | 'randomText' | 'newId'>,
  { now, isBackground, stored, stepsRun = new Map() }: Moment,
): FollowContext {
  const config = deps.config()
  const { orderTypes, settings } = config
  return {
    now,
    isBackground,
    orderTypes,
    stepsRun,
    newId: deps.newId,
    randomText: deps.randomText,
    currencyOf: (order) => currencyOf(order, config),
    typeOf: (order) => handlingTypeOf(order, orderTypes),
    calculated: (order) => (order === stored ? order : calculateTotals(order, totalsContextOf(order, config, stored))),
    isFormCanceled: (order, run) => isFormCanceled(order, run, orderTypes),
    enterAtOnce(order, status) {
      const type = handlingTypeOf(order, orderTypes)
      const entered = enterStatus(order, { status, type, isStatusOnly: false, now })
      return { order: entered.order, steps: planOf(entered.order, { type, status: entered.entered, shipmentId: null }) }
    },
    triggerProblem: (order, run, status) =>
      triggerProblem(order, { run, status, orderTypes, hopsMax: settings.workflow.hopsMax }),
  }
}

function isFormCanceled(order: Order, { returnId, status }: WorkflowRun, types: readonly OrderType[]): boolean {
  if (returnId === null) return false
  const isCanceled = isStatusIn(canceledStatusesOf(findReturnType(types)))
  const form = order.returnOrderForms.find((candidate) => candidate.returnId === returnId)
  return form !== undefined && isCanceled(form.status) && !isCanceled(status)
}

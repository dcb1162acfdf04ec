import type { Order, OrderExplanation } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { statusMeaning, unknownMeaning } from '../configuration/status-meaning.ts'
import { useNames } from '../configuration/use-configured-names.ts'
import { whyQuery } from '../order/order-queries.ts'
import { useMay } from '../session/use-session.ts'
import { hasOpenUnits } from '../shipping/offered.ts'
import { isActionPermitted, offeredActions } from './all-actions.ts'
import { isCancelling, mainStep, type NextStep, nextSteps, primaryAction } from './next-step.ts'

type Reason = OrderExplanation['reasons'][number]

const none: readonly Reason[] = []

/**
 * Why the order is where it is, and the step that leads it on: what the page can do about the most
 * pressing reason. A person has the steps that they may take.
 */
export function useNextStep(order: Order) {
  const why = useQuery(whyQuery(order.id))
  const { data: names } = useNames()
  const may = useMay()
  const meaning = names === undefined ? unknownMeaning : statusMeaning(names.orderTypes, order.orderType)
  const surroundings = { order, meaning, hasOpenGoods: hasOpenUnits(order) }
  const reasons = [...(why.data?.reasons ?? none)]
  const [first] = reasons
  const mayTake = (one: NextStep) =>
    one.kind === 'dialog' ? isActionPermitted(may, one.name) : may(isCancelling(one) ? 'cancel' : 'changeOrders')
  const main = first === undefined ? null : mainStep(first, surroundings)
  const step = main !== null && mayTake(main) ? main : null
  const offered = offeredActions(order, reasons, may)
  const primary = primaryAction(offered, step)
  return {
    reasons,
    step,
    offered,
    /** What is most likely meant, where the step is not that already. */
    primary: step?.kind === 'dialog' && step.name === primary ? null : primary,
    /** All that the page can do about a reason. */
    stepsOf: (reason: Reason): NextStep[] => nextSteps(reason, surroundings).filter(mayTake),
  }
}

import type { Order, OrderExplanation } from '@open-oms/client/types'
import type { StatusMeaning } from '../configuration/status-meaning.ts'
import type { OrderAction, OrderActionName } from '../order/order-action.ts'

type Reason = OrderExplanation['reasons'][number]

/**
 * What the page can do about a reason: one of its dialogs, a status to enter, stock to add, or a
 * change of the order that the API has written out.
 */
export type NextStep =
  | { kind: 'dialog'; name: 'release' | 'refund' | 'retry' | 'deliver' | 'paymentLink' | 'recordPayment' }
  | { kind: 'status'; status: string; as: 'again' | 'delivered' | 'canceled' | 'other' }
  | { kind: 'stock'; skuId: string }
  | { kind: 'patch'; name: 'resolve' | 'unlock'; body: Record<string, unknown> }
  | { kind: 'restore' }

type Surroundings = {
  order: Pick<Order, 'id' | 'status'>
  meaning: StatusMeaning
  /** Goods are neither delivered nor cancelled. */
  hasOpenGoods: boolean
}

const dialogs: Readonly<Record<string, 'release' | 'retry' | 'paymentLink'>> = {
  Release: 'release',
  RetryStep: 'retry',
  Resume: 'retry',
  PaymentLink: 'paymentLink',
  WithdrawPaymentLink: 'paymentLink',
}

/** What the page can do of the actions of a reason, in their order, each once. */
export function nextSteps({ actions }: Pick<Reason, 'actions'>, surroundings: Surroundings): NextStep[] {
  const steps = actions.flatMap((action) => toNextStep(action, surroundings) ?? [])
  const isFirst = (step: NextStep, index: number) =>
    steps.findIndex((one) => JSON.stringify(one) === JSON.stringify(step)) === index
  return steps.filter(isFirst)
}

/**
 * The one step that leads an order on: of several statuses the first that work on the order goes
 * through. Null when the page can do nothing about the reason.
 */
export function mainStep(reason: Pick<Reason, 'actions'>, surroundings: Surroundings): NextStep | null {
  const steps = nextSteps(reason, surroundings)
  const { working } = surroundings.meaning
  const leadsOn = (step: NextStep) => step.kind !== 'status' || step.as !== 'other' || working.includes(step.status)
  return steps.find((step) => leadsOn(step) && !isCancelling(step)) ?? null
}

/** Whether a step cancels the order. */
export function isCancelling(step: NextStep): boolean {
  return step.kind === 'status' && step.as === 'canceled'
}

function toNextStep({ code, method, url, body }: Reason['actions'][number], surroundings: Surroundings): NextStep | null {
  if (method === null || url === null) return null
  // The same call also records what a provider has done with a payment that there is.
  if (code === 'RecordPayment') return { kind: 'dialog', name: 'recordPayment' }
  const call = url.split('/').at(-1) ?? ''
  const fields = (body ?? {}) as Record<string, unknown>
  const dialog = dialogs[call]
  if (dialog !== undefined) return { kind: 'dialog', name: dialog }
  if (call === 'UpdateStatus') return statusStep(fields, surroundings)
  if (call === 'PatchOrder') return patchStep(fields)
  if (call === 'Restore') return { kind: 'restore' }
  if (call === 'Adjust') {
    const [first] = Array.isArray(body) ? (body as { skuId?: unknown }[]) : []
    return typeof first?.skuId === 'string' ? { kind: 'stock', skuId: first.skuId } : null
  }
  return null
}

function statusStep(fields: Record<string, unknown>, { order, meaning, hasOpenGoods }: Surroundings): NextStep | null {
  const { status, returnId, shipmentInfo } = fields
  if (typeof returnId === 'string') return { kind: 'dialog', name: 'refund' }
  // A word in angle brackets is to be filled in; a shipment has its own dialog.
  if (typeof status !== 'string' || status.startsWith('<') || shipmentInfo !== undefined) return null
  if (status === order.status) return { kind: 'status', status, as: 'again' }
  if (meaning.canceled.includes(status)) return { kind: 'status', status, as: 'canceled' }
  if (hasOpenGoods && meaning.sent.includes(status)) return { kind: 'dialog', name: 'deliver' }
  return { kind: 'status', status, as: meaning.delivered.includes(status) ? 'delivered' : 'other' }
}

function patchStep(fields: Record<string, unknown>): NextStep | null {
  if ('errors' in fields) return { kind: 'patch', name: 'resolve', body: fields }
  return fields.isReadOnly === false ? { kind: 'patch', name: 'unlock', body: fields } : null
}

/**
 * The action that is most likely meant for an order, of those that are offered: what has failed
 * goes first, then money that customers wait for, then the goods. Nothing is shipped in one go
 * while the order is held, or when the step that leads it on is its payment.
 */
export function primaryAction(
  offered: readonly Pick<OrderAction, 'name'>[],
  step: NextStep | null = null,
): OrderActionName | null {
  const names = new Set(offered.map(({ name }) => name))
  const wanted: readonly OrderActionName[] = names.has('release')
    ? ['retry', 'refund', 'release']
    : isPayment(step)
      ? ['retry', 'refund']
      : ['retry', 'refund', 'deliver', 'takeBack']
  return wanted.find((name) => names.has(name)) ?? null
}

function isPayment(step: NextStep | null): boolean {
  return step?.kind === 'dialog' && (step.name === 'recordPayment' || step.name === 'paymentLink')
}

/** Whether a payment of an order has failed, which is tried again. */
export function failedPayment({ errors }: Pick<Order, 'errors'>): boolean {
  return errors.some(({ stepId, status }) => /Payment/i.test(stepId ?? '') && status !== 'Solved' && status !== 'Deleted')
}

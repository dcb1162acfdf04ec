import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { toAmount, toMinor } from '@open-oms/money/minor'
import { linkMethods } from '../../connectors/payment/payment-connectors.ts'
import { orderCurrency } from '../../order/rules/context/order-context.ts'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { isPendingLink, linkableAmount } from '../../order/rules/payments/payment-links.ts'
import { effectiveOrderType } from '../../order/rules/status/order-type.ts'
import type { PlannedStep } from '../../order/rules/status/workflow-plan.ts'
import { usualPaymentMethod } from '../payments/domain/authorisation-due.ts'
import { keepingStatus, moneyStep } from './runner/money-step.ts'
import type { RunnerDeps } from './runner/runner-deps.ts'
import { linkProperties, makePaymentLink, withdrawPaymentLink } from './steps/money/payment-links.ts'
import { notification } from './steps/notification.ts'
import { type Transition, transitionOrder, type WorkflowResult } from './transition-order.ts'

const HOUR_MS = 3_600_000

export type LinkWish = {
  /** In the main unit of the currency; absent: all that no payment covers. */
  amount?: number | undefined
  paymentMethodName?: string | undefined
  validForHours: number
  sendEmail: boolean
  sendSms: boolean
}

type Command = Pick<Transition, 'orderId' | 'isDryRun' | 'write' | 'record' | 'recordInterim'>

/**
 * Has the provider make a link by which the customer pays what is due, and sends it, by a run of
 * its own (payments.md#payment-links). The order keeps its status. Waits for other runs of the
 * order. Raises `ValidationFailed` for more than is due, or a method without links, `NotFound`,
 * `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, `ResourceLocked`.
 */
export async function sendPaymentLink(
  deps: RunnerDeps,
  { wish, ...command }: Command & { wish: LinkWish },
): Promise<WorkflowResult> {
  const id = `payment-link-${deps.newId()}`
  return enterSteps(deps, command, (order, now) => {
    const config = deps.config()
    const exponent = currencyExponent(orderCurrency(order, config))
    const { sendEmail, sendSms, validForHours } = wish
    const properties = [
      { key: linkProperties.amount, value: String(linkedAmount(order, wish, { exponent, now })) },
      { key: linkProperties.method, value: linkMethod(order, wish, linkMethods(config, order)) },
      { key: linkProperties.expires, value: new Date(Date.parse(now) + validForHours * HOUR_MS).toISOString() },
    ]
    const type = effectiveOrderType(order, config.orderTypes)
    const link = {
      ...moneyStep(order, type, { id, step: makePaymentLink, like: [] }),
      properties,
      retryFor: '0',
      stopOnError: true,
    }
    if (!sendEmail && !sendSms) return [link]
    const kinds = [
      { key: 'Template', value: 'payment-link' },
      { key: 'Email', value: String(sendEmail) },
      { key: 'Sms', value: String(sendSms) },
    ]
    return [link, { ...moneyStep(order, type, { id: `${id}-message`, step: notification, like: [] }), properties: kinds }]
  })
}

/**
 * Has the provider take a payment link back (payments.md#payment-links). Raises `ValidationFailed`
 * for a payment that is no pending link, and what `sendPaymentLink` raises.
 */
export async function withdrawLink(
  deps: RunnerDeps,
  { paymentId, ...command }: Command & { paymentId: string },
): Promise<WorkflowResult> {
  const id = `withdraw-link-${deps.newId()}`
  return enterSteps(deps, command, (order) => {
    const payment = order.orderForm.payments.find((candidate) => candidate.id === paymentId)
    if (payment === undefined || !isPendingLink(payment)) throw invalid('paymentId', 'is no pending payment link of the order')
    const type = effectiveOrderType(order, deps.config().orderTypes)
    const properties = [{ key: linkProperties.payment, value: paymentId }]
    return [{ ...moneyStep(order, type, { id, step: withdrawPaymentLink, like: [] }), properties, retryFor: '0' }]
  })
}

function enterSteps(
  deps: RunnerDeps,
  command: Command,
  plan: (order: Order, now: string) => PlannedStep[],
): Promise<WorkflowResult> {
  return transitionOrder(deps, {
    ...command,
    isStatusOnly: false,
    enter(order, { now }) {
      assertWritable(order)
      return keepingStatus(order, effectiveOrderType(order, deps.config().orderTypes), plan(order, now))
    },
  })
}

function linkedAmount(order: Order, { amount }: LinkWish, moment: { exponent: number; now: string }): number {
  const { exponent } = moment
  const most = linkableAmount(order, moment)
  const asked = amount === undefined ? most : toMinor(amount, exponent)
  if (asked <= 0) throw invalid('amount', amount === undefined ? 'there is nothing to ask for' : 'must be above 0')
  if (asked > most) throw invalid('amount', `is more than the ${toAmount(most, exponent)} that no payment or open link covers`)
  return toAmount(asked, exponent)
}

/** The method that is asked for, else the order's, else the first one that has links. */
function linkMethod(order: Order, { paymentMethodName }: LinkWish, offered: readonly string[]): string {
  const usual = usualPaymentMethod(order)
  const found = offered.find((name) => name === (paymentMethodName ?? usual)) ?? (paymentMethodName ? undefined : offered[0])
  if (found !== undefined) return found
  throw invalid(
    'paymentMethodName',
    offered.length === 0 ? 'no method of the market has payment links' : `is none of ${offered.join(', ')}`,
  )
}

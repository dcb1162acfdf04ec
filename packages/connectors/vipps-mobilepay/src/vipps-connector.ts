import { createHash } from 'node:crypto'
import type { ConnectorRefusal } from '@open-oms/contracts/connectors/outcomes'
import type { PaymentAnswers, PaymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import { definePaymentConnector } from '@open-oms/extend'
import type { ConnectorCall, ConnectorUnreachable, DefinedConnector } from '@open-oms/extend/connector'
import { toMinorUnits } from '@open-oms/extend/minor-units'
import { type VippsAmount, type VippsApi, type VippsPayment, VippsRefusal } from './vipps-api.ts'

type Answer = PaymentAnswers['capture'] | ConnectorUnreachable
type Request = PaymentRequests['capture' | 'cancel' | 'refund']
type Effect = { payment: VippsPayment; amount: VippsAmount; key: string }

/** All currencies of Vipps MobilePay have two decimals. */
const DECIMALS = 2
const REFERENCE = /^[a-zA-Z0-9-]{8,64}$/
const KEY_DIGITS = 32

/**
 * Vipps MobilePay as a payment connector (vipps-mobilepay.md). It has no memory of its own: what a
 * key has done is found in the event log of the payment, so that a crash at any moment loses
 * nothing.
 */
export function vippsConnector(api: VippsApi): DefinedConnector<'payment'> {
  const modified = (name: 'CAPTURED' | 'REFUNDED', act: (effect: Effect) => Promise<Answer>) => {
    return async (request: Request, call: ConnectorCall) =>
      await withPayment(api, { request, call }, async (effect) => (await found(api, name, effect)) ?? (await act(effect)))
  }
  return definePaymentConnector({
    name: 'vipps-mobilepay',
    capture: modified('CAPTURED', (effect) => capture(api, effect)),
    refund: modified('REFUNDED', (effect) => refund(api, effect)),
    cancel: (request, call) => withPayment(api, { request, call }, (effect) => cancel(api, effect)),
  })
}

type Question = { request: Request; call: ConnectorCall }

async function withPayment(
  api: VippsApi,
  { request, call }: Question,
  act: (effect: Effect) => Promise<Answer>,
): Promise<Answer> {
  const { currency } = request
  const value = toMinorUnits(request.amount, DECIMALS)
  if (value === null || value === 0) return refused(`Vipps MobilePay does not take an amount of ${request.amount} ${currency}.`)
  const [reference = ''] = ((request.authorization ?? request.capture)?.transactionId ?? '').split('.')
  if (!REFERENCE.test(reference)) return refused(`"${reference}" is no payment of Vipps MobilePay.`)
  try {
    const payment = await api.payment(reference)
    if (payment.amount.currency !== currency) return refused(`The payment is in ${payment.amount.currency}, not in ${currency}.`)
    return await act({ payment, amount: { currency, value }, key: shortKey(call) })
  } catch (error) {
    // Any other error leaves open what has happened.
    if (error instanceof VippsRefusal) return refused(error.message)
    throw error
  }
}

/** Vipps MobilePay takes keys of at most 50 letters, digits and dashes. */
function shortKey({ idempotencyKey }: ConnectorCall): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, KEY_DIGITS)
}

function refused(message: string): ConnectorRefusal {
  return { status: 'refused', message }
}

function done({ payment, key }: Effect): Answer {
  return { status: 'done', transactionId: `${payment.reference}.${key.slice(0, KEY_DIGITS / 2)}` }
}

/** The answer for a key that has done something already; null when it has not. */
async function found(api: VippsApi, name: string, effect: Effect): Promise<Answer | null> {
  const events = await api.events(effect.payment.reference)
  const event = events.find((one) => one.name === name && one.success && one.idempotencyKey === effect.key)
  if (event === undefined) return null
  if (event.amount.value === effect.amount.value) return done(effect)
  return { status: 'unreachable', message: `The key was used for another amount: ${event.amount.value}.` }
}

/** What is reserved and neither captured nor given up. */
function unitsLeft({ aggregate }: VippsPayment): number {
  return aggregate.authorizedAmount.value - aggregate.capturedAmount.value - aggregate.cancelledAmount.value
}

async function capture(api: VippsApi, effect: Effect): Promise<Answer> {
  const { payment, amount, key } = effect
  const left = unitsLeft(payment)
  if (payment.state !== 'AUTHORIZED') return refused(`The customer has not authorised the payment (${payment.state}).`)
  if (amount.value > left) return refused(`Only ${left} of the reservation is left, in the minor unit, not ${amount.value}.`)
  await api.modify(payment.reference, 'capture', { key, amount })
  return done(effect)
}

async function refund(api: VippsApi, effect: Effect): Promise<Answer> {
  const { payment, amount, key } = effect
  const left = payment.aggregate.capturedAmount.value - payment.aggregate.refundedAmount.value
  if (amount.value > left) return refused(`Only ${left} can be paid back, in the minor unit, not ${amount.value}.`)
  await api.modify(payment.reference, 'refund', { key, amount })
  return done(effect)
}

/**
 * Vipps MobilePay gives up the whole rest only. A cancellation has no key in the event log: that
 * nothing is left says that it was carried out.
 */
async function cancel(api: VippsApi, effect: Effect): Promise<Answer> {
  const { payment, amount, key } = effect
  const left = unitsLeft(payment)
  if (left === 0 && payment.aggregate.cancelledAmount.value >= amount.value) return done(effect)
  if (amount.value > left) return refused(`Only ${left} of the reservation is left, in the minor unit, not ${amount.value}.`)
  if (amount.value < left) return refused('Vipps MobilePay gives up a reservation only as a whole; its rest is not captured yet.')
  await api.modify(payment.reference, 'cancel', { key })
  return done(effect)
}

import { randomUUID } from 'node:crypto'
import type { Connector, Connectors } from '@open-oms/contracts/config/connectors'
import type { ValidationHook } from '@open-oms/contracts/config/validation-hooks'
import { type ValidatedPayment, ValidationAnswer, type ValidationRequest } from '@open-oms/contracts/connectors/ask-protocol'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { Log } from '@open-oms/service-kit/observability/log'
import { callConnector } from '../http/call-connector.ts'
import type { Environment } from '../http/connector-address.ts'
import { readAnswer } from './read-answer.ts'

/** What is about to be done. */
export type ValidationQuestion = { before: 'OrderCreation'; order: OrderDraft } | { before: 'Payment'; payment: ValidatedPayment }

/**
 * Why it must not be done, in a sentence; `isUnanswered`: because a hook has not answered that
 * refuses then.
 */
export type ValidationRefusal = { reason: string; isUnanswered: boolean }

/** Asks the hooks that are meant; null: it may be done. Never throws. */
export type Validate = (question: ValidationQuestion, signal?: AbortSignal) => Promise<ValidationRefusal | null>

export type HookSurroundings = {
  config: () => { connectors: Connectors }
  environment: Environment
  /** What the addresses of stored files begin with for those who get an order. */
  publicBase: string
  log: Log
}

/**
 * The validation hooks as configured at each question (connectors.md#validation-hooks). All that
 * are meant are asked at the same time, each once and within its budget; the first refusal counts.
 */
export function validationHooks({ config, ...surroundings }: HookSurroundings): Validate {
  return async (question, signal) => {
    const { validationHooks: hooks, connectors } = config().connectors
    const meant = hooks.filter((hook) => isMeant(hook, question))
    const verdicts = await Promise.all(
      meant.map((hook) => {
        const connector = connectors.find(({ kind, name }) => kind === 'ask' && name === hook.connector)
        return askHook({ hook, connector, question, signal }, surroundings)
      }),
    )
    const refusals = verdicts.filter((verdict) => verdict !== null)
    return refusals.find(({ isUnanswered }) => !isUnanswered) ?? refusals[0] ?? null
  }
}

/** Whether some hook comes before payments by a method. */
export function hasPaymentHook({ validationHooks: hooks }: Connectors, paymentMethodName: string): boolean {
  return hooks.some((hook) => isMeantForPayment(hook, paymentMethodName))
}

function isMeant(hook: ValidationHook, question: ValidationQuestion): boolean {
  if (question.before === 'Payment') return isMeantForPayment(hook, question.payment.paymentMethodName)
  const { orderType, storeId } = question.order
  return hook.active && hook.before === 'OrderCreation' && isIn(hook.orderTypes, orderType) && isIn(hook.stores, storeId)
}

function isMeantForPayment({ active, before, paymentMethods }: ValidationHook, paymentMethodName: string): boolean {
  return active && before === 'Payment' && isIn(paymentMethods, paymentMethodName)
}

function isIn(names: readonly string[], name: string | null): boolean {
  return names.length === 0 || (name !== null && names.includes(name))
}

type HookCall = {
  hook: ValidationHook
  connector: Connector | undefined
  question: ValidationQuestion
  signal: AbortSignal | undefined
}

async function askHook(
  { hook, connector, question, signal }: HookCall,
  { environment, publicBase, log }: Omit<HookSurroundings, 'config'>,
): Promise<ValidationRefusal | null> {
  const { name, budgetMs, whenUnanswered } = hook
  const answer = connector === undefined ? { problem: 'It has no connector.' } : await callHook(connector)
  if ('answer' in answer && answer.answer.result !== 'pending') {
    if (answer.answer.result !== 'refused') return null
    const why = answer.answer.message ? `: ${answer.answer.message}` : '.'
    return { reason: `Validation hook "${name}" refuses it${why}`, isUnanswered: false }
  }
  const reason = 'answer' in answer ? 'It has not decided.' : answer.problem
  log.warn({ hook: name, reason, whenUnanswered }, 'a validation hook gave no answer')
  return whenUnanswered === 'allow' ? null : { reason: `Validation hook "${name}" gave no answer: ${reason}`, isUnanswered: true }

  async function callHook(configured: Connector) {
    const { before } = question
    const body: ValidationRequest | (Omit<ValidationRequest, 'order'> & { order: OrderDraft }) =
      question.before === 'Payment'
        ? { operation: 'validate', hook: name, before, order: null, payment: question.payment }
        : { operation: 'validate', hook: name, before, order: question.order, payment: null }
    // A judgement has no effect that a repetition must find again: each request is one of its own.
    const call = { body, idempotencyKey: randomUUID(), environment, publicBase, ...(signal === undefined ? {} : { signal }) }
    const within = { ...configured, timeoutMs: Math.min(configured.timeoutMs, budgetMs), retries: 0 }
    const response = await callConnector(within, call)
    return response.kind === 'accepted' ? readAnswer(ValidationAnswer, response.body) : { problem: response.reason }
  }
}

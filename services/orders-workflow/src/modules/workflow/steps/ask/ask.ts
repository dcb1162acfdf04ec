import { AskAnswer, type AskRequest, type AskSubject, askSubjects } from '@open-oms/contracts/connectors/ask-protocol'
import type { Order } from '@open-oms/contracts/orders/order'
import { stepProperty, wordProperty } from '@open-oms/extend/step'
import { readAnswer } from '../../../../connectors/ask/read-answer.ts'
import type { CallFailure } from '../../../../connectors/http/call-failure.ts'
import { callFailure, missingResponse } from '../../../../connectors/http/missing-response.ts'
import { withShipment } from '../../../../order/rules/shipments/shipment-lines.ts'
import { effectKey } from '../effect-key.ts'
import { findRunReturnForm } from '../return-form.ts'
import { meantShipments } from '../shipments.ts'
import { type CallContext, type CallStep, defineCallStep, defineRequestedStep, type StepContext } from '../step-definition.ts'
import { posted } from '../webhook.ts'
import { answeredOutcome, type ReceivedAnswer } from './answer-effects.ts'

type Question = Pick<AskRequest, 'about'> & { idempotencyKey: string }

/**
 * The questions of one step, decided before the first is put and put unchanged until all have an
 * answer.
 */
type Questions = Pick<AskRequest, 'question' | 'runId' | 'stepId' | 'status' | 'order'> & {
  connector: string | null
  shipmentId: string | null
  returnId: string | null
  questions: Question[]
}

/** What is known of a question; `simulated` in a dry run, where nobody is asked. */
type Reply = { answer: AskAnswer } | { failure: CallFailure } | { simulated: true }

/**
 * How a step asks, and what it does with the answers. All answers are recorded together, or none.
 */
const asking: Omit<CallStep<Questions, Reply[]>, 'names' | 'properties' | 'reference'> = {
  kind: 'call',
  ask(order, context) {
    const { step, run } = context
    const kind = (stepProperty(step, 'About') ?? 'Order') as AskSubject
    const subjects = askedSubjects(order, kind, context)
    if (subjects.length === 0) return { order, actionStatus: 'Warning', message: `There is no ${kind} to ask about.` }
    const questions = subjects.map((about) => ({ about, idempotencyKey: questionKey(context, about) }))
    const question = stepProperty(step, 'Question') ?? step.id
    const asked = { question, runId: run.id, stepId: step.id, status: run.status, order }
    const { shipmentId, returnId } = run
    return { input: { connector: step.connector, shipmentId, returnId, ...asked, questions } }
  },
  call: askAll,
  failure: failureOf,
  retryFor: '24h',
  isPerStep: true,
  dryRun: ({ connector: name, stepId, questions }, { unready, dryRunReplies }) => {
    const reason = unready({ kind: 'ask', name })
    if (reason !== null) return [missing({ kind: 'refused', status: null, reason })]
    return (dryRunReplies?.get(stepId) as Reply[] | undefined) ?? questions.map(() => ({ simulated: true }))
  },
  record(order, { input, output }, context) {
    const failed = output.find((reply) => 'failure' in reply)
    if (failed !== undefined) return { order, actionStatus: 'Error', errorReason: failed.failure.reason }
    const answered = output.flatMap((reply, index): ReceivedAnswer[] =>
      'answer' in reply ? [{ ...(input.questions[index] as Question), answer: reply.answer }] : [],
    )
    if (answered.length > 0) return answeredOutcome(withShipment(order), answered, context)
    const about = input.questions.map(({ about: { kind, id } }) => `${kind} ${id}`).join(', ')
    const message = `"${input.connector}" would be asked "${input.question}" about ${about}. What it would answer is not known.`
    return { order, actionStatus: 'Success', message }
  },
}

/**
 * Asks a service of the retailer about the order, or each line or shipment, or the return form,
 * and does what it answers (workflow-steps.md#ask, connectors.md#ask-protocol). All answers are
 * recorded together, or none.
 */
export const ask = defineCallStep<Questions, Reply[]>({
  ...asking,
  names: ['Ask'],
  properties: {
    About: { ...wordProperty(askSubjects, 'What is asked about; of lines and shipments each one.'), default: 'Order' },
    Question: {
      values: /^\S(.{0,198}\S)?$/,
      type: 'text',
      meaning: 'What is asked, for a service that answers several questions.',
      default: 'the id of the step',
      limits: 'at most 200 characters',
    },
  },
  reference: {
    does: 'Asks a service of yours, and does what it answers: properties, tags, a hold, a status, a warehouse',
    conditions: ['there is something of that kind in scope'],
    connectorKinds: ['ask'],
    warnings: ['the answer is `warning`', 'there is nothing to ask about'],
    errors: [
      'the answer is `refused`',
      'the answer is not understood, or cannot be carried out',
      'there is no answer in the time of `retryFor`',
      'the connector is not ready',
    ],
    section: 'ask',
    example: {
      within: { orderType: 'Online', status: 'InProgress' },
      connector: 'fraud-check',
      stopOnError: true,
      retryFor: '24h',
      properties: [{ key: 'Question', value: 'fraud' }],
    },
  },
})

/**
 * Asks a service about the order because a person has pressed a button, and does what it answers
 * (workflow.md#buttons). It asks for a held order too: what the answer lets leave waits.
 */
export const buttonStep = defineRequestedStep<Questions, Reply[]>({ ...asking, names: ['Button'], runsOnHold: true })

/** Equal for every repetition in a run. */
function questionKey(context: StepContext, { kind, id }: AskRequest['about']): string {
  return effectKey(`${context.run.id}/${context.step.id}/ask/${kind}/${id}`)
}

/** One after the other, up to the first that has no answer. */
async function askAll(input: Questions, context: CallContext): Promise<Reply[]> {
  const { questions, connector, shipmentId, returnId, ...asked } = input
  const dryRun = context.isDryRun === true
  const replies: Reply[] = []
  for (const { idempotencyKey, about } of questions) {
    const body: AskRequest = { operation: 'ask', ...asked, dryRun, about, ...askedParts(input, about) }
    const response = await posted('ask', { connector, idempotencyKey, body }, context)
    const reply = response.kind === 'accepted' ? replyOf(response.body, connector) : missing(response)
    replies.push(reply)
    if ('failure' in reply) break
  }
  return replies
}

function missing(response: Parameters<typeof missingResponse>[0]): Reply {
  return { failure: callFailure([missingResponse(response)]) as CallFailure }
}

/** An answer that is wrong now is not better a moment later. */
function replyOf(body: unknown, connector: string | null): Reply {
  const read = readAnswer(AskAnswer, body)
  const failed = { connector, isRefused: false, waitMs: null }
  if ('problem' in read) return { failure: { ...failed, reason: read.problem, reasonClass: 'Rule', isPassing: false } }
  const { result, message, ...effects } = read.answer
  if (result !== 'pending') return read
  if (Object.keys(effects).length > 0) {
    const reason = 'Its answer is not understood: with pending there may be a message only.'
    return { failure: { ...failed, reason, reasonClass: 'Rule', isPassing: false } }
  }
  return { failure: { ...failed, reason: message || 'It has not decided yet.', reasonClass: 'NoOutcome', isPassing: true } }
}

/** Of the answer that is missing or wrong, else of the first refusal. */
function failureOf(output: Reply[]): CallFailure | null {
  const failed = output.find((reply) => 'failure' in reply)
  if (failed !== undefined) return failed.failure
  const refused = output.find((reply) => 'answer' in reply && reply.answer.result === 'refused')
  if (refused === undefined || !('answer' in refused)) return null
  const reason = refused.answer.message || 'The service refused.'
  return { reason, reasonClass: 'Refused', isPassing: false, isRefused: true, connector: null, waitMs: null }
}

type About = AskRequest['about']
/** The parts of the order that a question shows on their own. */
type Parts = Pick<AskRequest, 'line' | 'shipment' | 'returnOrderForm'>
type Scope = { order: Order; shipmentId: string | null; returnId: string | null }

/**
 * What of an order a step asks about: the order, the return form of the run, or each shipment or
 * line in scope that is not cancelled.
 */
function askedSubjects(order: Order, kind: AskSubject, context: StepContext): About[] {
  const { shipments, lineItems } = withShipment(order).orderForm
  const named = (ids: readonly (string | null | undefined)[]) => ids.flatMap((id) => (id ? [{ kind, id }] : []))
  switch (kind) {
    case 'Order':
      return named([order.id])
    case 'ReturnForm':
      return named([findRunReturnForm(order, context)?.returnId])
    case 'Shipment':
      return named(shipments.filter(meantShipments(order, context)).map(({ shipmentId }) => shipmentId))
    case 'Line': {
      const shipment = shipments.find(({ shipmentId }) => shipmentId === context.run.shipmentId)
      const open = (shipment?.lineItems ?? lineItems).filter((line) => line.canceledQuantity < line.quantity)
      return named(open.map(({ lineItemId }) => lineItemId))
    }
  }
}

/** The parts of the order that a question is about, and those that its run is for. */
function askedParts({ order, shipmentId, returnId }: Scope, { kind, id }: About): Parts {
  const { shipments, lineItems } = withShipment(order).orderForm
  const wanted = kind === 'Shipment' ? id : shipmentId
  const shipment = shipments.find((one) => one.shipmentId !== null && one.shipmentId === wanted) ?? null
  const line = kind === 'Line' ? ((shipment?.lineItems ?? lineItems).find((one) => one.lineItemId === id) ?? null) : null
  const returnOrderForm = order.returnOrderForms.find((form) => form.returnId !== null && form.returnId === returnId) ?? null
  return { line, shipment, returnOrderForm }
}

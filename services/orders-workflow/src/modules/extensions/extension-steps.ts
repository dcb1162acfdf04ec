import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { CallStep, ChangeStep, ExtensionStep, StepContext as PublicContext } from '@open-oms/extend/step'
import type { CallFailure } from '../../connectors/http/call-failure.ts'
import { effectKey } from '../workflow/steps/effect-key.ts'
import type { AddedStep, CallContext, StepContext } from '../workflow/steps/step-definition.ts'
import { withinTime } from '../workflow/steps/within-time.ts'
import { atOnce, checkedOutcome } from './checked-outcome.ts'

/** The request of an extension, and the key of its effect. */
type Asked = { idempotencyKey: string; input: unknown }
type Called = { output: unknown } | { failed: string; reasonClass: 'NoOutcome' | 'TimedOut' }

/**
 * A step of an extension as runs carry it out: it sees what the public interface says and no more,
 * and what it makes of the order is checked before it counts
 * (extensions.md#what-a-step-may-change). It never throws: a fault of an extension is an error of
 * its step.
 */
export function runnableStep(step: ExtensionStep): AddedStep {
  return step.kind === 'change' ? changeStep(step) : callStep(step)
}

function changeStep(step: ChangeStep): AddedStep {
  const { names, properties, reference } = step
  return {
    ...{ names, properties, reference, kind: 'change' },
    apply: (order, context) => checkedOutcome(order, () => step.apply(copied(order), narrowed(context))),
  }
}

function callStep(step: CallStep): AddedStep {
  const { names, properties, reference, retryFor } = step
  return {
    ...{ names, properties, reference, kind: 'call', isPerStep: true },
    ...(retryFor === undefined ? {} : { retryFor }),
    ask(order, context) {
      let input: unknown
      const outcome = checkedOutcome(order, () => {
        const asked = atOnce(step.ask(copied(order), narrowed(context)))
        if (!('input' in asked)) return asked
        input = asJson(asked.input)
        return { order, actionStatus: 'Success' }
      })
      if (input === undefined) return outcome
      return { input: { idempotencyKey: effectKey(`${context.run.id}/${context.step.id}/call`), input } satisfies Asked }
    },
    call: (asked, context) => called(step, asked as Asked, context),
    failure(called) {
      if (!('failed' in (called as Called))) return null
      const { failed: reason, reasonClass } = called as Extract<Called, { failed: string }>
      return { reason, reasonClass, isPassing: true, isRefused: false, connector: null, waitMs: null } satisfies CallFailure
    },
    dryRun(asked) {
      try {
        return { output: asJson(atOnce(step.dryRun((asked as Asked).input))) } satisfies Called
      } catch (error) {
        return { failed: faultOf(error), reasonClass: 'NoOutcome' } satisfies Called
      }
    },
    record(order, { input: asked, output: called }, context) {
      const known = called as Called
      if ('failed' in known) return { order, actionStatus: 'Error', errorReason: known.failed }
      const result = { input: (asked as Asked).input, output: known.output }
      return checkedOutcome(order, () => step.record(copied(order), result, narrowed(context)))
    },
  }
}

async function called(step: CallStep, { input, idempotencyKey }: Asked, context: CallContext): Promise<Called> {
  const { timeoutMs } = context
  try {
    const ending = await withinTime(context, 'the extension', async (signal) =>
      step.call(input, { idempotencyKey, timeoutMs, signal }),
    )
    return 'result' in ending ? { output: asJson(ending.result) } : { failed: ending.reason, reasonClass: 'TimedOut' }
  } catch (error) {
    return { failed: faultOf(error), reasonClass: 'NoOutcome' }
  }
}

function faultOf(error: unknown): string {
  return `The extension failed: ${error instanceof Error ? error.message : String(error)}`
}

/** What a request or a response is when it is stored; null for nothing. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  invariant(text !== undefined, 'the input and the output of a step are JSON')
  return JSON.parse(text)
}

/** An extension that changes what it was given changes a copy. */
function copied(order: Order): Order {
  return structuredClone(order)
}

/** What the public interface has of the context, and nothing else of the system. */
function narrowed({ run, step, ...context }: StepContext): PublicContext {
  const { id, orderId, shipmentId, returnId, status } = run
  const { name, connector, properties, timeoutMs } = step
  const { now, currencyOf, handlingTypeOf, warehousesOf, randomText } = context
  return {
    run: { id, orderId, shipmentId, returnId, status },
    step: { id: step.id, name, connector, properties: structuredClone(properties), timeoutMs },
    ...{ now, currencyOf, warehousesOf, randomText },
    handlingTypeOf: (order) => structuredClone(handlingTypeOf(order)),
  }
}

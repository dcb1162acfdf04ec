import type { Order } from '@open-oms/contracts/orders/order'
import { atOnce, checkedOutcome } from './checked-outcome.ts'
import type { CallContext, CallStep, ChangeBehaviour, ExtensionStep, StepContext, StepOutcome } from './step.ts'
import { withinTime } from './within-time.ts'

/** What a call has returned, as it is stored, or why it has returned nothing. */
export type CallResult = { output: unknown } | { failed: string; reasonClass: 'NoOutcome' | 'TimedOut' }

/** A step that calls someone, whose faults are results. */
export type CheckedCall = {
  kind: 'call'
  /** The input as it is stored, or the outcome where nothing is called. */
  ask(order: Order, context: StepContext): { input: unknown } | StepOutcome
  call(input: unknown, context: CallContext): Promise<CallResult>
  dryRun(input: unknown): CallResult
  record(order: Order, result: { input: unknown; called: CallResult }, context: StepContext): StepOutcome
}

/**
 * A step of an extension as the system and the kit for tests run it: it sees what the interface
 * says and no more, works on copies, and what it makes of the order is checked before it counts
 * (extensions.md#what-a-step-may-change). Its functions never throw: a fault is an error of the
 * step.
 */
export function checkedStep(step: ExtensionStep): ChangeBehaviour | CheckedCall {
  if (step.kind === 'call') return checkedCall(step)
  return {
    kind: 'change',
    apply: (order, context) => checkedOutcome(order, () => step.apply(structuredClone(order), narrowed(context))),
  }
}

function checkedCall(step: CallStep): CheckedCall {
  return {
    kind: 'call',
    ask(order, context) {
      let request: { input: unknown } | null = null
      const outcome = checkedOutcome(order, () => {
        const asked = atOnce(step.ask(structuredClone(order), narrowed(context)))
        if (!('input' in asked)) return asked
        request = { input: asJson(asked.input) }
        return { order, actionStatus: 'Success' }
      })
      return request ?? outcome
    },
    async call(input, context) {
      const work = async (signal: AbortSignal) => asJson(await step.call(input, { ...context, signal }))
      try {
        const ending = await withinTime(context, 'the extension', work)
        return 'result' in ending ? { output: ending.result } : { failed: ending.reason, reasonClass: ending.reasonClass }
      } catch (error) {
        return failed(error)
      }
    },
    dryRun(input) {
      try {
        return { output: asJson(atOnce(step.dryRun(input))) }
      } catch (error) {
        return failed(error)
      }
    },
    record(order, { input, called }, context) {
      if ('failed' in called) return { order, actionStatus: 'Error', errorReason: called.failed }
      const result = { input, output: called.output }
      return checkedOutcome(order, () => step.record(structuredClone(order), result, narrowed(context)))
    },
  }
}

function failed(error: unknown): CallResult {
  const reason = error instanceof Error ? error.message : String(error)
  return { failed: `The extension failed: ${reason}`, reasonClass: 'NoOutcome' }
}

/** What an input or an output is when it is stored; null for nothing. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  if (text === undefined) throw new Error('the input and the output of a step are JSON.')
  return JSON.parse(text)
}

/** What the interface has of the context, and nothing else of the system. */
function narrowed({ run, step, ...context }: StepContext): StepContext {
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

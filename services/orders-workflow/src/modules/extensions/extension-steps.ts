import { type Called, type CheckedCall, checkedStep } from '@open-oms/extend/checked-step'
import type { CallStep, ExtensionStep } from '@open-oms/extend/step'
import type { CallFailure } from '../../connectors/http/call-failure.ts'
import { effectKey } from '../workflow/steps/effect-key.ts'
import type { AddedStep } from '../workflow/steps/step-definition.ts'

/** The request of an extension, and the key of its effect. */
type Asked = { idempotencyKey: string; input: unknown }

/**
 * A step of an extension as runs carry it out. It never throws: a fault of an extension is an error
 * of its step.
 */
export function runnableStep(step: ExtensionStep): AddedStep {
  const { names, properties, reference } = step
  const checked = checkedStep(step)
  if (checked.kind === 'change') return { names, properties, reference, ...checked }
  const { retryFor } = step as CallStep
  return { ...{ names, properties, reference }, ...(retryFor === undefined ? {} : { retryFor }), ...callOf(checked) }
}

function callOf(step: CheckedCall) {
  return {
    kind: 'call',
    isPerStep: true,
    ask(order, context) {
      const asked = step.ask(order, context)
      if (!('input' in asked)) return asked
      const idempotencyKey = effectKey(`${context.run.id}/${context.step.id}/call`)
      return { input: { idempotencyKey, input: asked.input } satisfies Asked }
    },
    call: (asked, { timeoutMs, signal }) => {
      const { input, idempotencyKey } = asked as Asked
      return step.call(input, { idempotencyKey, timeoutMs, signal })
    },
    failure(output) {
      const called = output as Called
      if (!('failed' in called)) return null
      const { failed: reason, reasonClass } = called
      return { reason, reasonClass, isPassing: true, isRefused: false, connector: null, waitMs: null } satisfies CallFailure
    },
    dryRun: (asked) => step.dryRun((asked as Asked).input),
    record: (order, { input, output }, context) =>
      step.record(order, { input: (input as Asked).input, called: output as Called }, context),
  } satisfies Omit<Extract<AddedStep, { kind: 'call' }>, 'names' | 'properties' | 'reference' | 'retryFor'>
}

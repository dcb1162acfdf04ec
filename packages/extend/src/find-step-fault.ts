import { WorkflowStep } from '@open-oms/contracts/config/order-types'
import { Value } from '@sinclair/typebox/value'
import type { ExtensionStep } from './step.ts'

/** Names of steps as configurations write them. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,99}$/

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string')

/**
 * What a step of an extension lacks of its declaration, which JavaScript does not check, as the end
 * of a sentence; null when it is whole.
 */
export function findStepFault(step: ExtensionStep): string | null {
  if (typeof step !== 'object' || step === null) return 'is none'
  const { names, properties, reference } = step
  if (!isTexts(names) || names.length === 0 || !names.every((name) => NAME.test(name))) return 'has no name of letters and digits'
  const of = `("${names[0]}")`
  if (typeof properties !== 'object' || properties === null) return `${of} has no properties`
  for (const [key, property] of Object.entries(properties)) {
    if (typeof property?.values?.test !== 'function' || typeof property.meaning !== 'string')
      return `${of} does not say which values its property "${key}" takes`
  }
  const isDescribed =
    typeof reference?.does === 'string' && [reference.conditions, reference.warnings, reference.errors].every(isTexts)
  if (!isDescribed) return `${of} does not say in its reference what it does`
  return findFunctionFault(step, of)
}

function findFunctionFault(step: ExtensionStep, of: string): string | null {
  const parts: Record<string, readonly string[]> = { change: ['apply'], call: ['ask', 'call', 'record', 'dryRun'] }
  const wanted = parts[step.kind]
  if (wanted === undefined) return `${of} is of no kind that there is: change, call`
  const missing = wanted.find((part) => typeof (step as Record<string, unknown>)[part] !== 'function')
  if (missing !== undefined) return `${of} has no function ${missing}`
  const isTimed =
    step.kind === 'change' || step.retryFor === undefined || Value.Check(WorkflowStep.properties.retryFor, step.retryFor)
  return isTimed ? null : `${of} has a retryFor that is none, such as 90s or 4h`
}

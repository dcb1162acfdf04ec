import type { connectorKinds } from '@oms/contracts/config/connectors'
import type { WorkflowStep } from '@oms/contracts/config/order-types'

/** A property of a step: the values that it may have, and what people must know to give one. */
export type StepPropertyReference = {
  /** Judges a value of the configuration: a pattern, or anything else. */
  values: { test(value: string): boolean }
  type: 'text' | 'number' | 'true or false' | 'word' | 'regular expression'
  meaning: string
  /** The value where the step has none; null: there is none. */
  default: string | null
  /** What limits its values beyond the type; the words of a word. */
  limits: string | null
}

/** The properties of a step by their keys. */
export type StepProperties = Readonly<Record<string, StepPropertyReference>>

/** A step of the sample tenant's order types, as it would be configured there. */
export type StepExample = Partial<
  Pick<
    WorkflowStep,
    'connector' | 'stopOnError' | 'runAfterOrderIsSaved' | 'properties' | 'retryFor' | 'timeoutMs' | 'workflowStepConditions'
  >
> & {
  /** The type and the status that it would be a step of. */
  within: { orderType: string; status: string }
}

/**
 * What the reference of the steps (docs/reference/workflow-steps-reference.md) says of one.
 * Sentences are short and end without a full stop where they are parts of a list.
 */
export type StepReference = {
  /** What it does, in one sentence. */
  does: string
  /** What must hold so that it does something. */
  conditions: readonly string[]
  /** The kinds of connectors that it may call; none: it calls nobody. */
  connectorKinds: readonly (typeof connectorKinds)[number][]
  /** When it ends with a warning, and with an error. */
  warnings: readonly string[]
  errors: readonly string[]
  /** The section of docs/reference/behaviour/workflow-steps.md that has its rules. */
  section: string
  example: StepExample
}

/** A property that is true or false. */
export function flagProperty(meaning: string, usual: boolean): StepPropertyReference {
  return { values: /^(true|false)$/i, type: 'true or false', meaning, default: String(usual), limits: null }
}

/** A property that is one of some words, and has no default. */
export function wordProperty(words: readonly string[], meaning: string): StepPropertyReference {
  return { values: { test: (value) => words.includes(value) }, type: 'word', meaning, default: null, limits: words.join(', ') }
}

/**
 * The example of a step as it is written in `order-types.json`, without the fields that have their
 * default.
 */
export function exampleStep({ names, reference }: { names: readonly string[]; reference: StepReference }) {
  const [name = ''] = names
  const { within: _, ...fields } = reference.example
  const id = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  return { id: `example-${id}`, index: 1_000, name, ...fields }
}

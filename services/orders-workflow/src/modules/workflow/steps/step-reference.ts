import type { connectorKinds } from '@open-oms/contracts/config/connectors'
import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { StepReference } from '@open-oms/extend/step'

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
 * What the reference of the steps (docs/reference/workflow-steps-reference.md) says of a step of
 * the system, beside what every step says.
 */
export type BuiltInReference = StepReference & {
  /** The kinds of connectors that it may call; none: it calls nobody. */
  connectorKinds: readonly (typeof connectorKinds)[number][]
  /** The section of docs/reference/behaviour/workflow-steps.md that has its rules. */
  section: string
  example: StepExample
}

/**
 * The example of a step as it is written in `order-types.json`, without the fields that have their
 * default.
 */
export function exampleStep({ names, reference }: { names: readonly string[]; reference: Pick<BuiltInReference, 'example'> }) {
  const [name = ''] = names
  const { within: _, ...fields } = reference.example
  const id = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  return { id: `example-${id}`, index: 1_000, name, ...fields }
}

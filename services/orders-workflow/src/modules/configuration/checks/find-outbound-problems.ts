import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connectors, connectorsFile } from '@open-oms/contracts/config/connectors'
import { type OrderType, orderTypesFile, type WorkflowStep } from '@open-oms/contracts/config/order-types'
import { streamsOfPattern } from '@open-oms/contracts/events/event-patterns'

type OutboundConfig = { types: readonly OrderType[]; connectors: Connectors }

const NOTIFICATION = 'Notification'
const EXPORT = 'ExportOrder'

/** The kind of connector of each step. */
const kindOfStep: Partial<Record<string, 'webhook' | 'export' | 'ask'>> = {
  Webhook: 'webhook',
  WebhookWorkflowStep: 'webhook',
  [EXPORT]: 'export',
  Ask: 'ask',
}

/** Steps with a receiver, whose fields are checked here. */
export const outboundSteps: readonly string[] = [...Object.keys(kindOfStep), NOTIFICATION]

/**
 * Problems that would otherwise show only at run time (workflow.md#configuration-checks): steps
 * without a connector of their kind or with an unknown status, notifications without a template,
 * and subscriptions to unknown events, order types and statuses.
 */
export function findOutboundProblems({ types, connectors }: OutboundConfig): ConfigProblem[] {
  return [
    ...types.flatMap((type, index) => problemsOfType(type, { index, connectors })),
    ...problemsOfSubscriptions(types, connectors),
  ]
}

function problemsOfType(type: OrderType, { index, connectors }: { index: number; connectors: Connectors }): ConfigProblem[] {
  const statuses = type.orderStatuses.map(({ name }) => name)
  return type.orderStatuses.flatMap(({ workflowSteps }, status) =>
    workflowSteps.flatMap((step, position) =>
      problemsOfStep(step, { statuses, connectors }).map(({ field, reason, remedy }) => ({
        file: orderTypesFile.file,
        path: `orderTypes[${index}].orderStatuses[${status}].workflowSteps[${position}].${field}`,
        reason,
        remedy,
      })),
    ),
  )
}

type Known = { statuses: readonly string[]; connectors: Connectors }

function problemsOfStep({ name, connector, properties }: WorkflowStep, { statuses, connectors }: Known) {
  const problems: { field: string; reason: string; remedy: string }[] = []
  const kind = kindOfStep[name]
  if (kind !== undefined && !connectors.connectors.some((one) => one.kind === kind && one.name === connector))
    problems.push({
      field: 'connector',
      reason: `${name} needs a connector of kind ${kind}`,
      remedy: `Name a connector of connectors.json with "kind": "${kind}".`,
    })
  if (name === NOTIFICATION && !properties.some(({ key }) => key === 'Template'))
    problems.push({
      field: 'properties',
      reason: `${name} needs property "Template"`,
      remedy: 'Add { "key": "Template", "value": "order-confirmation" }, or another template.',
    })
  const position = name === EXPORT ? properties.findIndex(({ key }) => key === 'ErrorStatus') : -1
  const errorStatus = properties[position]?.value
  if (errorStatus != null && !statuses.includes(errorStatus))
    problems.push({
      field: `properties[${position}].value`,
      reason: `"${errorStatus}" is not a status of this type`,
      remedy: `Name one of ${statuses.join(', ')}.`,
    })
  return problems
}

function problemsOfSubscriptions(types: readonly OrderType[], { webhookSubscriptions }: Connectors): ConfigProblem[] {
  const typeNames = types.map(({ name }) => name)
  const statuses = types.flatMap(({ orderStatuses }) => orderStatuses.map(({ name }) => name))
  const known = {
    eventTypes: (pattern: string) => streamsOfPattern(pattern).length > 0,
    orderTypes: (name: string) => typeNames.includes(name),
    statuses: (name: string) => statuses.includes(name),
  }
  const fields = Object.keys(known) as (keyof typeof known)[]
  return webhookSubscriptions.flatMap((subscription, index) =>
    fields.flatMap((field) =>
      subscription[field].flatMap((name, position) =>
        known[field](name)
          ? []
          : [
              {
                file: connectorsFile.file,
                path: `webhookSubscriptions[${index}].${field}[${position}]`,
                reason: `there is no "${name}"`,
                remedy: 'Correct the name, or remove it; an empty list means all.',
              },
            ],
      ),
    ),
  )
}

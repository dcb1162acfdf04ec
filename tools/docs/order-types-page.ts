import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'

/** What a status is flagged as, in words. */
function describeStatus(status: OrderStatus): string {
  const meanings = [
    status.isInProgressStatus && 'in progress',
    status.isPicked && 'picked',
    status.isDeliveredStatus && 'delivered',
    status.isCanceledStatus && 'cancelled',
    status.shipmentStatusUpdate !== null && `goods ${status.shipmentStatusUpdate}`,
  ]
  return meanings.filter((meaning) => meaning !== false).join(', ')
}

function formatStep(step: OrderStatus['workflowSteps'][number]): string {
  const marks = [
    ...step.properties.map(({ key, value }) => `${key} ${value ?? ''}`.trim()),
    ...(step.stopOnError ? ['stops on error'] : []),
    ...(step.runAfterOrderIsSaved ? ['after the response'] : []),
    ...(step.active ? [] : ['inactive']),
  ]
  return marks.length === 0 ? step.name : `${step.name} (${marks.join(', ')})`
}

function inOrder(type: OrderType): OrderStatus[] {
  return [...type.orderStatuses].sort((a, b) => a.order - b.order)
}

function formatSteps(status: OrderStatus): string {
  return [...status.workflowSteps]
    .sort((a, b) => a.index - b.index)
    .map(formatStep)
    .join(' → ')
}

/**
 * The states of a type as a Mermaid diagram: the way forward in the order of the statuses, and
 * every move that a status limits itself to. Cancelled statuses can be reached from anywhere and
 * are drawn from the start only.
 */
function stateDiagram(type: OrderType): string {
  const statuses = inOrder(type)
  const forward = statuses.filter((status) => !status.isCanceledStatus && !status.enforceAvailableStepsPolicy)
  const ends = statuses.filter((status) => status.isCanceledStatus)
  const first = statuses[0]?.name
  const lines = [
    `[*] --> ${first}`,
    ...forward.slice(1).map((status, index) => `${forward[index]?.name} --> ${status.name}`),
    ...statuses
      .filter((status) => status.enforceAvailableStepsPolicy)
      .flatMap((status) => status.availableSteps.map((next) => `${status.name} --> ${next}: allowed`)),
    ...ends.map((status) => `${first} --> ${status.name}`),
    ...statuses
      .filter((status) => status.workflowSteps.length > 0)
      .map((status) => `${status.name}: ${status.name}\\n${status.workflowSteps.length} steps`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `    ${line}`), '```'].join('\n')
}

function orderTypeSection(type: OrderType): string {
  const rows = inOrder(type).map((status) => {
    const moves = status.enforceAvailableStepsPolicy ? status.availableSteps.join(', ') : 'any'
    return `| ${status.name} | ${describeStatus(status)} | ${moves} | ${formatSteps(status)} |`
  })
  const heading = type.defaultOrderType ? `## ${type.name} (the default)` : `## ${type.name}`
  return [
    heading,
    stateDiagram(type),
    ['| Status | Means | May move to | Steps of entering it |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}

/** The page that shows the statuses and steps of the order types of a tenant. */
export function orderTypesPage(types: readonly OrderType[]): string {
  const head = `# Order types of the sample tenant

Generated from \`config/order-types.json\`. An order may move from any status to any other,
unless its status limits the moves; the diagrams show the usual way forward.`
  return `${[head, ...types.map(orderTypeSection)].join('\n\n')}\n`
}
